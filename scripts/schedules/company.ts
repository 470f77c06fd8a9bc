import { userInfo } from 'node:os'
import { measureSkew } from '@/lib/platform/clock'
import { type Context, context } from '@/lib/platform/context'
import { database } from '@/lib/platform/database'
import { EnvError } from '@/lib/platform/env'
import type { Owner, SchedulerClient } from '@/lib/schedules/effects'
import { homeOf, readEnv } from '../boot/home.mjs'

/** It cannot be run at all. The message is a sentence that says what to do first. */
export class CannotError extends Error {
  override name = 'CannotError'
}

export type Schedules = { ctx: Context; client: SchedulerClient; owners: readonly Owner[] }

/** Whoever is signed in to this machine: their name stands in the record. */
function actorName(): string {
  try {
    return `${userInfo().username}, command line`
  } catch {
    return 'command line'
  }
}

const NO_DATABASE =
  'Daybook has not been started from this home: run npm start, or set DATABASE_URL to the database it uses.'

/** What a database error means to whoever typed the command; null where it is none that is expected. */
function sentenceOf(error: unknown): string | null {
  if (error instanceof EnvError) return error.message
  const text = error instanceof Error ? `${error.message} ${String(error.cause ?? '')}` : ''
  if (/ECONNREFUSED|ENOTFOUND|ETIMEDOUT|EAI_AGAIN|Can't reach|terminat|starting up/i.test(text))
    return 'The database does not answer: run npm start, or set DATABASE_URL to one that does.'
  if (/authentication failed|denied access/i.test(text))
    return 'The database does not let this user in: look at DATABASE_URL.'
  if (/relation .* does not exist|does not exist in the current database|database .* does not exist/i.test(text))
    return 'This database knows no schedules: run npm run db -- migrate first.'
  return null
}

/**
 * Runs `work` with the scheduler of the environment's database, or of the last start of this home.
 * @throws CannotError where there is none or it does not answer
 */
export async function withSchedules<T>(work: (schedules: Schedules) => Promise<T>): Promise<T> {
  for (const [name, value] of Object.entries(readEnv(homeOf()))) process.env[name] ||= value
  if (!process.env.DATABASE_URL) throw new CannotError(NO_DATABASE)
  try {
    const db = database()
    const { closeScheduler, scheduler } = await import('@/lib/schedules/process')
    try {
      await measureSkew(db)
      // What a desk brings along is loaded only where it is asked.
      const { handlers, owners } = await import('@/lib/registry')
      const ctx = context({ actor: { kind: 'system', id: null, name: actorName() } })
      return await work({ ctx, client: scheduler(ctx, handlers), owners: await owners(ctx) })
    } finally {
      await closeScheduler()
      await db.$disconnect()
    }
  } catch (error) {
    const sentence = sentenceOf(error)
    if (sentence === null) throw error
    throw new CannotError(sentence)
  }
}
