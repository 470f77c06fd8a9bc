import type { TodaySource } from '@/lib/alerts/loaders'
import { lastVerified } from '../process'

const HREF = '/settings/record'

/** A verification that found the record altered, pressed or weekly: it stays until one adds up again. */
export const recordToday: TodaySource = {
  permission: 'timeline.read',
  async entries(ctx) {
    const verified = await lastVerified(ctx)
    if (!verified || verified.faults.length === 0) return []
    const { faults, at } = verified
    return [
      {
        ...{ key: 'record:verify', urgency: 1, tone: 'bad', icon: 'circle-x' },
        title: 'The record does not add up',
        at,
        text: `${faults[0]} Find out who wrote to the database past Daybook before anything else is done in it.`,
        href: HREF,
        actions: [{ kind: 'link', label: 'Look at the record', href: HREF, primary: true }],
      },
    ]
  },
}
