import type { Answer, Transport } from '@/lib/messages/transport/contract'

const HOUR = 3_600_000

/** What a mail server does with a mail, and what its sender hears of it or lives to hear. */
export type Take = 'take' | 'refuse' | 'later' | 'down' | 'lost' | 'silent' | 'dieAfter' | 'dieBefore'

const REFUSED = { kind: 'not_sent', permanent: true, service: false, code: '550', detail: 'no such mailbox' } as const
const LATER = { kind: 'not_sent', permanent: false, service: false, code: '451', detail: 'later' } as const
const DOWN = { kind: 'not_sent', permanent: false, service: true, code: 'ECONNREFUSED', detail: 'down' } as const
const SILENCE = { kind: 'no_answer', code: 'ETIMEDOUT', detail: 'no answer' } as const

const HEARD: Record<Take, Answer> = {
  take: { kind: 'sent', providerId: null },
  refuse: REFUSED,
  later: LATER,
  down: DOWN,
  lost: SILENCE,
  silent: SILENCE,
  // Whoever died hears nothing; what the call answers does not matter any more.
  dieAfter: SILENCE,
  dieBefore: SILENCE,
}

const TAKEN: readonly Take[] = ['take', 'lost', 'dieAfter']

/** Everybody's mailbox, behind a mail server that takes, refuses, loses its answer or sees its client die. */
export class Mailbox {
  /** Each mail that arrived, as often as it did. */
  readonly arrived: { id: string; to: string }[] = []
  readonly #keys = new Map<string, number>()

  /** @param keyed whether the provider drops a repeat under the same key for a day @param now ms */
  constructor(
    readonly keyed: boolean,
    readonly now: () => number,
  ) {}

  has(id: string): boolean {
    return this.arrived.some((mail) => mail.id === id)
  }

  #deliver(id: string, to: string): void {
    const before = this.#keys.get(id)
    if (this.keyed && before !== undefined && this.now() - before < 24 * HOUR) return
    this.#keys.set(id, this.now())
    this.arrived.push({ id, to })
  }

  /** A way out to it. @param take what happens to a mail @param die the end of the process that sends */
  transport(take: (to: string) => Take, die: () => void = () => {}): Transport {
    return {
      name: this.keyed ? 'resend' : 'smtp',
      keyWindowMs: this.keyed ? 24 * HOUR : null,
      callMs: 5_000,
      send: async ({ id, mail }) => {
        const how = take(mail.to.address)
        if (TAKEN.includes(how)) this.#deliver(id, mail.to.address)
        if (how === 'dieAfter' || how === 'dieBefore') die()
        return HEARD[how]
      },
      close: () => {},
    }
  }
}
