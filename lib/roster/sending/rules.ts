const plain = (text: string) => text.trim().toLowerCase().replace(/\s+/g, ' ')

/**
 * Whether the week to send was typed: as its page calls it ('14 December', 'Week of 14 December') or as the date of its
 * Monday ('2026-12-14'). @param title 'Week of 14 December'
 */
export function isWeekTyped(typed: string, weekOf: string, title: string): boolean {
  const name = plain(title)
  return [weekOf, name, name.replace(/^week of /, '')].includes(plain(typed))
}
