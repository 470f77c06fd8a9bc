import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it, test } from 'vitest'
import { hashBuild, rosterBuild } from './build'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'daybook-build-'))
  for (const file of ['lib/engine/a.ts', 'lib/roster/b.ts', 'lib/roster/week/c.ts', 'lib/messages/d.ts']) write(file)
  write('prisma/migrations/0001_first/migration.sql')
  write('prisma/migrations/migration_lock.toml')
})
afterEach(() => rmSync(root, { recursive: true }))

function write(file: string, text = 'x') {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

it.each([
  ['a byte of the engine', 'lib/engine/a.ts'],
  ['a byte of the roster, however deep', 'lib/roster/week/c.ts'],
  ['a byte of the messages', 'lib/messages/d.ts'],
  ['a file more', 'lib/roster/e.ts'],
  ['a migration more', 'prisma/migrations/0002_second/migration.sql'],
])('%s is another build', (_, file) => {
  const before = hashBuild(root)
  write(file, 'y')
  expect(hashBuild(root)).not.toBe(before)
})

it.each([
  ['a test', 'lib/roster/week/c.test.ts'],
  ['a test on a database', 'lib/roster/week/c.db.test.ts'],
  ['a README', 'lib/roster/README.md'],
  ['a picture', 'lib/roster/wizard.png'],
  ['a page', 'app/page.tsx'],
  ['the platform', 'lib/platform/log.ts'],
  ['a byte of a migration that stands', 'prisma/migrations/0001_first/migration.sql'],
])('%s is the same build', (_, file) => {
  const before = hashBuild(root)
  write(file, 'y')
  expect(hashBuild(root)).toBe(before)
})

it('a file that is renamed is another build, and two that change their texts', () => {
  const before = hashBuild(root)
  rmSync(join(root, 'lib/roster/b.ts'))
  write('lib/roster/bb.ts')
  expect(hashBuild(root)).not.toBe(before)
  write('lib/roster/b.ts', '1')
  write('lib/roster/bb.ts', '2')
  const one = hashBuild(root)
  write('lib/roster/b.ts', '2')
  write('lib/roster/bb.ts', '1')
  expect(hashBuild(root)).not.toBe(one)
})

test('without a build of the app it is that of the sources, and stays so for the process', () => {
  expect(rosterBuild()).toMatch(/^[0-9a-f]{16}$/)
  expect(rosterBuild()).toBe(rosterBuild())
})
