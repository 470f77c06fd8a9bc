import { expect, inject, test } from 'vitest'
import { ensureDatabase, urlsOf, withClient } from '@/scripts/boot/roles.mjs'
import { draftMigration } from './engine'

test('the migrations say what the schema files say: a draft would hold nothing that nobody asked for', async () => {
  const { adminUrl, port, passwords } = inject('testServer')
  const name = `daybook_test_draft_${process.pid}`
  await ensureDatabase(adminUrl, { name })
  try {
    expect(await draftMigration(urlsOf(port, passwords, name).ownerUrl)).toBe('')
  } finally {
    await withClient(adminUrl, (admin) => admin.query(`DROP DATABASE ${name} WITH (FORCE)`))
  }
})
