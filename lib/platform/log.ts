import pino, { type Bindings, type ChildLoggerOptions, type DestinationStream, type Logger } from 'pino'
import { redact, scrubber } from './redact'

/**
 * One JSON object a line on standard error: `time` (ISO, UTC), `level`, `msg`, and what the caller adds. No secret goes
 * out (`redact.ts`), and nothing a caller passes can start a second line.
 */

const SECRETS = [
  'CRON_SECRET',
  'CRON_SECRET_PREVIOUS',
  'NEXTAUTH_SECRET',
  'NEXT_SERVER_ACTIONS_ENCRYPTION_KEY',
  'OIDC_CLIENT_SECRET',
  'RESEND_API_KEY',
]
const WITH_PASSWORD = ['DATABASE_URL', 'DATABASE_OWNER_URL', 'SMTP_URL']
/** Shorter ones ('daybook' on a laptop) are words that lines need; the shape of a connection string still hides them. */
const SHORTEST = 10

function passwordIn(address: string): string[] {
  if (!URL.canParse(address)) return []
  const { password } = new URL(address)
  try {
    return [password, decodeURIComponent(password)]
  } catch {
    return [password]
  }
}

function secretsOf(record: Readonly<Record<string, string | undefined>>): string[] {
  const whole = SECRETS.map((name) => record[name] ?? '')
  const parts = WITH_PASSWORD.flatMap((name) => passwordIn(record[name] ?? ''))
  return [...whole, ...parts].filter((value) => value.length >= SHORTEST)
}

/**
 * Makes a logger that writes to `destination` and never writes the secrets of the environment `record`. It reads the
 * raw environment, for it must also be able to say that the environment is wrong.
 */
export function makeLog(destination: DestinationStream, record: Readonly<Record<string, string | undefined>>): Logger {
  const root = pino(
    {
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: redact },
      // Errors are already plain when they get here, and pino's own serializer would look for the original.
      serializers: { err: (value: unknown) => value },
      hooks: { streamWrite: scrubber(secretsOf(record)) },
    },
    destination,
  )
  const child: (this: Logger, bindings: Bindings, options?: ChildLoggerOptions) => Logger = root.child
  // pino forgets a formatter of bindings in children, so what is bound is redacted on its way in; children inherit this.
  return Object.assign(root, {
    child(this: Logger, bindings: Bindings, options?: ChildLoggerOptions) {
      return child.call(this, redact(bindings), options)
    },
  })
}

/** Written at once: a line that waits in a buffer is lost with the process it would explain. */
export const log: Logger = makeLog(pino.destination({ dest: 2, sync: true }), process.env)

/** The logger of one request or tick; every line carries its id. */
export const logFor = (requestId: string): Logger => log.child({ requestId })
