// The shape of the tree: what may lie where, and how large a file may grow. Reads what git tracks or would track.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const CEILING = 300

const topLevel = new Set([
  ...['app', 'components', 'e2e', 'lib', 'prisma', 'scripts', '.ci'],
  ...['package.json', 'package-lock.json', 'next.config.ts', 'proxy.ts', 'instrumentation.ts', 'vercel.json'],
  ...['tsconfig.json', 'prisma.config.ts', 'vitest.config.ts', 'playwright.config.ts', 'postcss.config.mjs'],
  ...['biome.json', 'no-ambient.grit', '.dependency-cruiser.mjs'],
  ...['README.md', 'CHANGELOG.md', 'LICENSE', '.env.example', '.gitignore'],
])

/** One folder a domain or service: the same names in each, so that a reader knows where to look. A new desk is one. Its documents and their pictures stand beside them. */
const closedFolders = /^lib\/(?!engine\/|platform\/|server\/|testing\/)[^/]+\//
const closedNames =
  /^(machine|rules|schema|labels|data|loaders|effects|process)(\.[a-z-]+)*\.(ts|tsx)$|^[A-Z]+\.md$|\.png$/
/** Pure calculations and outside parties with names of their own. */
const ownNames =
  /^lib\/(roster\/picker|slots\/gates|schedules\/(cron|due)|messages\/(transport|protocol)|roster\/mail)\//
/** Single files that a tool or a framework asks for by what it is. */
const named = new Set(['lib/access/auth.ts'])

/** @type {[string, (file: string) => boolean][]} */
const rules = [
  ['does not belong to the fixed top level', (file) => !topLevel.has(file.split('/')[0] ?? '')],
  ['lies in a folder that says nothing', (file) => /(^|\/)(utils?|helpers?|common|misc|shared)\//.test(file)],
  ['is named for nothing', (file) => /(^|\/)(utils?|helpers?|common|misc|manager)\.[a-z]+$/.test(file)],
  ['is a barrel', (file) => /(^|\/)index\.(ts|tsx|mjs|js)$/.test(file)],
  ['is not kebab-case', (file) => /\.(ts|tsx|mjs)$/.test(file) && /[A-Z ]/.test(file.replace(/\[[^\]]+\]/g, ''))],
  [
    'has a name outside the closed set of a domain folder',
    (file) =>
      closedFolders.test(file) &&
      !isTest(file) &&
      !ownNames.test(file) &&
      !named.has(file) &&
      !closedNames.test(file.split('/').at(-1) ?? ''),
  ],
  [
    `is longer than ${CEILING} lines`,
    (file) => isMeasured(file) && readFileSync(file, 'utf8').split('\n').length - 1 > CEILING,
  ],
]

const isTest = (/** @type {string} */ file) => /\.(test|spec)\.tsx?$/.test(file)
const isMeasured = (/** @type {string} */ file) => /\.(ts|tsx|mjs|css)$/.test(file) && !isTest(file)

const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
  encoding: 'utf8',
})
const deleted = execFileSync('git', ['ls-files', '--deleted', '-z'], { encoding: 'utf8' })
const gone = new Set(deleted.split('\0'))
const files = listed.split('\0').filter((file) => file && !gone.has(file))

const faults = files.flatMap((file) => rules.filter(([, breaks]) => breaks(file)).map(([fault]) => `${file} ${fault}`))
for (const fault of faults) console.error(fault)
console.log(`${files.length} files, ${faults.length} out of shape`)
process.exit(faults.length > 0 ? 1 : 0)
