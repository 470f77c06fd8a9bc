import type { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { InstantError, parseInstant } from '@/lib/platform/instant'
import { isZone, ZoneError } from '@/lib/platform/zones'
import { CronError } from '@/lib/schedules/cron/fields'
import type { Overlap } from '@/lib/schedules/cron/fires'
import { type Cron, parseCron } from '@/lib/schedules/cron/parse'

/** What the command line or a line of input asks for and cannot have. The message is a sentence for whoever typed it. */
export class AskedError extends Error {
  override name = 'AskedError'
}

/** Where lines come from and go to. */
export type Io = { readonly input: Readable; out(line: string): void; fault(line: string): void }

/** Whether the message of an error is a sentence for whoever typed the request. */
export const isSentence = (error: unknown): error is Error =>
  error instanceof AskedError ||
  error instanceof CronError ||
  error instanceof ZoneError ||
  error instanceof InstantError

const SAMPLES = {
  cron: `--cron '5 7 * * 1-5'`,
  zone: '--zone Europe/London',
  from: '--from 2026-10-01T00:00Z',
  to: '--to 2026-11-01T00:00Z',
  count: '--count 10',
  overlap: '--overlap both',
  jitter: '--jitter 120',
  reason: `--reason 'The crane is at the workshop'`,
  feature: '--feature plant-register-auto-docket',
} as const

export type FlagName = keyof typeof SAMPLES
export type Flags = Partial<Record<FlagName, string>> & {
  readonly switches: ReadonlySet<string>
  /** The id that stands without an option, where the verb takes one. */
  readonly id?: string
}
type Allowed = { values: readonly FlagName[]; switches: readonly string[]; id?: true }

/** The options of a verb. What is not known is refused: a typing error must not become another question. */
export function readFlags(args: readonly string[], allowed: Allowed): Flags {
  const options = Object.fromEntries([
    ...allowed.values.map((name) => [name, { type: 'string' as const }]),
    ...allowed.switches.map((name) => [name, { type: 'boolean' as const }]),
  ])
  const parsed = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true })
  const values: Partial<Record<FlagName, string>> = {}
  const switches = new Set<string>()
  let id: string | undefined
  for (const token of parsed.tokens) {
    if (token.kind === 'positional' && allowed.id && id === undefined) {
      id = token.value
      continue
    }
    if (token.kind === 'positional')
      throw new AskedError(
        `${JSON.stringify(token.value)} belongs to no option. Write npm run schedules -- with both dashes, and quotes around a cron.`,
      )
    if (token.kind !== 'option') continue
    if (allowed.switches.includes(token.name)) {
      if (token.value !== undefined) throw new AskedError(`${token.rawName} takes no value.`)
      switches.add(token.name)
      continue
    }
    const name = allowed.values.find((each) => each === token.name)
    if (!name) throw new AskedError(`${token.rawName} is not known here: there are ${known(allowed)}.`)
    if (values[name] !== undefined) throw new AskedError(`${token.rawName} stands there twice: name one.`)
    if (!token.value || token.value.startsWith('--'))
      throw new AskedError(`${token.rawName} needs a value, such as ${SAMPLES[name]}.`)
    values[name] = token.value
  }
  return { ...values, switches, ...(id === undefined ? {} : { id }) }
}

const known = ({ values, switches }: Allowed) => {
  const names = [...values, ...switches].map((name) => `--${name}`)
  return names.length > 0 ? names.join(', ') : 'none'
}

/** The id that a verb is about. Throws AskedError. */
export function neededId({ id }: Flags): string {
  if (id === undefined) throw new AskedError('Say which: npm run schedules -- list shows every id.')
  return id
}

/** An option that must be there. Throws AskedError. */
export function needed(flags: Flags, name: FlagName): string {
  const value = flags[name]
  if (value === undefined) throw new AskedError(`--${name} is missing: add ${SAMPLES[name]}.`)
  return value
}

export type Question = { cron: Cron; zone: string; from: Date; overlap: Overlap }

/** The parts of a question as somebody typed them. Throws CronError, ZoneError, InstantError, AskedError. */
export function questionOf(typed: { cron: string; zone: string; from: Date; overlap: string | undefined }): Question {
  const { zone, from, overlap = 'first' } = typed
  const cron = parseCron(typed.cron)
  if (!isZone(zone)) throw new ZoneError(zone)
  if (overlap !== 'first' && overlap !== 'both')
    throw new AskedError(`${JSON.stringify(overlap)} is no overlap: write first, or both for both passes of an hour.`)
  return { cron, zone, from, overlap }
}

/** The instant that an option or a key of a line names. Throws AskedError. */
export function instantIn(name: string, text: string): Date {
  try {
    return parseInstant(text)
  } catch (error) {
    if (error instanceof InstantError) throw new AskedError(`${name}: ${error.message}`)
    throw error
  }
}
