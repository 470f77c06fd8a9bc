import { randomBytes } from 'node:crypto'
import { ensureDatabase, urlsOf, withClient } from '@/scripts/boot/roles.mjs'
import type { TestServer } from './server'

/** `url` is the app's role, `ownerUrl` the role that owns the tables. */
export type TestDatabase = { name: string; url: string; ownerUrl: string; drop(): Promise<void> }

/**
 * A migrated database of its own, copied from the template. One for each test file is the rule; it costs about 0.2 s.
 * Outside Vitest pass the server that `startTestServer` gave.
 */
export async function testDatabase(server?: TestServer): Promise<TestDatabase> {
  const { adminUrl, port, passwords, template } = server ?? (await import('vitest')).inject('testServer')
  const name = `daybook_test_${randomBytes(8).toString('hex')}`
  await ensureDatabase(adminUrl, { name, template })
  const { appUrl, ownerUrl } = urlsOf(port, passwords, name)
  return {
    name,
    url: appUrl,
    ownerUrl,
    drop: () =>
      withClient(adminUrl, async (admin) => void (await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))),
  }
}
