import { runBetween } from './between'
import { type Io, isSentence } from './flags'
import { runPreview } from './preview'

const VERBS: Readonly<Record<string, (args: readonly string[], io: Io) => boolean | Promise<boolean>>> = {
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

/** What `npm run schedules` does with its arguments. The exit code: 1 where something was refused, in a sentence. */
export async function runSchedules(args: readonly string[], io: Io): Promise<0 | 1> {
  const [verb = '', ...rest] = args
  const run = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined
  try {
    if (run) return (await run(rest, io)) ? 0 : 1
    io.fault(USAGE)
  } catch (error) {
    if (!isSentence(error)) throw error
    io.fault(error.message)
  }
  return 1
}
