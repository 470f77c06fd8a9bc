/** One event of an iCalendar file. Times are instants, or null where the file has another form than UTC. */
export type CalendarEvent = { uid: string; summary: string; note: string; from: Date | null; to: Date | null }

/** RFC 5545 3.3.5, form 2: the only form that our files have. */
function utcOf(value: string | undefined): Date | null {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(value ?? '')
  if (!match) return null
  const [year = 0, month = 0, ...rest] = match.slice(1).map(Number)
  return new Date(Date.UTC(year, month - 1, ...rest))
}

/** RFC 5545 3.3.11: `\n`, `\,`, `\;` and `\\`. */
const textOf = (value = ''): string =>
  value.replace(/\\([nN,;\\])/g, (_, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign))

/** The events of an iCalendar file, in its own order. Anything else in the file is passed over. */
export function eventsOf(file: string): CalendarEvent[] {
  // RFC 5545 3.1: a line that begins with a blank goes on from the one above.
  const lines = file.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)
  const events: CalendarEvent[] = []
  let fields: Map<string, string> | null = null
  for (const line of lines) {
    if (line === 'BEGIN:VEVENT') fields = new Map()
    else if (line === 'END:VEVENT' && fields) {
      events.push({
        uid: fields.get('UID') ?? '',
        summary: textOf(fields.get('SUMMARY')),
        note: textOf(fields.get('DESCRIPTION')),
        from: utcOf(fields.get('DTSTART')),
        to: utcOf(fields.get('DTEND')),
      })
      fields = null
    } else if (fields) {
      const match = /^([A-Z-]+)(?:;[^:]*)?:(.*)$/.exec(line)
      if (match?.[1] && match[2] !== undefined) fields.set(match[1], match[2])
    }
  }
  return events
}
