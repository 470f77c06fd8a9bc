import { env, parseFailpoint } from './env'

/** What an armed `throw` raises. */
export class FailpointError extends Error {
  override name = 'FailpointError'
  constructor(point: string) {
    super(`Failpoint ${point}`)
  }
}

/** The longest that a timer takes, 24.8 days: a stall without a figure keeps its process alive and never ends. */
const LASTING = 2 ** 31 - 1

/**
 * A place where tests make a process die, throw or stall: `DAYBOOK_FAILPOINT=<name>:<kill|throw|stall[=ms]>`. Does
 * nothing unless `DAYBOOK_TEST=1`, which the start refuses beside a database that is not a test's. Which point is armed
 * is read at each call, so that a test in the same process can arm several, one after another.
 */
export async function failpoint(name: string): Promise<void> {
  if (!env().DAYBOOK_TEST) return
  const armed = parseFailpoint(process.env.DAYBOOK_FAILPOINT ?? '')
  if (armed?.name !== name) return
  if (armed.act === 'throw') throw new FailpointError(name)
  // No exit handler may run: what is tested is a power cut.
  if (armed.act === 'kill') process.kill(process.pid, 'SIGKILL')
  await new Promise((resolve) => setTimeout(resolve, armed.ms ?? LASTING))
}
