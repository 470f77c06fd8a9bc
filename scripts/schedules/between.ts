import { createInterface } from 'node:readline'
import { z } from 'zod'
import { between } from '@/lib/schedules/cron/fires'
import { AskedError, type Io, instantIn, isSentence, needed, questionOf, readFlags } from './flags'

/** A second's cron reaches it in twelve days. */
const MOST = 1_000_000

const Line = z.object({
  cron: z.string(),
  zone: z.string(),
  from: z.string(),
  to: z.string(),
  overlap: z.string().optional(),
})

const SHAPE = '{"cron": "5 7 * * 1-5", "zone": "Europe/London", "from": "2026-10-01T00:00Z", "to": "2026-11-01T00:00Z"}'

/** The fires as UTC instants, YYYY-MM-DDTHH:MM:SSZ, after `from`, up to and including `to`. Throws a sentence. */
function answer(typed: z.infer<typeof Line>): string[] {
  const from = instantIn('from', typed.from)
  const to = instantIn('to', typed.to)
  const { cron, zone, overlap } = questionOf({ cron: typed.cron, zone: typed.zone, from, overlap: typed.overlap })
  const fires = between(cron, zone, from, to, { overlap, limit: MOST + 1 })
  if (fires.length > MOST)
    throw new AskedError(`These are more than ${MOST.toLocaleString('en-GB')} fires: ask for a shorter time.`)
  return fires.map((at) => `${at.toISOString().slice(0, 19)}Z`)
}

function read(line: string): z.infer<typeof Line> {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw new AskedError(`This is no JSON. A line is ${SHAPE}.`)
  }
  const parsed = Line.safeParse(value)
  if (!parsed.success) throw new AskedError(`Something is missing or no text. A line is ${SHAPE}.`)
  return parsed.data
}

/**
 * One line of output for each line of input that is not blank: a JSON array, or `{"error": sentence}`, so that answers
 * stay beside their questions. False where a line was refused.
 */
async function answerLines({ input, out, fault }: Io): Promise<boolean> {
  let [number, isFine] = [0, true]
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    number++
    if (line.trim() === '') continue
    try {
      out(JSON.stringify(answer(read(line))))
    } catch (error) {
      if (!isSentence(error)) throw error
      isFine = false
      out(JSON.stringify({ error: error.message }))
      fault(`Line ${number}: ${error.message}`)
    }
  }
  return isFine
}

/** `between` of the command line: a JSON array for one question, or for each of the lines of the standard input. */
export async function runBetween(args: readonly string[], io: Io): Promise<boolean> {
  const flags = readFlags(args, { values: ['cron', 'zone', 'from', 'to', 'overlap'], switches: ['stdin'] })
  if (flags.switches.has('stdin')) {
    if (flags.cron ?? flags.zone ?? flags.from ?? flags.to ?? flags.overlap)
      throw new AskedError('--stdin takes its questions from the standard input alone: leave the other options out.')
    return answerLines(io)
  }
  const [cron, zone, from, to] = (['cron', 'zone', 'from', 'to'] as const).map((name) => needed(flags, name))
  io.out(JSON.stringify(answer({ cron, zone, from, to, overlap: flags.overlap } as z.infer<typeof Line>)))
  return true
}
