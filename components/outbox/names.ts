/** 'Rosa Lind, Kit Marsh and 3 more' beyond six. */
export function namesOf(rows: readonly { to: string }[]): string {
  const names = rows.map(({ to }) => to)
  if (names.length > 6) return `${names.slice(0, 5).join(', ')} and ${names.length - 5} more`
  return names.join(', ')
}
