import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hashBuild } from '@/lib/platform/build'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'daybook-kept-'))
  for (const file of [
    'lib/engine/a.ts',
    'lib/roster/b.ts',
    'lib/messages/c.ts',
    'prisma/migrations/0001_a/migration.sql',
  ])
    write(file)
})
afterEach(() => rmSync(root, { recursive: true }))

function write(file: string, text = 'x') {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

/** What `npm start` looks for, from the folder of a project. */
function kept(): string {
  const script = pathToFileURL(join(process.cwd(), 'scripts/boot/build.mjs')).href
  const code = `import(${JSON.stringify(script)}).then(({ buildFolder }) => console.log(buildFolder()))`
  return execFileSync(process.execPath, ['-e', code], { cwd: root, encoding: 'utf8' }).trim()
}

// The kept build has the roster's build written into it: one that is served on would sign rehearsals for code that is gone.
it.each([
  ['the engine', 'lib/engine/a.ts'],
  ['the roster', 'lib/roster/week/new.ts'],
  ['the messages', 'lib/messages/c.ts'],
  ['the migrations', 'prisma/migrations/0002_b/migration.sql'],
])('what makes another build of %s makes npm start build anew', (_, file) => {
  const before = { kept: kept(), roster: hashBuild(root) }
  write(file, 'y')
  expect(hashBuild(root)).not.toBe(before.roster)
  expect(kept()).not.toBe(before.kept)
})

it('tests and READMEs do neither', () => {
  const before = { kept: kept(), roster: hashBuild(root) }
  write('lib/roster/b.test.ts', 'y')
  write('lib/roster/README.md', 'y')
  expect({ kept: kept(), roster: hashBuild(root) }).toEqual(before)
})
