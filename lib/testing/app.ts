import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildFolder } from '@/scripts/boot/build.mjs'
import { serve } from '@/scripts/boot/serve.mjs'

/** Of every server that a test starts: what a test derives from it, such as a personal link, is the server's too. */
export const SECRET = 'a-secret-of-the-tests-alone-0123456789'

export type AppOptions = {
  /** The app's role on a database of lib/testing. */
  databaseUrl: string
  port: number
  smtpPort: number
  /** `<name>:<kill|throw|stall>`; none unless given. */
  failpoint?: string
  /** The new roster engine is switched off in this process. */
  killed?: boolean
}

export type App = Awaited<ReturnType<typeof startApp>>

/** A real server process on the build, on a database of its own: for tests that kill it, or run two. */
export async function startApp({ databaseUrl, port, smtpPort, failpoint, killed = false }: AppOptions) {
  const home = mkdtempSync(join(tmpdir(), 'daybook-app-'))
  const url = `http://localhost:${port}`
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    NODE_ENV: 'production',
    DAYBOOK_TEST: '1',
    DAYBOOK_HOME: home,
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    NEXTAUTH_URL: url,
    NEXTAUTH_SECRET: SECRET,
    CRON_SECRET: SECRET,
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    MAIL_FROM: 'roster@anchor.test',
    ...(failpoint ? { DAYBOOK_FAILPOINT: failpoint } : {}),
    ...(killed ? { PUB_SCHEDULER_V2: 'off' } : {}),
  } as unknown as NodeJS.ProcessEnv
  const child = await serve({ env, folder: buildFolder(), home, port: String(port), host: '127.0.0.1', url })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  return {
    url,
    child,
    /** Resolves when the process is gone. */
    ended,
    /** Moves this server's clock; read on each request. */
    setClock: (ms: number) => writeFileSync(join(home, 'clock'), String(ms)),
    /** One tick. @returns its report, or null when the server died under it */
    tick: (): Promise<Response | null> =>
      fetch(`${url}/api/cron/tick`, { headers: { authorization: `Bearer ${SECRET}` } }).catch(() => null),
    stop: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
