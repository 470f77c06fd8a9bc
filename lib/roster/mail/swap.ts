import { formatInstant, formatLocalRange } from '@/lib/platform/zone-format'
import { firstName } from '../people/rules'
import { type Block, type Written, write } from './page'

/** What became of a swap, as far as anybody gets a mail of it. */
export type SwapEvent = 'confirmed' | 'refused' | 'withdrawn' | 'lapsed'

export type SwapMailInput = {
  event: SwapEvent
  /** Whether this goes to who gave the shift away or to who would take it. */
  to: 'giver' | 'taker'
  roster: string
  zone: string
  name: string
  /** The other one's name; null where nobody had offered. */
  other: string | null
  shift: { startsAt: Date; endsAt: Date; role: string }
  /** Who works it from now on, sorted. */
  people: readonly string[]
  /** The operator's words, of a refusal. */
  reason: string | null
  /** The address of the person's own page. */
  url: string
}

const TITLES: Record<SwapEvent, Record<'giver' | 'taker', (name: string, other: string) => string>> = {
  confirmed: {
    giver: (name, other) => `${other} takes your shift, ${name}`,
    taker: (name) => `You have one more shift, ${name}`,
  },
  refused: {
    giver: (name) => `Your shift stays yours, ${name}`,
    taker: (name) => `You do not have to take the shift, ${name}`,
  },
  withdrawn: {
    giver: (name) => `Your shift stays yours, ${name}`,
    taker: (name) => `The shift is not given away after all, ${name}`,
  },
  lapsed: {
    giver: (name) => `Your shift stayed yours, ${name}`,
    taker: (name) => `The swap was not confirmed in time, ${name}`,
  },
}

function saying({ event, to, other, reason }: SwapMailInput): string {
  const whose = other ?? 'somebody'
  switch (event) {
    case 'confirmed':
      return to === 'giver'
        ? `${whose} works it instead, and you are free. The attached file takes it out of your calendar; where it does not, remove it by hand.`
        : `You take it from ${whose}. The attached file puts it into your calendar.`
    case 'refused':
      return `Whoever makes the roster did not agree to the swap: “${reason ?? ''}” ${to === 'giver' ? 'You are still on this shift.' : `It stays with ${whose}.`}`
    case 'withdrawn':
      return `The request was withdrawn: the shift stays with ${whose}. Thank you for offering.`
    case 'lapsed':
      return to === 'giver'
        ? `It began before ${other ? 'the swap was confirmed' : 'anybody offered to take it'}, so it stayed with you.`
        : `The shift began before anybody confirmed it, so it stayed with ${whose}. Thank you for offering.`
  }
}

/** What one of the two people concerned is told of a swap. Nothing else of the schedule changes, and nobody else is told. */
export function swapMail(input: SwapMailInput): Written {
  const { event, to, roster, zone, other, shift, people, url } = input
  const name = firstName(input.name)
  const title = TITLES[event][to](name, other ?? 'Somebody')
  const mine = (event === 'confirmed') === (to === 'taker')
  const blocks: Block[] = [
    { kind: 'title', text: title },
    {
      kind: 'list',
      rows: [
        {
          strong: formatLocalRange(zone, shift.startsAt, shift.endsAt, 'full'),
          rest: `${shift.role}: ${people.join(', ')}`,
          mine,
        },
      ],
    },
    { kind: 'text', text: saying(input) },
    { kind: 'button', text: 'Open your own page', url },
    { kind: 'small', text: `The rest of the schedule stands as it was mailed. All times are those in ${zone}.` },
  ]
  const when = formatInstant(zone, shift.startsAt, 'dayTime')
  return write(`${when}: ${title.replace(`, ${name}`, '')}`, roster, blocks)
}
