/**
 * The query of a page with one filter changed. The default (null) leaves it out; `cursor` goes, since a place in the
 * old list means nothing in the new one. Returns '' or '?…'.
 */
export function withFilter(query: string, name: string, value: string | null): string {
  const params = new URLSearchParams(query)
  params.delete('cursor')
  if (value === null || value === '') params.delete(name)
  else params.set(name, value)
  const text = params.toString()
  return text ? `?${text}` : ''
}
