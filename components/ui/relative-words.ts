const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

function amount(span: number): string {
  if (span < minute) return `${Math.floor(span / second)} s`
  if (span < hour) return `${Math.floor(span / minute)} min`
  const unit = span < 2 * day ? hour : day
  const count = Math.floor(span / unit)
  return `${count} ${unit === hour ? 'hour' : 'day'}${count === 1 ? '' : 's'}`
}

/**
 * A span in words, 'in 14 hours', '12 s ago'. `ms` is from now to the instant: negative is past. Rounded down, so a
 * deadline never seems further off than it is.
 */
export function relativeWords(ms: number): string {
  if (Math.abs(ms) < second) return 'now'
  return ms > 0 ? `in ${amount(ms)}` : `${amount(-ms)} ago`
}
