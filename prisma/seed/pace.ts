import type { Moment, Settings } from '@/lib/roster/schema'

/** When the things of a week happen: by the roster's rhythm, and beside it when its people find the time. */
export type Pace = { rhythm: Settings; made: Moment; answered: Moment; approved: Moment }

const ALONE = { autopilot: false, makesWeeks: false, restHours: 0 }

/** Open for a week, closed on Monday, generated at once, out on Thursday: all in the week before. */
export const RHYTHM: Settings = {
  opens: { daysBefore: 14, time: '09:00' },
  closes: { daysBefore: 7, time: '08:00' },
  generates: { daysBefore: 7, time: '09:00' },
  sendBy: { daysBefore: 4, time: '18:00' },
  ...ALONE,
}

export const PACE: Pace = {
  rhythm: RHYTHM,
  made: { daysBefore: 18, time: '09:00' },
  answered: { daysBefore: 10, time: '19:30' },
  approved: { daysBefore: 6, time: '18:20' },
}

/** How long the idle gap of `paceInGap` lasts beyond the day on which it is asked for, in days. */
const GAP_DAYS = 2

/**
 * A rhythm in whose idle gap a day lies: the schedule went out the evening before, and the next form opens two mornings
 * later, whatever the weekday. @param ahead days from that day to the Monday of the next week that is to be opened, 7 to 13
 */
export function paceInGap(ahead: number): Pace {
  const opens = ahead - GAP_DAYS
  return {
    rhythm: {
      opens: { daysBefore: opens, time: '09:00' },
      closes: { daysBefore: opens - 2, time: '20:00' },
      generates: { daysBefore: opens - 3, time: '09:00' },
      sendBy: { daysBefore: opens - 4, time: '18:00' },
      ...ALONE,
    },
    made: { daysBefore: opens + 4, time: '09:00' },
    answered: { daysBefore: opens - 1, time: '19:30' },
    approved: { daysBefore: opens - 3, time: '18:20' },
  }
}
