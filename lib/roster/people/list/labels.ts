import type { Show, Sort, Trouble } from './schema'

/** Why no mail reaches a person: as its badge says it, and what it means for whoever makes the roster. */
export const TROUBLE_WORDS: Record<Trouble['kind'], { label: string; says: string }> = {
  none: { label: 'No address', says: 'They are never asked and get no schedule by mail. Not reached: tell them.' },
  stopped: {
    label: 'Stopped mails',
    says: 'They stopped their mails, and can take that back. They still get shifts. Not reached: tell them.',
  },
  bounced: {
    label: 'Mails come back',
    says: 'Mails are still tried. A new address takes this off, or you do once one has arrived. Not reached: tell them.',
  },
  unusable: { label: 'Unusable address', says: 'No mail can be sent to it. Mend the address. Not reached: tell them.' },
}

export const SHOW_WORDS: Record<Show, string> = {
  active: 'Active',
  off: 'Not active',
  lost: 'Cannot be reached',
}

export const SORT_WORDS: Record<Sort, string> = {
  reverse: 'Name, Z to A',
  newest: 'Newest first',
  shifts: 'Most shifts first',
}
