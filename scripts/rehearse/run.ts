import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { homeOf, readEnv } from '../boot/home.mjs'
import { assertAnswers, openBrowser, signIn } from './browser'
import { enter } from './enter'
import { type Asked, readFlags, USAGE } from './flags'
import { checkLine, failureText, stepLine } from './lines'
import { Refused } from './refused'
import { Report, type Verdict } from './report'
import { takeSteps } from './steps'
import { look, type Seen, sign } from './wizard'

/** Passed and signed, a check failed, could not be run. */
type ExitCode = 0 | 1 | 2

/** `npm run rehearse`: prints what happens, and answers the exit code. */
export async function rehearse(args: readonly string[]): Promise<ExitCode> {
  const read = readFlags(args)
  if (!read.ok) {
    console.error(read.message)
    return 2
  }
  if ('help' in read) {
    console.log(USAGE)
    return 0
  }
  try {
    return await play(read.asked)
  } catch (error) {
    console.error(sentenceOf(error))
    return 2
  }
}

const sentenceOf = (error: unknown): string =>
  error instanceof Refused ? error.message : `It could not go on: ${(error as Error).message}`

async function play(asked: Asked): Promise<ExitCode> {
  const url = asked.url ?? ownUrl()
  await assertAnswers(url)
  const browser = await openBrowser()
  try {
    const page = await signIn(browser, url, asked.email)
    const isUnderWay = await enter(page, asked.roster)
    tell(await look(page), isUnderWay)
    const report = new Report(resolve(asked.report ?? join(homeOf(), 'rehearsals', stampNow())))
    const verdict = await through(page, report, asked.sign).catch(async (error: unknown) => {
      // What was seen until then is kept, where the page can still be read.
      await keep(page, report, url, { passed: false, text: sentenceOf(error) }).catch(() => {})
      throw error
    })
    await keep(page, report, url, verdict)
    console.log(verdict.text)
    return verdict.passed ? 0 : 1
  } finally {
    await browser.close()
  }
}

/** Writes the report, with a picture of how the page stands, and says where it is. */
async function keep(page: Page, report: Report, url: string, verdict: Verdict): Promise<void> {
  await report.picture(page, 'end')
  console.log(`\nreport     ${report.write(await look(page), url, verdict)}`)
}

/** Where the Daybook of this home answers. */
function ownUrl(): string {
  const { PORT } = { ...readEnv(homeOf()), ...process.env }
  if (PORT) return `http://localhost:${PORT}`
  throw new Refused('Daybook has not been started from this home: run npm start, or name another one with --url.')
}

/** '2026-12-10T18-00-00Z': a name for a folder. */
const stampNow = (): string => `${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z`

/** Every step, each told as it comes and kept as a picture; then the name under them. */
async function through(page: Page, report: Report, name: string | undefined): Promise<Verdict> {
  const failed = await takeSteps(page, {
    began: (step) => console.log(stepLine(step)),
    checked: (_, check) => console.log(checkLine(check)),
    ended: async (step) => report.picture(page, `${step.number}-${step.name}`),
  })
  if (failed) return { passed: false, text: failureText(failed) }
  const { status, signer, steps } = await look(page)
  if (status === 'ready') await sign(page, name ?? signer)
  const checks = steps.reduce((sum, step) => sum + step.checks.length, 0)
  return { passed: true, text: `passed: ${steps.length} steps, ${checks} checks, signed by ${signer}` }
}

/** Which rehearsal it is, and what of it had passed before. */
function tell({ title, week, build, address, steps }: Seen, isUnderWay: boolean): void {
  console.log(`${title}, ${week}, build ${build}`)
  console.log(`Every mail goes to ${address} and can go nowhere else.`)
  if (!isUnderWay) return
  console.log('It was under way, and goes on where it stands.')
  for (const step of steps) if (step.state === 'done') console.log(`${stepLine(step).trim()}: passed before`)
}
