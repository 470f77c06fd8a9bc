import type { TodaySource } from '@/lib/alerts/loaders'
import type { TodayButton, TodayEntry } from '@/lib/alerts/schema'
import type { Context } from '@/lib/platform/context'
import { shownAt } from '@/lib/platform/zone-format'
import type { SubjectWords } from '@/lib/timeline/loaders'
import { DECISION_WORDS, reasonWords, STATE_WORDS, waitingMeans, waitingTitle } from '../labels'
import { type Scene, sceneOf } from '../loaders'
import { countUndecided } from '../outbox/data'
import { holdState } from '../restore/process'
import { GROUPS, listFirstUndecided, SINGLES, type Undecided } from './data'

/** What of the outbox needs a person: the hold after a restore, and what failed or may not have arrived. */
export const messagesToday = (subjects: readonly SubjectWords[]): TodaySource => ({
  permission: 'outbox.decide',
  async entries(ctx) {
    const [held, waiting] = await Promise.all([holdEntries(ctx), listFirstUndecided(ctx.db)])
    if (waiting.length === 0) return held
    const scene = await sceneOf(ctx, subjects, waiting)
    const groups = new Set(waiting.map(groupOf))
    if (groups.size > GROUPS) return [...held, await together(ctx, waiting)]
    return [...held, ...waiting.map((one) => (one.among > SINGLES ? many(one, scene) : single(one, scene)))]
  },
})

const groupOf = ({ subjectId, state }: Undecided): string => `${subjectId}:${state}`

async function holdEntries(ctx: Context): Promise<TodayEntry[]> {
  const hold = await holdState(ctx)
  if (!hold.held) return []
  return [
    {
      key: `restore:${hold.id}`,
      urgency: 1,
      tone: 'act',
      icon: 'pause',
      title: 'Nothing leaves: this database is older than what was seen before',
      at: null,
      text: 'A backup was restored, or the server is joined to the wrong database. Mails wait until a person says how to go on.',
      href: '/outbox',
      actions: [{ kind: 'link', label: 'Look at the Outbox', href: '/outbox', primary: true }],
    },
  ]
}

const marked = ({ state }: Undecided) =>
  ({ urgency: 2, tone: STATE_WORDS[state].tone, icon: STATE_WORDS[state].icon }) as const

function single(one: Undecided, scene: Scene): TodayEntry {
  const why = reasonWords(one.reason) ?? waitingMeans(one.state)
  const others = one.total > 1 ? ` ${one.sent} of ${one.total} are sent.` : ''
  return {
    key: `message:${one.id}:${one.state}`,
    ...marked(one),
    title: waitingTitle(one.state, { kinds: [one.kind], count: 1, to: one.recipientName }),
    at: shownAt(scene.zone, one.since),
    text: `${scene.aboutOf(one).name}. ${why}${others}`,
    href: `/outbox/${one.id}`,
    actions: one.state === 'failed' ? ofFailed(one) : ofUnknown(one),
  }
}

const rowsOf = ({ id, fence }: Undecided) => ({ rows: [{ id, seen: Number(fence) }] })

const ofFailed = (one: Undecided): TodayButton[] => [
  { kind: 'move', label: DECISION_WORDS.retry.button, action: 'retryMessages', input: rowsOf(one), primary: true },
  {
    kind: 'move',
    label: DECISION_WORDS.letGo.button,
    action: 'letMessagesGo',
    input: rowsOf(one),
    confirm: {
      title: `Let the message to ${one.recipientName} go?`,
      text: DECISION_WORDS.letGo.hint,
      confirmLabel: DECISION_WORDS.letGo.button,
      danger: true,
      field: { name: 'reason', label: 'Why', hint: 'Stands beside the message and in the timeline.' },
    },
  },
]

const ofUnknown = (one: Undecided): TodayButton[] => [
  { kind: 'move', label: DECISION_WORDS.itArrived.button, action: 'markArrived', input: rowsOf(one) },
  {
    kind: 'move',
    label: DECISION_WORDS.sendAgain.button,
    action: 'sendAgain',
    input: rowsOf(one),
    confirm: {
      title: `Send it to ${one.recipientName} again?`,
      text: DECISION_WORDS.sendAgain.hint,
      confirmLabel: DECISION_WORDS.sendAgain.button,
      danger: true,
    },
  },
]

/** More of a subject than anybody decides one by one. */
function many(one: Undecided, scene: Scene): TodayEntry {
  const href = `/outbox?subject=${one.subjectId}&state=${one.state}`
  return {
    key: `messages:${groupOf(one)}`,
    ...marked(one),
    title: waitingTitle(one.state, { kinds: one.kinds, count: one.among, to: one.recipientName }),
    at: shownAt(scene.zone, one.since),
    text: `${scene.aboutOf(one).name}. ${waitingMeans(one.state)}`,
    href,
    actions: [{ kind: 'link', label: 'Decide in the Outbox', href, primary: true }],
  }
}

/** Something is wrong with the mail itself: one entry, however many subjects it concerns. */
async function together(ctx: Context, waiting: readonly Undecided[]): Promise<TodayEntry> {
  const count = await countUndecided(ctx.db)
  const href = '/outbox?state=waiting'
  return {
    key: 'messages',
    urgency: 2,
    tone: waiting.some(({ state }) => state === 'failed') ? 'bad' : 'act',
    icon: 'mail-x',
    title: `${count.toLocaleString('en-GB')} messages need a decision`,
    at: null,
    text: 'They are about several weeks, so the mail server itself may be the reason.',
    href,
    actions: [{ kind: 'link', label: 'Decide in the Outbox', href, primary: true }],
  }
}
