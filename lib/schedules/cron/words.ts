/** What a cron says, in words: '07:05 on weekdays'. Crons that fire at other times have other words. */
import { daysInWords } from './day-words'
import type { Sets } from './fields'
import { listOf, pieces, runsOf, stepOf, two } from './lists'
import type { Cron } from './parse'

type Times = Pick<Sets, 'second' | 'minute' | 'hour'>

const isEvery = (set: readonly number[], size: number) => set.length === size

const clock = (hour: number, minute: number, second = 0, withSeconds = second > 0) =>
  `${two(hour)}:${two(minute)}${withSeconds ? `:${two(second)}` : ''}`

/** Up to so many times of day are told one by one. */
const FEW = 4

const each = ({ second, minute, hour }: Times) =>
  listOf(
    hour.flatMap((h) =>
      minute.flatMap((m) =>
        second.map((s) =>
          clock(
            h,
            m,
            s,
            second.some((each) => each > 0),
          ),
        ),
      ),
    ),
  )

/** 'every 15 minutes' for the set 0, 15, 30 and 45; undefined where it does not divide the hour. */
function beat(set: readonly number[], unit: string): string | undefined {
  const step = 60 / set.length
  if (set.length < 2 || !set.every((value, index) => value === index * step)) return undefined
  return step === 1 ? `every ${unit}` : `every ${step} ${unit}s`
}

/** ' from 09:00 to 17:45': the first and the last time of each run of hours; '' for all of them. */
function during({ second, minute, hour }: Times): string {
  if (isEvery(hour, 24)) return ''
  const [from, to] = [minute[0] ?? 0, minute.at(-1) ?? 0]
  const withSeconds = second.length > 1
  const runs = runsOf(hour).map(
    ([low, high]) =>
      `from ${clock(low, from, second[0], withSeconds)} to ${clock(high, to, second.at(-1), withSeconds)}`,
  )
  return ` ${listOf(runs)}`
}

function onceAnHour(times: Times): string {
  const [minute = 0] = times.minute
  if (isEvery(times.hour, 24)) {
    if (minute === 0) return 'every hour on the hour'
    return `${minute} ${minute === 1 ? 'minute' : 'minutes'} past every hour`
  }
  const step = stepOf(times.hour)
  if (!step) return each(times)
  const [first = 0, last = 0] = [times.hour[0], times.hour.at(-1)]
  return `every ${step === 1 ? 'hour' : `${step} hours`} from ${clock(first, minute)} to ${clock(last, minute)}`
}

const named = (set: readonly number[], size: number, unit: string) => {
  if (isEvery(set, size)) return `every ${unit}`
  return `the ${unit}${set.length > 1 ? 's' : ''} ${pieces(set, two)}`
}

function rhythm(times: Times): string {
  const { second, minute, hour } = times
  const isFewRuns = runsOf(hour).length <= 2
  if (isEvery(minute, 60) && second.length > 1 && isFewRuns) {
    const beats = beat(second, 'second')
    if (beats) return `${beats}${during(times)}`
  }
  if (second.length > 1 || second[0] !== 0) {
    const seconds = beat(second, 'second') ?? `at ${named(second, 60, 'second').slice(4)}`
    return `${seconds} of ${named(minute, 60, 'minute')} of ${named(hour, 24, 'hour')}`
  }
  if (minute.length === 1) return onceAnHour(times)
  const beats = beat(minute, 'minute')
  if (beats) return isFewRuns ? `${beats}${during(times)}` : `${beats} in ${named(hour, 24, 'hour')}`
  return `${pieces(minute, String)} minutes past ${named(hour, 24, 'hour')}`
}

/** A sentence without its full stop: '07:05 on weekdays', 'Every 15 minutes', '09:00 on Fridays that fall on the 13th'. */
export function inWords({ sets }: Cron): string {
  const { second, minute, hour } = sets
  const isFew = second.length * minute.length * hour.length <= FEW
  const times = isFew ? each(sets) : rhythm(sets)
  const days = daysInWords(sets)
  const isListed = /^\d\d:/.test(times)
  const whole = `${times}${isListed && /^( in |$)/.test(days) ? ' every day' : ''}${days}`
  return whole.charAt(0).toUpperCase() + whole.slice(1)
}
