/** Each state with one line on how it is entered and left. */
export const STATES = {
  queued: 'Written by the move that wants it sent, put back after a call that surely failed, or by a person.',
  claimed: 'A worker holds it under a lease and a fence, and has not called yet.',
  sending: 'The intent is committed: from here on a call may have been made.',
  sent: 'The provider took it, or a person knows that it arrived. Final.',
  failed: 'Surely not sent, and not tried again by itself: a person decides.',
  unknown: 'It may have been sent, and nobody can say: a person decides.',
  let_go: 'Decided not to be sent, with a reason. Final.',
} as const

export type MessageState = keyof typeof STATES
export const MESSAGE_STATES = Object.keys(STATES) as MessageState[]

/**
 * Every legal move, with who makes it. The guard of the table holds the same list. `evidence` is a success that
 * arrives late, under an old fence: it may only ever move a message to sent, so it can end a wait but never cause a
 * second mail.
 */
export const MOVES: Readonly<Record<MessageState, Partial<Record<MessageState, string>>>> = {
  queued: { claimed: 'worker', sent: 'evidence', unknown: 'reaper: its key is over', let_go: 'person or tick' },
  claimed: {
    sending: 'worker: the intent',
    queued: 'worker or reaper: no call was made',
    sent: 'evidence',
    failed: 'reaper: it ended its worker too often',
    unknown: 'reaper or restore',
  },
  sending: {
    sent: 'worker',
    queued: 'worker: surely not sent, or again under its key',
    failed: 'worker',
    unknown: 'worker or reaper',
  },
  sent: {},
  failed: { queued: 'person', sent: 'evidence', let_go: 'person' },
  unknown: { queued: 'person, at own risk', sent: 'person or evidence', let_go: 'person' },
  let_go: {},
}

/** What a person may do about a message, by its state. */
export const DECISIONS = {
  retry: { from: ['failed'], to: 'queued', event: 'message.retried' },
  sendAgain: { from: ['unknown'], to: 'queued', event: 'message.sent_again' },
  itArrived: { from: ['unknown'], to: 'sent', event: 'message.arrived' },
  letGo: { from: ['queued', 'failed', 'unknown'], to: 'let_go', event: 'message.let_go' },
} as const satisfies Record<string, { from: MessageState[]; to: MessageState; event: string }>

export type DecisionName = keyof typeof DECISIONS
