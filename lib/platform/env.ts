import { z } from 'zod'
import { databaseName, fields } from './env-fields'

/** Databases that `lib/testing` makes are named so, and only they may be tested on. */
export const TEST_DATABASE = 'daybook_test_'

/** The environment does not add up. `problems` holds one sentence a fault, fit to print; no value stands in any. */
export class EnvError extends Error {
  override name = 'EnvError'
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'))
  }
}

export type FailpointSpec = { name: string; act: 'kill' | 'throw' | 'stall'; ms: number | null }

/** Reads `<name>:<kill|throw|stall[=ms]>`; null when it is something else. A stall without figure lasts. */
export function parseFailpoint(text: string): FailpointSpec | null {
  const match = /^([\w.-]+):(?:(kill|throw)|stall(?:=(\d{1,7}))?)$/.exec(text)
  if (!match?.[1]) return null
  const act = match[2] === 'kill' || match[2] === 'throw' ? match[2] : 'stall'
  return { name: match[1], act, ms: match[3] === undefined ? null : Number(match[3]) }
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
const needsTls = (address: string | undefined): boolean => {
  if (!address || !URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol !== 'https:' && !LOOPBACK.has(hostname)
}

type Fields = z.infer<z.ZodObject<typeof fields>>

/** What the variables must be to each other: pairs of a condition that is at fault and its sentence. */
function faults(env: Fields): [boolean, string][] {
  const urls = [env.DATABASE_URL, env.DATABASE_OWNER_URL].filter((url) => url !== undefined)
  const foreign = !env.DAYBOOK_EMBEDDED && urls.some((url) => !databaseName(url).startsWith(TEST_DATABASE))
  const oidc = [env.OIDC_ISSUER, env.OIDC_CLIENT_ID, env.OIDC_CLIENT_SECRET].filter((value) => value !== undefined)
  return [
    [
      env.DAYBOOK_TEST && foreign,
      `DAYBOOK_TEST=1 is refused beside DATABASE_URL, since tests move the clock and kill the process. Leave DAYBOOK_TEST out, or name a database that starts with ${TEST_DATABASE}.`,
    ],
    [
      env.DAYBOOK_TEST && env.DAYBOOK_FAILPOINT !== undefined && !parseFailpoint(env.DAYBOOK_FAILPOINT),
      'DAYBOOK_FAILPOINT is not understood. Write <name>:kill, <name>:throw, <name>:stall or <name>:stall=<milliseconds>.',
    ],
    [
      env.DATABASE_OWNER_URL !== undefined && env.DATABASE_URL === undefined,
      'DATABASE_OWNER_URL stands alone. Set DATABASE_URL too: the first migrates, the second is what the app uses.',
    ],
    [
      env.CRON_SECRET_PREVIOUS !== undefined && env.CRON_SECRET === undefined,
      'CRON_SECRET_PREVIOUS stands alone. Set CRON_SECRET to the new secret, and the previous one beside it while callers change.',
    ],
    [
      env.SMTP_URL !== undefined && env.RESEND_API_KEY !== undefined,
      'SMTP_URL and RESEND_API_KEY are both set. Leave one out: mail goes one way only.',
    ],
    [
      env.SCHEDULER === 'temporal' && env.TEMPORAL_ADDRESS === undefined,
      'SCHEDULER=temporal names no server. Set TEMPORAL_ADDRESS to its host and port, such as 127.0.0.1:7233.',
    ],
    [
      oidc.length > 0 && oidc.length < 3,
      'Sign-in by OIDC is half set. Set OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET together, or none of them.',
    ],
    [
      needsTls(env.OIDC_ISSUER),
      'OIDC_ISSUER is not safe on plain http. Write the https address of the sign-in service.',
    ],
  ]
}

const schema = z.object(fields).transform((env, context) => {
  for (const [wrong, message] of faults(env)) if (wrong) context.addIssue({ code: 'custom', message })
  return {
    ...env,
    // The sample's accounts have a known password, so they are offered to this machine alone unless told otherwise.
    HOST: env.HOST ?? (env.SAMPLE ? '127.0.0.1' : '0.0.0.0'),
    NEXTAUTH_URL: env.NEXTAUTH_URL ?? `http://localhost:${env.PORT}`,
    DAYBOOK_FAILPOINT: env.DAYBOOK_TEST ? env.DAYBOOK_FAILPOINT : undefined,
  }
})

export type Env = z.infer<typeof schema>

/** The names of all variables that the product reads. */
export const envNames = Object.keys(fields)

/** Checks a whole environment; an empty value counts as absent. Throws EnvError with every fault that was found. */
export function parseEnv(record: Readonly<Record<string, string | undefined>>): Env {
  const given = Object.fromEntries(envNames.flatMap((name) => (record[name] ? [[name, record[name]]] : [])))
  const result = schema.safeParse(given)
  if (!result.success) throw new EnvError(result.error.issues.map((issue) => issue.message))
  return result.data
}

let parsed: Env | undefined

/**
 * The environment of this process, read at the first call and kept: a build has no database, and must not ask for one
 * by loading a module. The start calls it at once, so that a fault is told then. Throws EnvError.
 */
export function env(): Env {
  parsed ??= parseEnv(process.env)
  return parsed
}
