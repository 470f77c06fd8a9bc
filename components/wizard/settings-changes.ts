import { MOMENTS } from '@/components/roster/moment-field'
import { momentDay } from '@/lib/roster/labels'
import type { Settings } from '@/lib/roster/schema'
import type { WeekSettings } from '@/lib/roster/week/schema'

/** How a week's settings stand by now, of what is otherwise than it was; null where nothing is. */
export function settingsChanges(was: WeekSettings, is: WeekSettings, roster: Settings): string | null {
  const moment = (of: WeekSettings, name: (typeof MOMENTS)[number][0]) => {
    const { daysBefore, time } = of[name] ?? roster[name]
    return `${momentDay(daysBefore)} at ${time}${of[name] ? '' : ', as the roster has it'}`
  }
  const changes = MOMENTS.flatMap(([name, label]) => {
    const now = moment(is, name)
    return now === moment(was, name) ? [] : [`${label}: ${now}.`]
  })
  if (was.autopilot !== is.autopilot) changes.unshift(`Autopilot is ${is.autopilot ? 'on' : 'off'}.`)
  return changes.length > 0 ? changes.join(' ') : null
}
