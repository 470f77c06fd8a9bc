import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Backend, postgresBackend, temporalBackend } from '@/lib/testing/backends'
import { spec } from '@/lib/testing/schedules'
import { temporalCli, WITHOUT_TEMPORAL } from '@/lib/testing/temporal'
import type { Owner } from './effects'
import type { Spec } from './schema'

// What every backend does, asked of each in the same words. Temporal is a live server with a worker.

const BACKENDS = [
  ['postgres', postgresBackend, true],
  [temporalCli ? 'temporal' : `temporal (${WITHOUT_TEMPORAL})`, temporalBackend, temporalCli !== null],
] as const

for (const [name, make, isThere] of BACKENDS)
  describe.skipIf(!isThere)(name, () => {
    let backend: Backend
    beforeAll(async () => {
      backend = await make()
    }, 90_000)
    afterAll(() => backend?.end(), 60_000)

    const states = async (id: string) =>
      (await backend.w.fires(id)).map(({ kind, state, localTime }) => `${kind} ${localTime} ${state}`)
    const effects = async (id: string) =>
      (await backend.w.effects()).filter(({ key }) => key === id).map(({ at }) => at.toISOString())
    const register = async (at: string, over: Parameters<typeof spec>[0]): Promise<Spec> => {
      const made = spec(over)
      expect(await backend.client(at).register(made)).toMatchObject({ ok: true, already: false })
      return made
    }

    test('the seed’s schedule fires at 07:05 on weekdays over the change of Sydney’s clocks', async () => {
      const { id } = await register('2026-10-01T12:00:00Z', { zone: 'Australia/Sydney' })
      await backend.pass(id, '2026-10-01T12:00:10Z', '2026-10-06T12:00:00Z')
      expect(await effects(id)).toEqual([
        '2026-10-01T21:05:00.000Z',
        '2026-10-04T20:05:00.000Z',
        '2026-10-05T20:05:00.000Z',
      ])
      expect(await states(id)).toEqual([
        'slot 2026-10-02T07:05:00 fired',
        'slot 2026-10-05T07:05:00 fired',
        'slot 2026-10-06T07:05:00 fired',
      ])
    })

    test('registered twice it is one; another under its id is refused; a wrong one is refused in its field', async () => {
      const at = '2026-12-01T00:00:00Z'
      const made = await register(at, {})
      expect(await backend.client(at).register(made)).toMatchObject({ ok: true, already: true })
      const others = [
        { ...made, calendar: { ...made.calendar, zone: 'Asia/Tokyo' } },
        { ...made, policy: { catchUp: 'none' } },
        { ...made, policy: { overlap: 'allow' } },
      ] satisfies Spec[]
      for (const other of others)
        expect(await backend.client(at).register(other)).toMatchObject({ ok: false, code: 'refused' })
      const faults: [Partial<Spec> & { cron?: string; zone?: string }, string][] = [
        [{ cron: '0 24 * * *' }, 'cron'],
        [{ cron: '0 0 31 2 *' }, 'cron'],
        [{ zone: '+05:30' }, 'zone'],
        [{ id: 'nothing' }, 'id'],
        [{ calendar: { cron: '* * * * *', zone: 'Europe/London', jitter: 60 } }, 'jitter'],
      ]
      for (const [over, field] of faults)
        expect(await backend.client(at).register(spec(over))).toMatchObject({ ok: false, code: 'invalid', field })
    })

    test('a time that the clocks skip is written down, and one that comes twice fires at its first pass', async () => {
      const gap = await register('2026-10-02T12:00:00Z', { cron: '30 2 * * *', zone: 'Australia/Sydney' })
      await backend.pass(gap.id, '2026-10-02T12:00:10Z', '2026-10-05T12:00:00Z')
      expect(await states(gap.id)).toEqual([
        'slot 2026-10-03T02:30:00 fired',
        'gap 2026-10-04T02:30:00 skipped_gap',
        'slot 2026-10-05T02:30:00 fired',
      ])
      const twice = await register('2027-04-02T12:00:00Z', { cron: '30 2 * * *', zone: 'Australia/Sydney' })
      await backend.pass(twice.id, '2027-04-02T12:00:10Z', '2027-04-04T23:00:00Z')
      expect(await effects(twice.id)).toEqual([
        '2027-04-02T15:30:00.000Z',
        // Not at 16:30 as well.
        '2027-04-03T15:30:00.000Z',
        '2027-04-04T16:30:00.000Z',
      ])
    })

    test('paused it skips, with the reason; resumed it makes up for nothing', async () => {
      const { id } = await register('2026-12-01T00:00:00Z', { cron: '0 9 * * *', zone: 'Etc/UTC' })
      await backend.pass(id, '2026-12-01T00:00:10Z', '2026-12-01T12:00:00Z')
      expect(await backend.client('2026-12-01T12:00:00Z').pause(id, 'The crane is away')).toEqual({ ok: true })
      expect(await backend.client('2026-12-01T12:00:01Z').pause(id, 'Again')).toMatchObject({ code: 'refused' })
      await backend.pass(id, '2026-12-01T12:00:10Z', '2026-12-03T12:00:00Z')
      expect(await backend.client('2026-12-03T12:00:00Z').unpause(id)).toEqual({ ok: true })
      expect(await backend.client('2026-12-03T12:00:01Z').unpause(id)).toMatchObject({ code: 'refused' })
      await backend.pass(id, '2026-12-03T12:00:10Z', '2026-12-04T12:00:00Z')
      expect((await states(id)).map((line) => line.split(' ')[2])).toEqual([
        'fired',
        'skipped_paused',
        'skipped_paused',
        'fired',
      ])
    })

    test('by hand it fires once a command, beside its times, paused or not', async () => {
      const { id } = await register('2026-12-01T00:00:00Z', { cron: '0 9 * * *', zone: 'Etc/UTC' })
      const command = '00000000-0000-4000-8000-0000000000bb'
      const first = await backend.client('2026-12-01T09:00:00Z').trigger(id, command)
      expect(first).toMatchObject({ ok: true })
      expect(await backend.client('2026-12-01T09:00:05Z').trigger(id, command)).toEqual(first)
      await backend.pass(id, '2026-12-01T00:00:10Z', '2026-12-01T09:00:30Z')
      expect((await states(id)).map((line) => line.split(' ')[0]).sort()).toEqual(['manual', 'slot'])
      expect(await effects(id)).toHaveLength(2)
      expect(await backend.client('2026-12-01T09:01:00Z').trigger('probe:none')).toMatchObject({ code: 'unknown' })
    })

    test.each([
      ['all', ['fired', 'fired', 'fired']],
      ['latest', ['missed', 'missed', 'fired']],
      ['none', ['missed', 'missed', 'missed']],
    ] as const)('after a silence, catch-up %s', async (catchUp, want) => {
      const over = { cron: '0 9 * * *', zone: 'Etc/UTC', policy: { catchUp } }
      const { id } = await register('2026-12-01T00:00:00Z', over)
      await backend.pass(id, '2026-12-01T00:00:10Z', '2026-12-03T12:00:00Z')
      expect((await states(id)).map((line) => line.split(' ')[2])).toEqual(want)
      expect(await effects(id)).toHaveLength(want.filter((state) => state === 'fired').length)
    })

    test('what is older than the window is not caught up', async () => {
      const over = { cron: '0 9 * * *', zone: 'Etc/UTC', policy: { window: 86_400 } }
      const { id } = await register('2026-12-01T00:00:00Z', over)
      await backend.pass(id, '2026-12-01T00:00:10Z', '2026-12-03T08:00:00Z')
      await backend.pass(id, '2026-12-03T08:00:00Z', '2026-12-03T09:00:30Z')
      const [old, ...rest] = (await states(id)).map((line) => line.split(' ')[2])
      // Where wakes come out of order the later one has written down that the older was not woken.
      expect(old).toMatch(
        backend.client('2026-12-03T09:00:30Z').backend === 'temporal' ? /^(beyond_window|missed)$/ : /^beyond_window$/,
      )
      expect(rest).toEqual(['fired', 'fired'])
    })

    test('an update settles what was due and goes on by the new times; a queue is not for update', async () => {
      const { id } = await register('2026-12-01T00:00:00Z', { cron: '0 9 * * *', zone: 'Etc/UTC' })
      await backend.pass(id, '2026-12-01T00:00:10Z', '2026-12-01T09:00:10Z')
      const calendar = { cron: '0 21 * * *', zone: 'Asia/Tokyo' }
      const at = '2026-12-01T10:00:00Z'
      expect(await backend.client(at).update(id, { calendar, taskQueue: 'other' })).toMatchObject({
        code: 'invalid',
        sentence: expect.stringContaining('unregister, then register'),
      })
      expect(await backend.client(at).update(id, { calendar })).toMatchObject({ ok: true })
      await backend.pass(id, at, '2026-12-02T11:00:00Z')
      expect(await effects(id)).toEqual(['2026-12-01T09:00:00.000Z', '2026-12-01T12:00:00.000Z'])
    })

    test('taken away it fires no more, twice without a word; registered again it goes on', async () => {
      const made = await register('2026-12-01T00:00:00Z', { cron: '0 9 * * *', zone: 'Etc/UTC' })
      const at = '2026-12-01T10:00:00Z'
      await backend.pass(made.id, '2026-12-01T00:00:10Z', at)
      expect(await backend.client(at).unregister(made.id)).toEqual({ ok: true })
      expect(await backend.client(at).unregister(made.id)).toEqual({ ok: true })
      expect(await backend.client(at).unregister('probe:never')).toEqual({ ok: true })
      expect(await backend.client('2026-12-03T00:00:00Z').register(made)).toMatchObject({ ok: true, already: false })
      await backend.pass(made.id, '2026-12-03T00:00:10Z', '2026-12-03T10:00:00Z')
      expect(await effects(made.id)).toEqual(['2026-12-01T09:00:00.000Z', '2026-12-03T09:00:00.000Z'])
    })

    test('reconcile takes orphans, heals what is missing, touches no other feature, and only looks in a dry run', async () => {
      const at = '2026-12-01T00:00:00Z'
      const kept = await register(at, { id: 'sweep:kept' })
      const held = await register(at, { id: 'sweep:held' })
      await register(at, { id: 'sweep:orphan' })
      await register(at, { id: 'sweeper:other' })
      const missing = spec({ id: 'sweep:missing' })
      const client = backend.client(at)
      const owner: Owner = {
        feature: 'sweep',
        expectedIds: [kept.id, missing.id],
        stillExpected: async (_, id) => id === held.id,
        heal: (_, id) => client.register({ ...missing, id }),
      }
      expect(await client.reconcile({ ...owner, dryRun: true })).toMatchObject({
        orphansUnregistered: 0,
        orphans: [held.id, 'sweep:orphan'],
        missing: [missing.id],
        differing: [],
        failed: [],
        dryRun: true,
      })
      expect(await client.reconcile(owner)).toMatchObject({
        orphansUnregistered: 1,
        orphans: ['sweep:orphan'],
        missing: [missing.id],
        failed: [],
      })
      expect(await client.reconcile({ ...owner, expectedIds: [...owner.expectedIds, held.id] })).toMatchObject({
        orphans: [],
        missing: [],
        differing: [],
        failed: [],
      })
      expect(await client.unregister('sweeper:other')).toEqual({ ok: true })
    })

    test('one that cannot be healed never stops the sweep', async () => {
      const at = '2026-12-01T00:00:00Z'
      await register(at, { id: 'broom:orphan' })
      const client = backend.client(at)
      const report = await client.reconcile({
        feature: 'broom',
        expectedIds: ['broom:bad', 'broom:good'],
        stillExpected: async () => false,
        heal: (_, id) => {
          if (id === 'broom:bad') throw new Error('its row is broken')
          return client.register(spec({ id }))
        },
      })
      expect(report).toMatchObject({ orphansUnregistered: 1, failed: [{ id: 'broom:bad' }] })
    })
  })
