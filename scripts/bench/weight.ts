/** The JavaScript that each page of the desk loads by itself, before anybody touches it. */
import { OPERATORS, setStage, signedIn } from '@/e2e/stage'
import { tokenOf } from '@/lib/roster/answers/effects'
import { startApp } from '@/lib/testing/app'
import { freePort } from '../boot/postgres.mjs'
import type { Bench, Row } from './report'
import { ensureBuild } from './rig/build'
import { type Script, scale } from './rig/scripts'

const WIZARD_KB = 220
/** As many of the wizard's scripts stand beside its weight, the heaviest first. */
const NAMED = 6

const kb = (scripts: readonly Script[]) => scripts.reduce((sum, { gzip }) => sum + gzip, 0) / 1_000

async function run(): Promise<Row[]> {
  await ensureBuild()
  const { world, mailbox, end } = await setStage()
  const undo: (() => Promise<unknown>)[] = [end]
  try {
    const week = await world.weekIn('ASSIGNED')
    const app = await startApp({ databaseUrl: world.database.url, port: await freePort(), smtpPort: mailbox.port })
    undo.push(app.stop)
    const scriptsOf = scale(await signedIn(app.url, OPERATORS[0] ?? ''))
    const nothing = kb(await scriptsOf('/no/such/page'))
    const page = async (measure: string, path: string, most?: number): Promise<Row> => {
      const scripts = await scriptsOf(path)
      const heaviest = most === undefined ? [] : scripts.slice(0, NAMED)
      return {
        measure,
        ours: kb(scripts),
        unit: 'kB',
        against: [
          { name: 'a page of nothing', value: nothing },
          ...heaviest.map(({ path: script, gzip }) => ({ name: script.split('/').at(-1) ?? '', value: gzip / 1_000 })),
        ],
        goal: most === undefined ? '' : `≤ ${most} kB`,
        met: most === undefined || kb(scripts) <= most,
      }
    }
    return [
      await page('the wizard of a week', `/roster/${week.id}`, WIZARD_KB),
      await page('the form of a tender', `/availability/${tokenOf(week.id, week.tenders[0]?.id ?? '')}`),
      await page('tenders', `/roster/tenders?roster=${week.rosterId}`),
      await page('outbox', '/outbox'),
      await page('timeline', '/timeline'),
    ]
  } finally {
    for (const action of undo.reverse()) await action()
  }
}

export default { name: 'weight', run } satisfies Bench
