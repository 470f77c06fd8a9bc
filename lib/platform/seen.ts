import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { env } from './env'

/**
 * How far the record was when this installation last looked, kept outside the database: a database that is behind it
 * was restored from a backup. `epoch` counts confirmed restores, `seal` is the highest seal's number in it.
 */
export type Seen = { epoch: number | null; seal: number }

const fileOf = () => join(env().DAYBOOK_HOME, 'seen')

/** What is kept; null when nothing was kept yet. A number alone is a seal of whatever epoch the database is in. */
export function readSeen(): Seen | null {
  let text: string
  try {
    text = readFileSync(fileOf(), 'utf8')
  } catch {
    return null
  }
  const match = /^(\d{1,15})(?: epoch (\d{1,9}))?\s*$/.exec(text)
  // A file that cannot be read proves nothing, so it must not release anything: it counts as ahead of every database.
  if (!match?.[1]) return { epoch: null, seal: Number.MAX_SAFE_INTEGER }
  return { seal: Number(match[1]), epoch: match[2] === undefined ? null : Number(match[2]) }
}

/** Keeps what was seen: whole or not at all. Without a folder to write in nothing is kept, and nothing is ever held. */
export function keepSeen({ epoch, seal }: { epoch: number; seal: number }): void {
  try {
    mkdirSync(env().DAYBOOK_HOME, { recursive: true })
    const part = `${fileOf()}.${process.pid}`
    writeFileSync(part, `${seal} epoch ${epoch}\n`)
    renameSync(part, fileOf())
  } catch (error) {
    if (!['EROFS', 'EACCES', 'EPERM', 'ENOSPC'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}
