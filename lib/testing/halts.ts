import type { Context } from '@/lib/platform/context'

/** Where a worker stops: after so many statements, 0 before its first. Then it dies, or waits until it is let go on. */
export type Halt = { after: number; dies: boolean }

/** What a worker that died finds in the place of its database. */
export class Died extends Error {
  override name = 'Died'
}

export type Worker<T> = {
  /** Settles once it stands still: it waits, or it has ended. */
  still: Promise<'waits' | 'ended'>
  /** Lets it go on. @returns what came of it; rejects as the work did, with `Died` where that is how it ended */
  goOn(): Promise<T>
  /** From here on nothing that it does reaches the database, as when its process is killed. */
  die(): void
  isDead(): boolean
}

const STATEMENTS = new Set(['$queryRaw', '$executeRaw', '$queryRawUnsafe', '$executeRawUnsafe', '$transaction'])

/**
 * Work in a process of its own, that a test stops between two of its statements while others go on, lets go on later,
 * as one that was frozen and comes back, or kills. It waits with a statement done and its answer not read yet, so the
 * next one is made from a clock that has gone on. A transaction counts as one statement: killed within it, it would
 * leave as much behind as killed before it.
 */
export function begin<T>(ctx: Context, halt: Halt | null, work: (ctx: Context) => Promise<T>): Worker<T> {
  let done = 0
  let dead = false
  let waits = () => {}
  let goOn = () => {}
  const waiting = new Promise<'waits'>((resolve) => {
    waits = () => resolve('waits')
  })
  const freed = new Promise<void>((resolve) => {
    goOn = resolve
  })

  /** Counts what was done, and stops where it is to stop. */
  async function reached(): Promise<void> {
    if (halt && done >= halt.after) {
      if (halt.dies) dead = true
      else {
        waits()
        await freed
      }
    }
    if (dead) throw new Died()
  }

  const passing = async <R>(statement: () => Promise<R>): Promise<R> => {
    if (dead) throw new Died()
    const answer = await statement()
    done += 1
    await reached()
    return answer
  }

  const guarded = <O extends object>(of: O, isRoot: boolean): O =>
    new Proxy(of, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key)
        if (typeof value === 'function' && (isRoot ? STATEMENTS.has(String(key)) : true))
          return (...args: unknown[]) => passing(async () => value.apply(target, args))
        if (typeof value === 'function') return value.bind(target)
        return isRoot && typeof value === 'object' && value !== null ? guarded(value, false) : value
      },
    })

  const ended = reached().then(() => work({ ...ctx, db: guarded(ctx.db, true) }))
  // Whoever lets it go on hears how it ended; until then nobody need listen.
  ended.catch(() => {})
  const over = ended.then(
    () => 'ended' as const,
    () => 'ended' as const,
  )
  return {
    still: Promise.race([waiting, over]),
    goOn: () => {
      goOn()
      return ended
    },
    die: () => {
      dead = true
      goOn()
    },
    isDead: () => dead,
  }
}

/** A worker that stands before what it does after so many statements: two that were prepared on the same page. */
export async function prepared<T>(
  ctx: Context,
  after: number,
  work: (ctx: Context) => Promise<T>,
): Promise<Worker<T>['goOn']> {
  const worker = begin(ctx, { after, dies: false }, work)
  if ((await worker.still) !== 'waits') {
    await worker.goOn()
    throw new Error(`It ended within ${after} statements.`)
  }
  return worker.goOn
}
