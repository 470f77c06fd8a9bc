import type { Context } from '@/lib/platform/context'
import { failpoint } from '@/lib/platform/failpoint'
import type { Prisma } from '@/lib/platform/prisma/client'
import { thaw, verdictOf } from '../rules'
import type { Answer, Transport } from '../transport/contract'
import { type Claimed, claim, intend, type Refused, release, settle } from './data'
import { LINES, Turnstile } from './rules'

export type DeliveryReport = {
  /** What could be delivered as this began; counted to 10,000. */
  due: number
  sent: number
  /** Put back for another attempt. */
  deferred: number
  failed: number
  unknown: number
  /** Expired leases that were settled, rows that were let go as nobody wants them any more. */
  recovered: number
  letGo: number
  left: number
  /** Nothing leaves: the database is older than what this installation has seen. */
  held: boolean
  /** What the provider said that made this end early. */
  stopped: string | null
}

export type Progress = { report: DeliveryReport; time: AbortSignal; settles: (kind: string, subject: string) => void }

const BATCH = 200
/** How long a provider that is down is left in peace, in ms. */
const PEACE_MS = 30_000
/** How long after its time a delivery waits for calls under way; they settle by themselves afterwards. */
const GRACE_MS = 2_000

const kept = globalThis as { daybookLines?: Turnstile }

/** The process's one turnstile, however many bundles hold this module. */
function turnstile(): Turnstile {
  kept.daybookLines ??= new Turnstile(LINES)
  return kept.daybookLines
}

/** One delivery's claims and calls, on as many lines as the turnstile lets in. */
export class Run {
  #waiting: Claimed[] = []
  #claiming: Promise<void> | null = null
  #empty = false
  #rows: number
  #error: unknown = null

  constructor(
    readonly ctx: Context,
    readonly to: Progress & {
      where: Prisma.Sql
      transport: Transport
      rows: number
      refused: (kind: string) => Refused | undefined
    },
  ) {
    this.#rows = to.rows
  }

  get #over(): boolean {
    return this.to.time.aborted || this.to.report.stopped !== null || this.#error !== null
  }

  /** Runs until nothing is left, time is up or the provider is down. A call that hangs on is not waited for. */
  async finish(): Promise<void> {
    const lines = Promise.all(Array.from({ length: LINES }, () => this.#line()))
    const late = new Promise<void>((resolve) => {
      const timer = () => setTimeout(resolve, GRACE_MS).unref()
      if (this.to.time.aborted) timer()
      else this.to.time.addEventListener('abort', timer, { once: true })
    })
    await Promise.race([lines, late])
    if (this.#error) throw this.#error
    await release(this.ctx, this.#waiting.splice(0), this.to.report.stopped === null ? 0 : PEACE_MS)
  }

  async #line(): Promise<void> {
    const lines = turnstile()
    while (!this.#over) {
      // Entered before the claim and the intent: a row in hand never waits in a queue of ours.
      if (!(await lines.enter(this.to.time))) return
      try {
        const row = await this.#next()
        if (!row) return
        await this.#send(row)
      } catch (error) {
        this.#error ??= error
      } finally {
        lines.leave()
      }
    }
  }

  /** The next claimed row; the line that finds none claims for all. */
  async #next(): Promise<Claimed | undefined> {
    while (this.#waiting.length === 0 && !this.#empty && !this.#over) {
      this.#claiming ??= this.#claim().finally(() => {
        this.#claiming = null
      })
      await this.#claiming
    }
    return this.#over ? undefined : this.#waiting.shift()
  }

  async #claim(): Promise<void> {
    const limit = Math.min(BATCH, this.#rows)
    await failpoint('before-claim')
    const rows = limit > 0 ? await claim(this.ctx, { where: this.to.where, limit }) : []
    await failpoint('after-claim')
    this.#rows -= rows.length
    this.#empty = rows.length < limit || limit === 0
    this.#waiting.push(...rows)
  }

  /** Calls for a row, and then, as long as nobody else waits for the line, for the rows after it. */
  async #send(first: Claimed): Promise<void> {
    const { transport } = this.to
    let row: Claimed | undefined = (await intend(this.ctx, first, transport)) ? first : undefined
    while (row) {
      await failpoint('after-intent')
      const answer = await callOf(transport, row)
      await failpoint('after-accept')
      if (answer.kind === 'not_sent' && answer.service) this.to.report.stopped ??= answer.detail
      const keyed = transport.keyWindowMs !== null
      const verdict = verdictOf(answer, { attempt: row.attempt, dirty: row.dirty, keyed })
      const next: Claimed | undefined = this.#over || turnstile().isWanted ? undefined : this.#waiting.shift()
      await failpoint('before-finalize')
      const refused = this.to.refused(row.kind)
      const { state, intended } = await settle(this.ctx, { row, answer, verdict, transport, refused }, next)
      await failpoint('after-commit')
      this.#count(row, state)
      row = intended ? next : undefined
    }
  }

  #count({ kind, subjectId }: Claimed, state: string | null): void {
    const { report, settles } = this.to
    if (state === 'sent') settles(kind, subjectId)
    if (state === 'sent' || state === 'failed' || state === 'unknown') report[state]++
    else if (state === 'queued') report.deferred++
  }
}

async function callOf(transport: Transport, row: Claimed): Promise<Answer> {
  try {
    return await transport.send({ id: row.id, messageId: row.messageId, mail: thaw(row.payload) })
  } catch (error) {
    // A transport never throws; should one, nobody knows what it did before.
    return { kind: 'no_answer', code: 'EBUG', detail: error instanceof Error ? error.message : String(error) }
  }
}
