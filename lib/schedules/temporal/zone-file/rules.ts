import { changesBetween, offsetAt, tzVersion } from '@/lib/platform/zones'

/** Crons know the years 2000 to 2100. Two days more on either side: an instant there may be the year's neighbour. */
const FROM = new Date(Date.UTC(1999, 11, 30))
const TO = new Date(Date.UTC(2101, 0, 3))

/** The format's letters for an offset; the server shows them nowhere. */
const LETTERS = new Uint8Array([...'LMT\0'].map((letter) => letter.charCodeAt(0)))
const HEADER = 44
const TYPE = 6

const files = new Map<string, Uint8Array>()
let filesOf = ''

/**
 * A zone as a TZif file of version 2 (RFC 9636), written from the zone data that we count by, so that the server counts
 * by the same: its own may be older. From 2000 to 2100. @throws ZoneError
 */
export function zoneFile(zone: string): Uint8Array {
  if (filesOf !== tzVersion()) {
    files.clear()
    filesOf = tzVersion()
  }
  const known = files.get(zone)
  if (known) return known
  const file = writeFile(zone)
  files.set(zone, file)
  return file
}

function writeFile(zone: string): Uint8Array {
  const changes = changesBetween(zone, FROM, TO)
  const offsets = [...new Set([offsetAt(zone, FROM), ...changes.map(({ after }) => after)])]
  const size = HEADER + TYPE + LETTERS.length + HEADER + changes.length * 9 + offsets.length * TYPE + LETTERS.length + 2
  const file = new Uint8Array(size)
  const view = new DataView(file.buffer)
  let at = 0
  const header = (times: number, types: number) => {
    file.set(
      [...'TZif2'].map((letter) => letter.charCodeAt(0)),
      at,
    )
    for (const [index, count] of [0, 0, 0, times, types, LETTERS.length].entries())
      view.setUint32(at + 20 + index * 4, count)
    at += HEADER
  }
  const type = (offset: number) => {
    view.setInt32(at, Math.round(offset * 60))
    at += TYPE
  }
  const letters = () => {
    file.set(LETTERS, at)
    at += LETTERS.length
  }
  // The part of version 1, which readers of version 2 skip, must not be empty.
  header(0, 1)
  type(offsets[0] ?? 0)
  letters()
  header(changes.length, offsets.length)
  for (const change of changes) {
    view.setBigInt64(at, BigInt(change.at.getTime() / 1_000))
    at += 8
  }
  for (const change of changes) {
    view.setUint8(at, offsets.indexOf(change.after))
    at += 1
  }
  for (const offset of offsets) type(offset)
  letters()
  // No rule for the time after: the last offset stays.
  file.set([10, 10], at)
  return file
}
