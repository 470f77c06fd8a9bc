import type { Actor, Context } from '@/lib/platform/context'
import { begin, type Halt } from '../halts'
import { Violation } from './laws'
import type { Town, Waiting } from './town'
import { said } from './verbs'

/** Workers that stand still at once; beyond them the oldest goes on. */
const MOST_WAITING = 5

export type By = { process: 0 | 1; actor: Actor; halt: Halt | null; says: string }
/** What a worker does, in its own world; `die` ends its process. */
export type Work = (ctx: Context, die: () => void) => Promise<unknown>

/** Has somebody do something in a process of their own: to its end, or until it stops half-way. */
export async function act(town: Town, { process, actor, halt, says }: By, work: Work): Promise<unknown> {
  const ctx = town.context(process, actor)
  const worker = begin(ctx, halt, (inner) => work(inner, () => worker.die()))
  const name = `${ctx.requestId} ${says}`
  if ((await worker.still) === 'waits') {
    town.waiting.push({ says: name, worker })
    town.tell(`${name}: stands still`)
    const oldest = town.waiting.length > MOST_WAITING ? town.waiting.shift() : undefined
    if (oldest) await comeBack(town, oldest)
    return undefined
  }
  return ended(town, { says: name, worker })
}

/** How a worker ended. A verb answers, whatever is asked of it; only one that died has no answer. */
async function ended(town: Town, { says, worker }: Waiting): Promise<unknown> {
  try {
    const answer = await worker.goOn()
    town.tell(`${says}: ${worker.isDead() ? 'died' : said(answer)}`)
    return answer
  } catch (error) {
    if (!worker.isDead()) throw new Violation(`${says} broke: ${error instanceof Error ? error.stack : error}`)
    town.tell(`${says}: died`)
    return undefined
  }
}

/** Lets a worker that stood still go on. */
export const comeBack = (town: Town, waiting: Waiting): Promise<unknown> => {
  town.tell(`${waiting.says}: comes back`)
  return ended(town, waiting)
}
