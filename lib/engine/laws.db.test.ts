import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { machines } from '@/lib/registry'
import { type EngineWorld, engineWorld, probe } from '@/lib/testing/engine'
import type { ColumnType } from './machine'

let world: EngineWorld
beforeAll(async () => {
  world = await engineWorld(2)
})
afterAll(() => world.end())

const TYPES: Record<ColumnType, string> = {
  ...{
    text: 'text',
    int: 'int4',
    boolean: 'bool',
    uuid: 'uuid',
    date: 'date',
    timestamptz: 'timestamptz',
    jsonb: 'jsonb',
  },
}

const list = async (statement: string, values: string[]) =>
  (await world.owner.query<{ name: string; what: string }>(statement, values)).rows

/** The triggers of a table, and those on the record and the ledger that bear its name, without it. */
const doorOf = async (table: string) =>
  (
    await list(
      `SELECT replace(t.tgname, $1, '') AS name, replace(p.proname, $1, '') AS what
         FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
        WHERE NOT t.tgisinternal AND t.tgenabled = 'O'
          AND (t.tgrelid = format('public.%I', $1::text)::regclass OR p.proname LIKE '%\\_' || $1::text)`,
      [table],
    )
  ).map(({ name, what }) => `${name} ${what}`)

describe.each(machines.map((machine) => [machine.name, machine] as const))('the table of %s', (_, machine) => {
  test('has the door: without install_door() in its migration every move passes', async () => {
    const door = await doorOf(probe.table)
    expect(door).toEqual(expect.arrayContaining(['door door_', 'event_ event_', 'lease_ lease_']))
    expect(await doorOf(machine.table)).toEqual(expect.arrayContaining(door))
  })

  test('has the columns that the machine writes, of the types that it casts to', async () => {
    const found = await list(
      "SELECT column_name AS name, udt_name AS what FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1",
      [machine.table],
    )
    const types = Object.fromEntries(found.map(({ name, what }) => [name, what]))
    const wanted = Object.fromEntries(Object.entries(machine.columns).map(([column, type]) => [column, TYPES[type]]))
    expect(types).toMatchObject({ ...wanted, [machine.column]: 'text' })
    if (machine.errorColumn) expect(types).toMatchObject({ [machine.errorColumn]: 'text' })
  })

  test('has the unique indexes that the machine answers for', async () => {
    const found = await list(
      "SELECT c.relname AS name, '' AS what FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indisunique AND i.indrelid = format('public.%I', $1::text)::regclass",
      [machine.table],
    )
    expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(machine.indexes ?? {})))
  })
})
