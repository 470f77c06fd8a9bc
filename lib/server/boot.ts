import { keepSkew } from '@/lib/platform/clock'
import { assertSession, type Db, database } from '@/lib/platform/database'
import { EnvError, env } from '@/lib/platform/env'
import { log } from '@/lib/platform/log'
import { answerLost } from '@/lib/platform/sqlstate'

const OWNER =
  'DATABASE_URL is the role that owns the tables, so the guards in the database only guard against forgetting. Give the app a role of its own, and the owner as DATABASE_OWNER_URL.'

/** Milliseconds until a database that did not answer at boot is asked again. */
const AGAIN_MS = 5_000

/** Whether the role of this connection could take the guards off: it owns the tables, or is a superuser. */
export async function ownsTables(db: Db): Promise<boolean> {
  const [row] = await db.$queryRaw<[{ owns: boolean }]>`
    SELECT EXISTS (SELECT FROM pg_catalog.pg_class c
                    WHERE c.oid = to_regclass('public.audit_event') AND pg_has_role(current_user, c.relowner, 'MEMBER')) AS owns`
  return row.owns
}

async function meetDatabase(db: Db): Promise<void> {
  await assertSession(db)
  await keepSkew(db)
  if (await ownsTables(db)) log.warn(OWNER)
}

/** A database that is only late does not end the server: health says it is down, and each request says so too. */
async function meetLater(db: Db): Promise<void> {
  try {
    await meetDatabase(db)
    log.info('the database answers')
  } catch (error) {
    if (!answerLost(error)) throw error
    setTimeout(() => void meetLater(db).catch(end), AGAIN_MS).unref()
  }
}

/** A server that cannot keep its promises says why in sentences and does not serve. */
function end(error: unknown): never {
  if (error instanceof EnvError) for (const problem of error.problems) log.fatal(problem)
  else log.fatal({ err: error }, error instanceof Error ? error.message : 'the start failed')
  process.exit(1)
}

/** Once, before the first request: the environment, the session, the clock, the role. Ends the process on a fault. */
export async function boot(): Promise<void> {
  try {
    env()
    await meetDatabase(database())
  } catch (error) {
    if (!answerLost(error)) end(error)
    log.error({ err: error }, 'the database does not answer yet; asking again')
    setTimeout(() => void meetLater(database()).catch(end), AGAIN_MS).unref()
  }
}
