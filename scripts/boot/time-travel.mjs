// What `npm run tick` is asked for on the command line, and what a tick would do at another time, as text.

const USAGE =
  'Run npm run tick alone for a tick, or npm run tick -- --at 2026-10-25T01:30Z --dry-run to see what one would do.'

/**
 * @typedef {{ ok: true, ask: 'tick' } | { ok: true, ask: 'preview', at: string, json: boolean } | { ok: false, message: string }} Asked
 */

/**
 * What the arguments ask for. Anything that is not known is refused: a tick must not run where only a look was meant.
 * @param {readonly string[]} args @returns {Asked}
 */
export function readFlags(args) {
  let [at, dryRun, json] = [/** @type {string | undefined} */ (undefined), false, false]
  const left = [...args]
  for (let arg = left.shift(); arg !== undefined; arg = left.shift()) {
    const [name, value] = arg.startsWith('--') && arg.includes('=') ? cut(arg) : [arg, undefined]
    if (name === '--at') {
      if (at !== undefined) return refused('--at stands there twice: name one instant.')
      at = value ?? left.shift() ?? ''
      if (at === '' || at.startsWith('--')) return refused('--at needs an instant, such as --at 2026-10-25T01:30Z.')
    } else if (value !== undefined && (name === '--dry-run' || name === '--json'))
      return refused(`${name} takes no value.`)
    else if (name === '--dry-run') dryRun = true
    else if (name === '--json') json = true
    else return refused(`${name} is not known here. ${USAGE}`)
  }
  if (at !== undefined && !dryRun)
    return refused('A tick cannot be run at another time: add --dry-run to see what it would do then.')
  if (at === undefined && dryRun)
    return refused('Say for when: add --at with an instant, such as --at 2026-10-25T01:30Z.')
  if (at !== undefined) return { ok: true, ask: 'preview', at, json }
  return json
    ? refused('--json goes with --at and --dry-run: a tick prints its report as JSON anyway.')
    : { ok: true, ask: 'tick' }
}

/** @param {string} message @returns {{ ok: false, message: string }} */
const refused = (message) => ({ ok: false, message })

/** @param {string} arg @returns {[string, string]} */
const cut = (arg) => [arg.slice(0, arg.indexOf('=')), arg.slice(arg.indexOf('=') + 1)]

/**
 * As `/api/cron/tick` answers it, `lib/server/preview.ts`.
 * @typedef {{ what: string, why: string, at: string | null, local: string | null, subject?: string }} Line
 * @typedef {{ name: string, due: number, more: number, lines: Line[], note?: string, error?: string }} Part
 * @typedef {{ at: string, local: string, parts: Part[] }} Preview
 */

/** Part by part, each time in UTC and on the clocks that it is about. @param {Preview} preview @returns {string} */
export function previewText({ at, local, parts }) {
  const head = [
    `What a tick would do at ${utc(at)} (${local}), as things stand now.`,
    'Nothing is done. What happens until then is not played, nor what an earlier part of that tick would do.',
  ]
  return [...head, ...parts.flatMap((part) => ['', ...partText(part)])].join('\n')
}

/** @param {Part} part @returns {string[]} */
function partText({ name, due, more, lines, note, error }) {
  if (error !== undefined) return [`${name}: ${error}`]
  const rest = more > 0 && lines.length > 0 ? [`  and ${count(more)} more`] : []
  return [
    `${name}: ${due === 0 ? 'nothing is due' : `${count(due)} due`}`,
    ...(note === undefined ? [] : [`  ${note}`]),
    ...lines.flatMap(lineText),
    ...rest,
  ]
}

/** @param {Line} line @returns {string[]} */
function lineText({ what, why, at, local, subject }) {
  const when = at === null ? '' : ` ${utc(at)}${local === null ? '' : `, ${local}`}`
  return [`  ${what}${subject === undefined ? '' : `: ${subject}`}`, `    ${why}${when}`]
}

/** @param {number} n */
const count = (n) => n.toLocaleString('en-GB')

/** @param {string} iso */
const utc = (iso) => `${iso.slice(0, 19).replace('T', ' ')} UTC`
