import { describe, expect, test } from 'vitest'
import { checkCalendar, checkChange, checkId, checkSpec, checkText, isFault, STANDARD } from './rules'
import type { Change, Spec } from './schema'

const now = new Date('2026-12-01T00:00:00Z')
const TYPES = new Set(['Docket', 'Mail'])
const good: Spec = {
  id: 'plant-register-auto-docket:8f0c97c5',
  taskQueue: 'daybook',
  workflowType: 'Docket',
  args: { plant: '8f0c97c5' },
  calendar: { cron: '5 7 * * 1-5', zone: 'Australia/Brisbane', jitter: 120 },
  note: 'A docket each weekday',
}
const faultOf = (over: Partial<Spec>) => {
  const answer = checkSpec({ ...good, ...over }, TYPES, now)
  return isFault(answer) ? answer : null
}
const calendar = (over: Partial<Spec['calendar']>) => faultOf({ calendar: { ...good.calendar, ...over } })

describe('a spec is refused before any call, in a sentence that says what to write', () => {
  test('a good one is not', () => {
    expect(faultOf({})).toBeNull()
    expect(faultOf({ policy: { catchUp: 'latest', window: 180, overlap: 'allow' } })).toBeNull()
    expect(STANDARD).toEqual({ catchUp: 'all', window: 604_800, overlap: 'skip' })
  })

  test.each([
    ['', '"" is no schedule id. Write feature:entity, such as plant-register-auto-docket:8f0c97c5.'],
    ['docket', '"docket" is no schedule id. Write feature:entity, such as plant-register-auto-docket:8f0c97c5.'],
    ['Docket:1', '"Docket:1" is no schedule id. Write feature:entity, such as plant-register-auto-docket:8f0c97c5.'],
    ['a:b:c', '"a:b:c" is no schedule id. Write feature:entity, such as plant-register-auto-docket:8f0c97c5.'],
    ['a:b c', '"a:b c" is no schedule id. Write feature:entity, such as plant-register-auto-docket:8f0c97c5.'],
    ['a:', '"a:" is no schedule id. Write feature:entity, such as plant-register-auto-docket:8f0c97c5.'],
    ['a:\u0000', '"a:\\u0000" is no schedule id. Write feature:entity, such as plant-register-auto-docket:8f0c97c5.'],
    [`a:${'x'.repeat(200)}`, 'The id has 202 characters. Write 200 at most.'],
  ])('the id %j', (id, sentence) => {
    expect(faultOf({ id })).toEqual({ field: 'id', sentence })
    expect(checkId(id)).toEqual({ field: 'id', sentence })
  })

  test.each(['taskQueue', 'workflowType'] as const)('the %s', (field) => {
    for (const value of ['', 'two words', 'x'.repeat(101), 'a\u0000'])
      expect(faultOf({ [field]: value })).toEqual({
        field,
        sentence: `The ${field} is no name. Write one word of 100 characters at most.`,
      })
  })

  test('a type that nothing handles, with those that are handled', () => {
    expect(faultOf({ workflowType: 'Dockets' })).toEqual({
      field: 'workflowType',
      sentence: 'Nothing handles Dockets. Write one of: Docket, Mail.',
    })
  })

  test.each([
    [[], 'The arguments are no object. Write one JSON object.'],
    [null, 'The arguments are no object. Write one JSON object.'],
    ['text', 'The arguments are no object. Write one JSON object.'],
    [{ all: 'x'.repeat(65_536) }, 'The arguments have 65546 characters as JSON. Write 65536 at most, such as an id.'],
    [
      { name: 'a\u0000b' },
      'The arguments have a character that cannot be kept. Write text without control characters.',
    ],
    [{ '\ud800': 1 }, 'The arguments have a character that cannot be kept. Write text without control characters.'],
  ])('the arguments %.20j', (args, sentence) => {
    expect(faultOf({ args: args as Spec['args'] })).toEqual({ field: 'args', sentence })
  })

  test.each([
    ['', 'The note is empty. Write what it is for.'],
    [' \n', 'The note is empty. Write what it is for.'],
    ['x'.repeat(501), 'The note has 501 characters. Write 500 at most.'],
    ['a\u0000', 'The note has a character that cannot be kept. Write text without control characters.'],
    ['\udc00', 'The note has a character that cannot be kept. Write text without control characters.'],
  ])('the note %.20j', (note, sentence) => {
    expect(faultOf({ note })).toEqual({ field: 'note', sentence })
  })

  test('an empty reason of a pause', () => {
    expect(checkText('reason', ' ')).toEqual({ field: 'reason', sentence: 'The reason is empty. Write what for.' })
  })

  test.each([0, 179, 1.5, Number.NaN, -1])('the window %d', (window) => {
    const sentence = 'The catch-up window is no whole number of seconds from 180 on. Write one, such as 604800.'
    expect(faultOf({ policy: { window } })).toEqual({ field: 'window', sentence })
  })

  test('a wrong cron, with the field that is wrong', () => {
    const wrong = calendar({ cron: '61 7 * * *' })
    expect(wrong).toMatchObject({ field: 'cron', cronField: 'minute' })
    expect(wrong?.sentence).toMatch(/^.*61.* 0 .* 59/)
    expect(calendar({ cron: '5 7 * *' })).toMatchObject({ field: 'cron', sentence: expect.stringMatching(/5 fields/) })
  })

  test.each([
    ['Australia/Brisbain', 'There is no time zone "Australia/Brisbain". Write an IANA name, such as Europe/London.'],
    [
      'australia/brisbane',
      'There is no time zone "australia/brisbane". Write Australia/Brisbane, in exactly that case.',
    ],
    ['+05:30', 'There is no time zone "+05:30". Write an IANA name, such as Europe/London.'],
    ['', 'There is no time zone "". Write an IANA name, such as Europe/London.'],
  ])('the zone %j', (zone, sentence) => {
    expect(calendar({ zone })).toEqual({ field: 'zone', sentence })
  })

  test.each([
    ['0 9 31 2 *', 'UTC', '"0 9 31 2 *" never fires: February has at most 29 days. Write a day from 1 to 29.'],
    ['0 9 1 1 * 2020', 'UTC', '"0 9 1 1 * 2020" never fires in UTC after 2026-12-01. Write a time that is to come.'],
    [
      '30 2 3 10 * 2027',
      'Australia/Sydney',
      '"30 2 3 10 * 2027" never fires in Australia/Sydney after 2026-12-01. Write a time that is to come.',
    ],
  ])('a schedule that never fires: %s in %s', (cron, zone, sentence) => {
    expect(calendar({ cron, zone, jitter: 0 })).toMatchObject({ field: 'cron', sentence })
  })

  test.each([-1, 0.5, Number.NaN])('the jitter %d', (jitter) => {
    expect(calendar({ jitter })).toEqual({
      field: 'jitter',
      sentence: 'The jitter is no whole number of seconds. Write 0 or more, such as 120.',
    })
  })

  test.each([
    ['* * * * *', 60, '1 min', '1 min'],
    ['0,5 7 * * *', 600, '10 min', '5 min'],
    ['*/10 * * * * * *', 15, '15 s', '10 s'],
    ['0 7 * * *', 86_400, '24 h', '24 h'],
    ['0,1 0 1 1 *', 61, '61 s', '1 min'],
  ])('a jitter over the period: %s, %d s', (cron, jitter, said, apart) => {
    const sentence = `A jitter of ${said} reaches the next fire: two of them are ${apart} apart. Write less than that.`
    expect(calendar({ cron, zone: 'UTC', jitter })).toEqual({ field: 'jitter', sentence })
    expect(calendar({ cron, zone: 'UTC', jitter: 9 })).toBeNull()
  })

  test('the first fault in the order of the fields', () => {
    expect(faultOf({ id: 'x', note: '', calendar: { cron: 'x', zone: 'y' } })).toMatchObject({ field: 'id' })
    expect(faultOf({ note: '', calendar: { cron: 'x', zone: 'y' } })).toMatchObject({ field: 'note' })
    expect(faultOf({ calendar: { cron: 'x', zone: 'y' } })).toMatchObject({ field: 'cron' })
  })
})

test.each([{ taskQueue: 'other' }, { workflowType: 'Mail' }, { args: {} }])('an update with %j', (over) => {
  const [field = ''] = Object.keys(over)
  expect(checkChange({ calendar: good.calendar, ...over } as Change)).toEqual({
    field,
    sentence: `An update changes cron, zone and jitter alone. For another ${field}: unregister, then register.`,
  })
  expect(checkChange({ calendar: good.calendar })).toBeNull()
})

test('the jitter of a time that the clocks bring nearer is held against the nearest two', () => {
  // A quarter to two and a quarter to three: half an hour apart where Lord Howe's clocks go forward.
  const odd = { cron: '45 1,2 * * *', zone: 'Australia/Lord_Howe', jitter: 2_000 }
  expect(checkCalendar(odd, new Date('2026-10-01'))).toMatchObject({ field: 'jitter' })
})
