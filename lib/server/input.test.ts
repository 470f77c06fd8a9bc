import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readInput } from '@/lib/server/input'
import { plainFault } from '@/lib/server/plain'
import { assertStrict } from '@/lib/server/strict'

const schema = z.strictObject({
  name: z.string().trim().min(1).max(10),
  deadlineAt: z.iso.datetime().optional(),
  seats: z.number().int().min(1).max(9).optional(),
  role: z.enum(['bar', 'door']).optional(),
  week: z
    .string()
    .regex(/^\d{4}-W\d\d$/, 'Write the week as 2026-W50.')
    .optional(),
  rows: z.array(z.strictObject({ id: z.uuid() })).optional(),
})
const fields = (raw: unknown) => {
  const read = readInput(schema, raw)
  return read.ok ? null : { code: read.code, message: read.message, fields: read.fields }
}

describe('input', () => {
  it('comes through parsed', () =>
    expect(readInput(schema, { name: ' Rosa ' })).toEqual({ ok: true, input: { name: 'Rosa' } }))

  it.each([
    [{}, 'name', 'Name is missing.'],
    [{ name: '' }, 'name', 'Name must not be empty.'],
    [{ name: 'x'.repeat(11) }, 'name', 'Name must have at most 10 characters.'],
    [{ name: 7 }, 'name', 'Name must be text.'],
    [
      { name: 'a', deadlineAt: 'soon' },
      'deadlineAt',
      'Deadline at must be a date and time such as 2026-12-10T18:00:00Z.',
    ],
    [{ name: 'a', seats: 0 }, 'seats', 'Seats must be at least 1.'],
    [{ name: 'a', seats: 1.5 }, 'seats', 'Seats must be a whole number.'],
    [{ name: 'a', role: 'cook' }, 'role', 'Role must be one of bar, door.'],
    [{ name: 'a', week: '50' }, 'week', 'Write the week as 2026-W50.'],
    [{ name: 'a', rows: [{ id: 'x' }] }, 'rows.0.id', 'Rows no. 1 id must be an id.'],
    [{ name: 'a', state: 'SENT' }, '', 'The field "state" is not known here.'],
    [
      { name: 'a', rows: [{ id: '01a22cd2-81c8-72ff-a774-80f116f3de4f', role: 'admin' }] },
      'rows.0',
      'The field "role" is not known here.',
    ],
    [null, '', 'Input must be a set of fields.'],
    [[], '', 'Input must be a set of fields.'],
    ['x', '', 'Input must be a set of fields.'],
  ])('%j is told in a sentence', (raw, path, sentence) => {
    expect(fields(raw)).toMatchObject({ code: 'invalid', fields: { [path]: sentence } })
  })

  it('names the first and counts the rest', () => {
    expect(fields({ seats: 0, role: 'cook' })?.message).toBe('Name is missing. 2 more to mend.')
  })
})

describe('what is no plain data', () => {
  const cyclic: Record<string, unknown> = {}
  cyclic.self = cyclic
  it.each([
    ['NUL', { name: 'a\0b' }],
    ['NUL in a key', { 'a\0': 1 }],
    ['half an emoji', { name: '\ud83d' }],
    ['the other half', { name: 'x\ude00' }],
    ['a date', { name: new Date(0) }],
    ['a map', new Map([['name', 'a']])],
    ['a set', { name: new Set(['a']) }],
    ['a promise', Promise.resolve({ name: 'a' })],
    ['a file', new Blob(['x'])],
    ['form data', new FormData()],
    ['a function', () => 'a'],
    ['a bigint', { name: 1n }],
    ['NaN', { name: Number.NaN }],
    ['infinity', { name: Number.POSITIVE_INFINITY }],
    ['__proto__', JSON.parse('{"__proto__": {"role": "admin"}}')],
    ['constructor', { constructor: { prototype: {} } }],
    ['a circle', cyclic],
    ['too much text', { name: 'x'.repeat(70_000) }],
    ['too many values', { rows: Array.from({ length: 6_000 }, () => 1) }],
  ])('%s is refused', (_, raw) => {
    const read = readInput(schema, raw)
    expect(read).toMatchObject({ ok: false, code: 'invalid' })
  })

  it('takes a whole emoji', () => expect(readInput(schema, { name: 'Rosa 😀' }).ok).toBe(true))
})

describe('a schema', () => {
  it.each([
    ['at the top', z.object({ a: z.string() })],
    ['inside an array', z.strictObject({ a: z.array(z.object({})) })],
    ['inside an option', z.strictObject({ a: z.object({}).optional() })],
    ['inside a choice', z.union([z.strictObject({}), z.object({})])],
    ['behind a pipe', z.strictObject({ a: z.object({}).transform((value) => value) })],
    ['at the end of a pipe', z.strictObject({ a: z.unknown().pipe(z.object({})) })],
    ['loose', z.looseObject({})],
  ])('that lets unknown keys pass %s is refused when it is defined', (_, loose) => {
    expect(() => assertStrict('probe', loose)).toThrow(/strictObject/)
  })
  it('that is strict throughout passes', () => expect(() => assertStrict('probe', schema)).not.toThrow())
})

it('a number is at most what a column holds', () => {
  for (const number of [2 ** 31 - 1, -(2 ** 31) + 1, 0.5, -0]) expect(plainFault({ version: number })).toBeNull()
  for (const number of [2 ** 31, -(2 ** 31) - 1, 1e308]) expect(plainFault({ version: number })).toMatch(/too large/)
})
