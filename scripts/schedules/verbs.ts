import { runBetween } from './between'
import { runPause, runTrigger, runUnpause } from './change'
import { CannotError } from './company'
import { type Io, isSentence } from './flags'
import { runList } from './list'
import { runPreview } from './preview'
import { runReconcile } from './reconcile'

const VERBS: Readonly<Record<string, (args: readonly string[], io: Io) => boolean | Promise<boolean>>> = {
  between: runBetween,
  list: runList,
  pause: runPause,
  preview: runPreview,
  reconcile: runReconcile,
  trigger: runTrigger,
  unpause: runUnpause,
}

const USAGE = `Say what to do:

  npm run schedules -- between --cron '5 7 * * 1-5' --zone Europe/London --from 2026-10-01T00:00Z --to 2026-11-01T00:00Z
      every fire after --from, up to and including --to, as a JSON array of UTC instants
  npm run schedules -- between --stdin
      the same for each line {"cron", "zone", "from", "to"} of the standard input
  npm run schedules -- preview --cron '5 7 * * 1-5' --zone Europe/London [--from 2026-10-01T00:00Z] [--count 10] [--jitter 120]
      the next fires in words, with what the clocks do to them

  --overlap both      fires in both passes of an hour that comes twice; left out: in the first

And on the database of DATABASE_URL, or of the last start of this home:

  npm run schedules -- list [--json]
      every schedule, when it fires next, and how it does
  npm run schedules -- pause <id> --reason 'The crane is at the workshop'
  npm run schedules -- unpause <id>
      its times are skipped, and are again its times; what passed is not made up for
  npm run schedules -- trigger <id>
      does its work once, now
  npm run schedules -- reconcile [--feature plant-register-auto-docket] [--dry-run]
      takes away what nobody expects, brings back what is missing; a dry run only says so

Answers 0 where it is done, 1 where it is refused, 2 where it cannot be run.`

/** What `npm run schedules` does with its arguments. The exit code: 1 refused, 2 cannot be run; each with a sentence. */
export async function runSchedules(args: readonly string[], io: Io): Promise<0 | 1 | 2> {
  const [verb = '', ...rest] = args
  const run = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined
  try {
    if (run) return (await run(rest, io)) ? 0 : 1
    io.fault(USAGE)
  } catch (error) {
    if (error instanceof CannotError) {
      io.fault(error.message)
      return 2
    }
    if (!isSentence(error)) throw error
    io.fault(error.message)
  }
  return 1
}
