import type { TodaySource } from '@/lib/alerts/loaders'
import type { TodayEntry } from '@/lib/alerts/schema'
import { shownAt } from '@/lib/platform/zone-format'
import { listFailed } from '../desk/data'
import { HEALTH, TODAY, TROUBLE } from '../desk/labels'
import { silentOnes } from '../desk/loaders'

/** More than so many at once have one cause, and are one entry. */
const SINGLES = 3

type Found = { id: string; key: string; name: string; at: TodayEntry['at']; text: string }

/** Schedules that are silent, and those whose last run failed. */
export const schedulesToday: TodaySource = {
  permission: 'schedules.read',
  async entries(ctx) {
    const [silent, failed] = await Promise.all([silentOnes(ctx), listFailed(ctx)])
    return [
      ...entriesOf(
        'silent',
        silent.map(({ id, key, note, zone, nextFireAt }) => ({
          ...{ id, key, name: note, text: TROUBLE.silent?.text ?? '' },
          at: nextFireAt && shownAt(zone, nextFireAt),
        })),
      ),
      ...entriesOf(
        'failed',
        failed.map(({ id, key, note, zone, at, detail }) => ({
          ...{ id, key, name: note, text: `${detail ? `${detail} ` : ''}${TROUBLE.failed?.text ?? ''}` },
          at: shownAt(zone, at),
        })),
      ),
    ]
  },
}

function entriesOf(kind: 'silent' | 'failed', found: readonly Found[]): TodayEntry[] {
  const { tone, icon } = HEALTH[kind]
  const marked = { urgency: 1, tone, icon } as const
  if (found.length > SINGLES) {
    const href = `/schedules?state=${kind}`
    const title = kind === 'silent' ? TODAY.silentMany(found.length) : TODAY.failedMany(found.length)
    const actions = [{ kind: 'link', label: TODAY.lookAll, href, primary: true }] as const
    return [{ key: `schedules:${kind}`, ...marked, title, at: null, text: TODAY.many, href, actions }]
  }
  return found.map(({ id, key, name, at, text }) => {
    const href = `/schedules?id=${encodeURIComponent(key)}`
    const title = kind === 'silent' ? TODAY.silentOne(name) : TODAY.failedOne(name)
    const actions = [{ kind: 'link', label: TODAY.look, href, primary: true }] as const
    return { key: `schedule:${id}:${kind}`, ...marked, title, at, text, href, actions }
  })
}
