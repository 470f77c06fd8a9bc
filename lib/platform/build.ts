import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a rehearsal has rehearsed: the code that moves a week and mails it. */
const FOLDERS = ['lib/engine', 'lib/roster', 'lib/messages']

/** @param root the folder that holds `lib` and `prisma` @returns 16 hex digits */
export function hashBuild(root: string): string {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => `${folder}/${name}`),
  ).sort()
  const last = readdirSync(join(root, 'prisma/migrations'))
    .filter((name) => /^\d/.test(name))
    .sort()
    .at(-1)
  const hash = createHash('sha256').update(String(last))
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 16)
}

let ofSources: string | undefined

/**
 * The build of the roster's engines: as the build of the app kept it (`next.config.ts` writes it in), or of the sources
 * in the working folder as this process first found them.
 */
export function rosterBuild(): string {
  if (process.env.ROSTER_BUILD) return process.env.ROSTER_BUILD
  ofSources ??= hashBuild(process.cwd())
  return ofSources
}
