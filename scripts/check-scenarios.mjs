// The catalogue of scenarios against the tests that it names: each row has an id of its own and a test that is there and
// runs. Reads sources only, so it is quick; whether the tests pass is the tests' to say.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const CATALOGUE = 'lib/roster/SCENARIOS.md'
const FEWEST = 40
const TESTS = new Set(['test', 'it'])
const NOT_RUN = new Set(['skip', 'todo', 'skipIf', 'runIf', 'fixme', 'fails'])
/** What may stand behind `test` and leave it a test. */
const FORMS = new Set([...NOT_RUN, 'each', 'for', 'concurrent', 'sequential', 'only'])

/** @typedef {{ title: string, path: string[], runs: boolean }} Titled its own title and those of what it stands in, as they are written, `\0` where something is put in */
/** @typedef {{ id: string, scenario: string, expected: string, tests: { file: string, title: string }[] }} Row */

/**
 * The rows of the tables: `| T1 | what happens | what comes of it | ``file`` · title |`, further tests after `<br>`.
 * @param {string} markdown @returns {Row[]}
 */
export function rowsOf(markdown) {
  return markdown.split('\n').flatMap((line) => {
    if (!/^\| [A-Z]+\d+ \|/.test(line)) return []
    const [id = '', scenario = '', expected = '', named = ''] = line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('\\|', '|'))
    const tests = named.split('<br>').flatMap((one) => {
      const [, file, title] = /^`([^`]+)` · (.+)$/.exec(one.trim()) ?? []
      return file && title ? [{ file, title }] : []
    })
    return [{ id, scenario, expected, tests }]
  })
}

/** Every test of a file. @param {string} source @param {string} [name] of the file @returns {Titled[]} */
export function titlesOf(source, name = 'a.test.ts') {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true)
  /** @type {Titled[]} */
  const titles = []
  /** @param {ts.Node} node @param {string[]} path @param {boolean} runs */
  const visit = (node, path, runs) => {
    let [inner, isRun] = [path, runs]
    if (ts.isCallExpression(node)) {
      const [root = '', ...rest] = namesOf(node.expression)
      isRun &&= !rest.some((word) => NOT_RUN.has(word))
      // `test.each(rows)` alone is no test: its title comes with the second call.
      const isTable = ['each', 'for'].includes(rest.at(-1) ?? '') && ts.isPropertyAccessExpression(node.expression)
      const title = node.arguments[0] && !isTable ? textOf(node.arguments[0]) : null
      const isTest = TESTS.has(root) && rest.every((word) => FORMS.has(word))
      if (title !== null && isTest) titles.push({ title, path, runs: isRun })
      if (title !== null && (root === 'describe' || rest[0] === 'describe')) inner = [...path, title]
    }
    ts.forEachChild(node, (child) => visit(child, inner, isRun))
  }
  visit(file, [], true)
  return titles
}

/** `test.each(rows)` as ['test', 'each']. @param {ts.Expression} callee @returns {string[]} */
function namesOf(callee) {
  if (ts.isIdentifier(callee)) return [callee.text]
  if (ts.isPropertyAccessExpression(callee)) return [...namesOf(callee.expression), callee.name.text]
  if (ts.isCallExpression(callee)) return namesOf(callee.expression)
  if (ts.isTaggedTemplateExpression(callee)) return namesOf(callee.tag)
  return []
}

/** A string, with `\0` for whatever is put into it. @param {ts.Expression} node @returns {string | null} */
function textOf(node) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (!ts.isTemplateExpression(node)) return null
  return node.head.text + node.templateSpans.map((span) => `\0${span.literal.text}`).join('')
}

const escaped = (/** @type {string} */ text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The name that a reader would say: the titles of what it stands in, then its own. @param {Titled} test */
const fullName = ({ path, title }) => [...path, title].join(' › ')

/**
 * A test is named by its title, or by that behind those of what it stands in, as `describe › test`. It is named as it is
 * written, or as it is printed: then what stands for each `%s`, `$name` or `${…}` must be a text of the same file, so
 * that a case that was taken out of a table is missed.
 * @param {string} written @param {string} named @param {string} source
 */
export function isTitle(written, named, source) {
  if (written.replaceAll('\0', '…') === named) return true
  const parts = written.split(/\0|%[sdifjo#]|\$[\w.]+/)
  if (parts.length === 1) return false
  const filled = new RegExp(`^${parts.map(escaped).join('(.+?)')}$`).exec(named)
  return filled?.slice(1).every((text) => source.includes(text)) ?? false
}

/**
 * What is wrong with a catalogue, as sentences.
 * @param {string} markdown @param {(file: string) => string | null} read a test file by its path, or null
 * @returns {string[]}
 */
export function faultsOf(markdown, read) {
  const rows = rowsOf(markdown)
  const faults = rows.length < FEWEST ? [`${rows.length} scenarios: there are to be at least ${FEWEST}`] : []
  const ids = new Set()
  for (const row of rows) {
    if (ids.has(row.id)) faults.push(`${row.id} stands there twice`)
    ids.add(row.id)
    if (!row.scenario || !row.expected) faults.push(`${row.id} does not say what happens and what must come of it`)
    if (row.tests.length === 0) faults.push(`${row.id} names no test: write \`file\` · title`)
    for (const test of row.tests) {
      const fault = faultOf(test, read(test.file))
      if (fault) faults.push(`${row.id} ${fault}`)
    }
  }
  return faults
}

/** @param {{ file: string, title: string }} test @param {string | null} source */
function faultOf({ file, title }, source) {
  if (!/\.(test|spec)\.tsx?$/.test(file) || source === null) return `names ${file}, which is no test file here`
  const found = titlesOf(source, file).filter((test) =>
    [test.title, fullName(test)].some((written) => isTitle(written, title, source)),
  )
  if (found.length === 0) return `names a test that ${file} does not have: ${title}`
  return found.some(({ runs }) => runs) ? null : `names a test that is not run everywhere: ${title}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const markdown = readFileSync(CATALOGUE, 'utf8')
  const faults = faultsOf(markdown, (file) => (existsSync(file) ? readFileSync(file, 'utf8') : null))
  for (const fault of faults) console.error(`${CATALOGUE}: ${fault}`)
  console.log(`${rowsOf(markdown).length} scenarios, ${faults.length} without their test or not as they are to be`)
  process.exit(faults.length > 0 ? 1 : 0)
}
