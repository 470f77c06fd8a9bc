import { describe, expect, it } from 'vitest'
import { CronError } from './fields'
import { type Cron, parseCron } from './parse'
import { below, drawCron, randomOf } from './random-cron'
import { inWords } from './words'

describe('in words', () => {
  it.each([
    ['5 7 * * 1-5', '07:05 on weekdays'],
    ['0 8 * * 1', '08:00 on Mondays'],
    ['0 9 * * *', '09:00 every day'],
    ['0 9,17 * * 0,6', '09:00 and 17:00 at weekends'],
    ['0,30 9,17 * * *', '09:00, 09:30, 17:00 and 17:30 every day'],
    ['30 0 9 * * * *', '09:00:30 every day'],
    ['0 9 * * 1,3,5', '09:00 on Mondays, Wednesdays and Fridays'],
    ['0 9 * * 1-4', '09:00 from Monday to Thursday'],
    ['0 9 * * 5-7', '09:00 from Friday to Sunday'],
    ['0 9 * * 1-6', '09:00 every day but Sunday'],
    ['0 9 1 * *', '09:00 on the 1st of every month'],
    ['0 9 1,15,22 * *', '09:00 on the 1st, 15th and 22nd of every month'],
    ['0 9 1-7,11-13,23 * *', '09:00 on the 1st to 7th, 11th to 13th and 23rd of every month'],
    ['0 9 */40 * *', '09:00 on the 1st of every month'],
    ['0 9 13 * 5', '09:00 on Fridays that fall on the 13th'],
    ['0 9 15 6 1-5', '09:00 on weekdays that fall on the 15th of June'],
    ['0 9 * january *', '09:00 every day in January'],
    ['0 9 * 1,7 1', '09:00 on Mondays in January and July'],
    ['0 9 1 1,4,7,10 *', '09:00 on the 1st of January, April, July and October'],
    ['@yearly', '00:00 on 1 January'],
    ['@monthly', '00:00 on the 1st of every month'],
    ['@weekly', '00:00 on Sundays'],
    ['@hourly', 'Every hour on the hour'],
    ['0 9 29 2 * 2028', '09:00 on 29 February 2028'],
    ['0 9 * * * 2026-2028', '09:00 every day in 2026 to 2028'],
    ['0 9 * * * */4', '09:00 every day in every 4th year from 2000 to 2100'],
    ['* * * * *', 'Every minute'],
    ['*/15 * * * *', 'Every 15 minutes'],
    ['*/30 * * * *', 'Every 30 minutes'],
    ['*/7 * * * *', '0, 7, 14, 21, 28, 35, 42, 49 and 56 minutes past every hour'],
    ['5/20 * * * *', '5, 25 and 45 minutes past every hour'],
    ['1 * * * *', '1 minute past every hour'],
    ['5 * * * 1-5', '5 minutes past every hour on weekdays'],
    ['*/15 9-17 * * 1-5', 'Every 15 minutes from 09:00 to 17:45 on weekdays'],
    ['*/20 1,2,5 * * *', 'Every 20 minutes from 01:00 to 02:40 and from 05:00 to 05:40'],
    ['*/15 */6 * * *', 'Every 15 minutes in the hours 00, 06, 12 and 18'],
    ['* 9 * * *', 'Every minute from 09:00 to 09:59'],
    ['0 9-17 * * *', 'Every hour from 09:00 to 17:00'],
    ['5 */2 * * *', 'Every 2 hours from 00:05 to 22:05'],
    ['0 1,2,9,11,14 * * *', '01:00, 02:00, 09:00, 11:00 and 14:00 every day'],
    ['10,20 8-12 * * *', '10 and 20 minutes past the hours 08 to 12'],
    ['* * * * * * *', 'Every second'],
    ['*/10 * * * * * *', 'Every 10 seconds'],
    ['*/10 * 9-17 * * * *', 'Every 10 seconds from 09:00:00 to 17:59:50'],
    ['5,35 */10 9-12 * * * *', 'At seconds 05 and 35 of the minutes 00, 10, 20, 30, 40 and 50 of the hours 09 to 12'],
    ['30 * * * * * *', 'At second 30 of every minute of every hour'],
  ])('%s: %s', (cron, want) => {
    expect(inWords(parseCron(cron))).toBe(want)
  })

  it('two crons have the same words only if they have the same times', { timeout: 30_000 }, () => {
    const random = randomOf(7)
    const known = new Map<string, string>()
    let same = 0
    for (let count = 0; count < 4_000; count++) {
      const near = { hour: below(random, 24), day: 1 + below(random, 28), month: 1 + below(random, 12), year: 2026 }
      const { text, sets } = drawCron(random, near)
      let cron: Cron
      try {
        cron = parseCron(text)
      } catch (error) {
        if (error instanceof CronError) continue
        throw error
      }
      const [words, times] = [inWords(cron), JSON.stringify(sets)]
      const before = known.get(words)
      if (before === undefined) known.set(words, times)
      else same++
      if (before !== undefined && before !== times) expect(before, words).toBe(times)
    }
    expect(known.size).toBeGreaterThan(2_000)
    expect(same).toBeGreaterThan(20)
  })
})
