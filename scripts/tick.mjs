// One tick against the running server, or what it would do at another time; prints what is answered.
import { homeOf, readEnv } from './boot/home.mjs'
import { preview, tick } from './boot/ticks.mjs'
import { previewText, readFlags } from './boot/time-travel.mjs'

const asked = readFlags(process.argv.slice(2))
if (!asked.ok) {
  console.error(asked.message)
  process.exit(1)
}
const { PORT, CRON_SECRET } = { ...readEnv(homeOf()), ...process.env }
if (!PORT || !CRON_SECRET) {
  console.error('Daybook has not been started from this home: run npm start, or set PORT and CRON_SECRET.')
  process.exit(1)
}
const url = `http://localhost:${PORT}`
try {
  process.exitCode = asked.ask === 'tick' ? await run(url, CRON_SECRET) : await look(url, CRON_SECRET, asked)
} catch (error) {
  console.error(`Nothing answers at ${url}: run npm start. (${error.cause?.message ?? error.message})`)
  process.exitCode = 1
}

/** @param {string} url @param {string} secret @returns {Promise<number>} the exit code */
async function run(url, secret) {
  const { status, body } = await tick(url, secret)
  console.log(status === 200 ? JSON.stringify(JSON.parse(body), null, 2) : `${url} answered ${status}: ${body}`)
  return status === 200 ? 0 : 1
}

/**
 * @param {string} url @param {string} secret @param {{ at: string, json: boolean }} what
 * @returns {Promise<number>} the exit code: not 0 where a part could not say
 */
async function look(url, secret, { at, json }) {
  const { status, body } = await preview(url, secret, at)
  if (status !== 200) {
    console.error(refusalIn(body) ?? `${url} answered ${status}: ${body}`)
    return 1
  }
  const answer = JSON.parse(body)
  console.log(json ? JSON.stringify(answer, null, 2) : previewText(answer))
  return answer.parts.some((/** @type {{ error?: string }} */ part) => part.error !== undefined) ? 1 : 0
}

/** The sentence of an answer that is none of what was asked. @param {string} body @returns {string | null} */
function refusalIn(body) {
  try {
    return JSON.parse(body).message ?? null
  } catch {
    return null
  }
}
