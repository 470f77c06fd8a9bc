import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealState } from '@/lib/engine/seal'
import { context, SYSTEM } from '@/lib/platform/context'
import { connect } from '@/lib/platform/database'
import { rollBack } from '@/lib/roster/cutover/process'
import { type TestDatabase, testDatabase } from '@/lib/testing/database'
import { must } from '@/lib/testing/engine'
import { at } from '@/prisma/seed/press'
import { findSeed, loadSample } from './sample'

const YEAR_MS = 365 * 86_400_000

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

test('a company that was lived in the past is under a seal once it is loaded: no lag of weeks', async () => {
  const db = connect(database.url)
  const ctx = context({ actor: SYSTEM, db, shift: 0 })
  try {
    await must(rollBack(at(ctx, new Date(ctx.now().getTime() - YEAR_MS)), { version: 1 }))
    await loadSample(
      { appUrl: database.url, ownerUrl: database.ownerUrl, release: async () => {} },
      findSeed('cutover'),
    )
    const { number, events, lagSeconds } = await sealState(ctx)
    expect({ number: number > 0, events, lagSeconds }).toEqual({
      number: true,
      events: await db.auditEvent.count(),
      lagSeconds: 0,
    })
  } finally {
    await db.$disconnect()
  }
}, 120_000)
