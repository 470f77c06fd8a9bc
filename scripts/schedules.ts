// npm run schedules -- between | preview
import { runBetween } from './schedules/between'
import { AskedError, isSentence } from './schedules/flags'
import { runPreview } from './schedules/preview'

const VERBS: Readonly<Record<string, (args: readonly string[]) => unknown>> = {
  between: runBetween,
  preview: runPreview,
}

const USAGE = `Say what to do:

  npm run schedules -- between --cron '5 7 * * 1-5' --zone Europe/London --from 2026-10-01T00:00Z --to 2026-11-01T00:00Z
      every fire after --from, up to and including --to, as a JSON array of UTC instants
  npm run schedules -- between --stdin
      the same for each line {"cron", "zone", "from", "to"} of the standard input
  npm run schedules -- preview --cron '5 7 * * 1-5' --zone Europe/London [--from 2026-10-01T00:00Z] [--count 10]
      the next fires in words, with what the clocks do to them

  --overlap both      fires in both passes of an hour that comes twice; left out: in the first`

async function main(): Promise<boolean> {
  const [verb = '', ...args] = process.argv.slice(2)
  const run = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined
  if (!run) throw new AskedError(USAGE)
  return (await run(args)) !== false
}

// Whoever reads the answers may stop early (`| head`).
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

main().then(
  (isFine) => {
    process.exitCode = isFine ? 0 : 1
  },
  (error: unknown) => {
    console.error(isSentence(error) ? error.message : error)
    process.exitCode = 1
  },
)
