/**
 * The delivery protocol as a pure transition system: one outbox row, some workers, one e-mail provider, and an
 * adversary who may do at any moment what a production system suffers: crash a worker, let a lease run out while
 * its holder lives, lose a request or a reply, deliver a dead sender's request late, forget an idempotency key.
 * Each step is one committed statement or one event on the wire.
 */

/** Row: queued, claimed, sending (intent committed before the call), done, unknown (parked for a person). */
export type RowState = 'Q' | 'C' | 'S' | 'D' | 'U'

/** Worker: idle, claimed, about to call, waiting for the reply, reply in hand, dead. */
export type WorkerStep = 'i' | 'c' | 's' | 'w' | 'r' | 'x'

export type Worker = { step: WorkerStep; token: number }

export type World = {
  row: RowState
  token: number
  owner: number
  workers: readonly Worker[]
  /** Workers whose request is on the wire, ascending. */
  wire: readonly number[]
  mails: number
  key: 'fresh' | 'used' | 'gone'
  crashes: number
  expiries: number
  losses: number
}

/** What a variant of the protocol does. The sound ones are proven sound, the others are proven broken. */
export type Variant = {
  /** Every write of the row compares the fencing token. */
  fence: boolean
  /** The intent is committed before the call. */
  intent: boolean
  /** What the reaper does with an expired intent. */
  expiredIntent: 'park' | 'requeue'
  /** Ask the provider about a parked row, and queue it again when the provider knows nothing. */
  reconcile: boolean
  /** The provider deduplicates by key. */
  dedupe: boolean
  /** The provider may forget the key. */
  forgets: boolean
  /** No claim after the key may have been forgotten: the row is parked. */
  windowGuard: boolean
  /** No attempt outlives the key's window. */
  margin: boolean
  reaper: boolean
}

export const startOf = (workers: number): World => ({
  row: 'Q',
  token: 0,
  owner: -1,
  workers: Array.from({ length: workers }, () => ({ step: 'i', token: 0 })),
  wire: [],
  mails: 0,
  key: 'fresh',
  crashes: 2,
  expiries: 2,
  losses: 2,
})

const ROWS = 'QCSDU'
const STEPS = 'icswrx'
const KEYS = ['fresh', 'used', 'gone']

/** Equal worlds have equal keys: a world of up to three workers, packed into the 53 bits of a number. */
export function keyOf(w: World): number {
  let key = ROWS.indexOf(w.row)
  key = key * 16 + w.token
  key = key * 4 + w.owner + 1
  key = key * 4 + w.mails
  key = key * 3 + KEYS.indexOf(w.key)
  key = ((key * 3 + w.crashes) * 3 + w.expiries) * 3 + w.losses
  for (const [i, { step, token }] of w.workers.entries()) {
    key = (key * 6 + STEPS.indexOf(step)) * 16 + token
    key = key * 4 + w.wire.filter((sender) => sender === i).length
  }
  return key
}

/** `who` does what is said; nobody where it is the world's doing. */
export type Step = { who: number | null; say: string; to: World }

const put = (w: World, at: number, step: WorkerStep, token?: number): readonly Worker[] =>
  w.workers.map((worker, i) => (i === at ? { step, token: token ?? worker.token } : worker))

/** Everything that may happen next. */
export function stepsFrom(w: World, variant: Variant): Step[] {
  const steps: Step[] = []
  w.workers.forEach((worker, i) => {
    steps.push(...ownSteps(w, variant, worker, i))
    if (worker.step !== 'i' && worker.step !== 'x' && w.crashes > 0)
      steps.push({ who: i, say: 'crashes', to: { ...w, workers: put(w, i, 'x'), crashes: w.crashes - 1 } })
  })
  w.wire.forEach((sender, at) => {
    steps.push(...wireSteps(w, variant, sender, at))
  })
  steps.push(...sweepSteps(w, variant))
  w.workers.forEach((worker, i) => {
    if (worker.step === 'x') steps.push({ who: i, say: 'restarts', to: { ...w, workers: put(w, i, 'i') } })
  })
  return steps
}

/** What a worker does next by itself. */
function ownSteps(w: World, v: Variant, { step, token }: Worker, i: number): Step[] {
  const owns = !v.fence || w.token === token
  if (step === 'i' && w.row === 'Q') {
    if (v.windowGuard && v.dedupe && w.key === 'gone')
      return [{ who: i, say: 'finds the window over and parks', to: { ...w, row: 'U', owner: -1 } }]
    const next = w.token + 1
    return [{ who: i, say: 'claims', to: { ...w, row: 'C', token: next, owner: i, workers: put(w, i, 'c', next) } }]
  }
  if (step === 'c') {
    if (!v.intent) return [{ who: i, say: 'is about to call', to: { ...w, workers: put(w, i, 's') } }]
    if (owns && (!v.fence || w.row === 'C'))
      return [{ who: i, say: 'commits its intent', to: { ...w, row: 'S', workers: put(w, i, 's') } }]
    return [{ who: i, say: 'is fenced off before the call', to: { ...w, workers: put(w, i, 'i') } }]
  }
  if (step === 's') {
    const wire = [...w.wire, i].sort((a, b) => a - b)
    return [{ who: i, say: 'calls', to: { ...w, workers: put(w, i, 'w'), wire } }]
  }
  if (step === 'r') {
    if (!owns) return [{ who: i, say: 'comes too late to settle', to: { ...w, workers: put(w, i, 'i') } }]
    const settles = !v.fence || w.row === 'C' || w.row === 'S' || w.row === 'U'
    return [{ who: i, say: 'settles', to: { ...w, row: settles ? 'D' : w.row, owner: -1, workers: put(w, i, 'i') } }]
  }
  return []
}

/** What may become of a request on the wire, its sender dead or alive. */
function wireSteps(w: World, v: Variant, sender: number, at: number): Step[] {
  const repeat = v.dedupe && w.key === 'used'
  const wire = w.wire.filter((_, i) => i !== at)
  const taken: World = { ...w, wire, mails: w.mails + (repeat ? 0 : 1), key: repeat ? w.key : 'used' }
  if (w.workers[sender]?.step !== 'w') return [{ who: sender, say: 'is dead, its request arrives', to: taken }]
  const steps: Step[] = [{ who: sender, say: 'is accepted', to: { ...taken, workers: put(taken, sender, 'r') } }]
  if (w.losses > 0) {
    const losses = w.losses - 1
    steps.push(
      {
        who: sender,
        say: 'is accepted, the reply is lost',
        to: { ...taken, losses, workers: put(taken, sender, 'i') },
      },
      { who: sender, say: 'the request is lost', to: { ...w, wire, losses, workers: put(w, sender, 'i') } },
    )
  }
  return steps
}

/** Lease expiry, reconciliation, and the provider's memory. */
function sweepSteps(w: World, v: Variant): Step[] {
  const steps: Step[] = []
  // A lease of a holder that is gone runs out for free; one of a live holder costs the adversary a pause.
  const alive = w.workers.some((k) => 'cswr'.includes(k.step) && k.token === w.token)
  if ((w.row === 'C' || w.row === 'S') && v.reaper && (!alive || w.expiries > 0)) {
    const row = w.row === 'C' || v.expiredIntent === 'requeue' ? 'Q' : 'U'
    const expiries = alive ? w.expiries - 1 : w.expiries
    steps.push({ who: null, say: 'the lease runs out', to: { ...w, row, owner: -1, expiries } })
  }
  if (v.reconcile && w.row === 'U')
    steps.push(
      w.mails > 0
        ? { who: null, say: 'the provider has it', to: { ...w, row: 'D' } }
        : { who: null, say: 'the provider has nothing: queued again', to: { ...w, row: 'Q' } },
    )
  const busy = w.wire.length > 0 || w.workers.some((k) => 'csw'.includes(k.step))
  if (v.forgets && w.key === 'used' && !(v.margin && busy))
    steps.push({ who: null, say: 'the provider forgets the key', to: { ...w, key: 'gone' } })
  return steps
}
