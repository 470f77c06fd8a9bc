const SILENT = 'No answer came back. Look at the connection and try again.'

/** What a route of ours answers to a page that asks. @throws its sentence, or that no answer came */
export async function readJson<T>(url: string): Promise<T> {
  const response = await fetch(url, { headers: { accept: 'application/json' }, cache: 'no-store' }).catch(() => null)
  const body = await response?.json().catch(() => null)
  if (!response?.ok || body === null) throw new Error(body?.message ?? SILENT)
  return body
}
