import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { schedulesSchema } from '@/lib/schedules/desk/schema'
import { postgresClient } from '@/lib/schedules/postgres/process'
import { tried } from '@/lib/schedules/trial/rules'
import { readInput } from '@/lib/server/input'
import { type SchedulesWorld, schedulesWorld, spec } from '@/lib/testing/schedules'
import { runSchedules } from './verbs'

// What is wrong is said in the same words wherever it is typed: in the page's field, to the client, on the command line.

const NOW = '2026-12-06T00:00:00Z'
let w: SchedulesWorld
beforeAll(async () => {
  w = await schedulesWorld()
})
afterAll(() => w.end())

async function onCommandLine(...args: string[]): Promise<string> {
  let said = ''
  const fault = (line: string) => {
    said += line
  }
  expect(await runSchedules(args, { input: Readable.from([]), out: fault, fault })).toBe(1)
  return said
}

describe('a calendar that cannot be', () => {
  it.each([
    ['an hour too many', { cron: '0 24 * * *' }, 'cron', 'In the hour field, "24" is not allowed: write 0 to 23.'],
    ['a form of another cron', { cron: '0 9 L * *' }, 'cron', /day/],
    ['too few fields', { cron: '0 9 *' }, 'cron', /fields/],
    ['a day that no month has', { cron: '0 0 31 2 *' }, 'cron', /never fires: February has at most 29 days/],
    [
      'a year that is over',
      { cron: '0 9 * * * 2020' },
      'cron',
      /^"0 9 \* \* \* 2020" never fires in Australia\/Brisbane after/,
    ],
    [
      'a zone that is none',
      { zone: 'Europe/Lodnon' },
      'zone',
      /^There is no time zone "Europe\/Lodnon"\. Write an IANA name/,
    ],
    ['a zone in another case', { zone: 'europe/london' }, 'zone', /Write Europe\/London, in exactly that case\.$/],
    ['an offset', { zone: '+05:30' }, 'zone', /^There is no time zone "\+05:30"/],
    [
      'jitter over the period',
      { cron: '*/5 * * * *', jitter: '300' },
      'jitter',
      /^A jitter of 5 min reaches the next fire: two of them are 5 min apart\./,
    ],
    ['jitter that is no number', { jitter: 'two' }, 'jitter', /^The jitter is no whole number of seconds\./],
  ] as const)('%s', async (_, typed, field, sentence) => {
    const { cron, zone, jitter } = { cron: '5 7 * * 1-5', zone: 'Australia/Brisbane', jitter: undefined, ...typed }
    const now = w.at(NOW).now()
    const inField = tried({ cron, zone, ...(jitter === undefined ? {} : { jitter }) }, now)
    if (!inField || inField.ok) throw new Error('the field takes it')
    expect(inField.field).toBe(field)
    expect(inField.sentence).toMatch(sentence)
    const calendar = { cron, zone, ...(jitter === undefined ? {} : { jitter: Number(jitter) }) }
    const client = postgresClient(w.at(NOW), w.handlers)
    const refused = { ok: false, code: 'invalid', field, sentence: inField.sentence }
    const one = spec({ calendar })
    expect(await client.register(one)).toEqual(refused)
    expect(await w.db.schedule.count({ where: { key: one.id } })).toBe(0)
    await client.register(spec({ id: 'probe:kept' }))
    expect(await client.update('probe:kept', { calendar })).toEqual(refused)
    const asked = ['--cron', cron, '--zone', zone, '--from', NOW, ...(jitter === undefined ? [] : ['--jitter', jitter])]
    expect(await onCommandLine('preview', ...asked)).toBe(inField.sentence)
  })
})

it.each(['Docket:1', 'docket', 'docket:a b', `docket:${'x'.repeat(200)}`])('an id that is none: %s', async (id) => {
  const inAddress = readInput(schedulesSchema, { id })
  if (inAddress.ok) throw new Error('the address takes it')
  const client = postgresClient(w.at(NOW), w.handlers)
  const refused = { ok: false, code: 'invalid', field: 'id', sentence: inAddress.message }
  expect(await client.register(spec({ id }))).toEqual(refused)
  expect(await client.pause(id, 'Why')).toEqual(refused)
  expect(await client.trigger(id)).toEqual(refused)
  expect(await onCommandLine('pause', id, '--reason', 'Why')).toBe(inAddress.message)
  expect(await onCommandLine('trigger', id)).toBe(inAddress.message)
})
