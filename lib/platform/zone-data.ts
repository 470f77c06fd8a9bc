import moment from 'moment-timezone'

/**
 * Where offsets come from. Two sets of zone data are at hand: the runtime's own (ICU, read through Intl) and the tables
 * of the `moment-timezone` package. Runtimes lag behind: Node 20.20.2 carries 2025c, which puts 09:00 in Vancouver on
 * 2 November 2026 an hour late. Only `zones.ts` reads this file.
 */
export type SourceName = 'Intl' | 'package'

/** Minutes east of UTC at an instant in epoch milliseconds. Whole minutes since 1972; fractions in local mean time. */
type OffsetOf = (zone: string, ms: number) => number

const MINUTE = 60_000

/**
 * tz announces the end of a zone's changes a few years ahead at most. A table whose last change lies this far off was
 * cut at the package's own horizon (2499 in 0.6.6, 2037 before) and did not end: from there on the runtime's rules
 * decide. A table that ends earlier has really ended, and its last offset stays.
 */
const CUT = Date.UTC(2037, 0, 1)

const packageNames: ReadonlySet<string> = new Set(moment.tz.names())
const runtimeNames: ReadonlySet<string> = new Set(Intl.supportedValuesOf('timeZone'))

type Table = { untils: number[]; offsets: number[]; abbrs: string[]; cutAt: number }
const tables = new Map<string, Table>()

/** The package's table of a zone, unpacked once; `undefined` for a zone that only the runtime knows. */
function tableOf(zone: string): Table | undefined {
  const known = tables.get(zone)
  if (known || !packageNames.has(zone)) return known
  const found = moment.tz.zone(zone)
  if (!found) return undefined
  const last = found.untils.at(-2) ?? Number.NEGATIVE_INFINITY
  const table = { ...found, cutAt: last >= CUT ? last : Number.POSITIVE_INFINITY }
  tables.set(zone, table)
  return table
}

/** Index of the period that holds an instant: the first whose end lies after it. The last one has no end. */
function periodAt({ untils }: Table, ms: number): number {
  let low = 0
  let high = untils.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (ms < (untils[middle] ?? Number.POSITIVE_INFINITY)) high = middle
    else low = middle + 1
  }
  return low
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** A formatter takes about 50 µs to make and 1 µs to use, so each zone has one for the life of the process. */
function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  clocks.set(zone, clock)
  return clock
}

const intlOffset: OffsetOf = (zone, ms) => {
  const [month, day, year, hour, minute, second] = clockOf(zone)
    .format(ms)
    .split(/[/,: ]+/)
    .map(Number)
  const wall = new Date(0)
  wall.setUTCFullYear(year ?? 0, (month ?? 1) - 1, day)
  wall.setUTCHours(hour ?? 0, minute, second)
  return (wall.getTime() - Math.floor(ms / 1000) * 1000) / MINUTE
}

const packageOffset: OffsetOf = (zone, ms) => {
  const table = tableOf(zone)
  if (!table || (ms >= table.cutAt && runtimeNames.has(zone))) return intlOffset(zone, ms)
  // The package counts minutes west of UTC; zero is added so that no -0 comes out.
  return -(table.offsets[periodAt(table, ms)] ?? 0) + 0
}

/** Orders tz versions: '2025c' before '2026a' before '2026f' before '2026aa'. A runtime without data has none. */
export function isNewer(version: string | undefined, than: string): boolean {
  const parts = (text: string) => [Number(text.slice(0, 4)), text.length, text] as const
  if (!version) return false
  const [a, b] = [parts(version), parts(than)]
  return a[0] !== b[0] ? a[0] > b[0] : a[1] !== b[1] ? a[1] > b[1] : a[2] > b[2]
}

export const packageVersion = moment.tz.dataVersion
/** `undefined` only where Node was built without ICU. */
export const runtimeVersion: string | undefined = process.versions.tz

/** Of two equally old sets the package's is taken: it is the same on every machine, and quicker. */
export const newestSource: SourceName = isNewer(runtimeVersion, packageVersion) ? 'Intl' : 'package'

export const offsetFrom: Record<SourceName, OffsetOf> = { Intl: intlOffset, package: packageOffset }
export const versionFrom: Record<SourceName, string> = { Intl: runtimeVersion ?? 'unknown', package: packageVersion }

/** Exact IANA spelling, links such as US/Pacific included. Either set knowing the name is enough. */
export const isKnown = (zone: string): boolean => packageNames.has(zone) || runtimeNames.has(zone)

/** The name as IANA spells it, for one typed in another case. */
export function respell(zone: string): string | undefined {
  const lower = zone.toLowerCase()
  for (const name of packageNames) if (name.toLowerCase() === lower) return name
  return undefined
}

/**
 * tz's own letters for an offset that is in force: 'GMT', 'AEDT', '+03'. Letters stand in the package alone (Intl words
 * them by language), so for an offset of the runtime's data the latest letters that the zone had for it are taken.
 */
export function lettersFor(zone: string, ms: number, offset: number): string | undefined {
  const table = tableOf(zone)
  if (!table) return undefined
  for (let index = periodAt(table, ms); index >= 0; index -= 1) {
    if (table.offsets[index] === -offset + 0) return table.abbrs[index]
  }
  return undefined
}
