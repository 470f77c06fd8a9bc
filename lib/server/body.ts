/** Half of what the plainest proxy lets through, ten times the largest form. */
export const MAX_BYTES = 512 * 1024

export type Body = { ok: true; value: unknown } | { ok: false; status: 400 | 413 | 415; message: string }

/** The body, or null when it is longer than `limit` bytes. */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array | null> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) return null
  const reader = request.body?.getReader()
  if (!reader) return new Uint8Array()
  const parts: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return Buffer.concat(parts)
    size += value.byteLength
    if (size > limit) {
      // A body without a length is cut off here, before it is held in memory.
      await reader.cancel()
      return null
    }
    parts.push(value)
  }
}

/** The JSON body of a request, with the sentence for each way in which it can be none. */
export async function readJson(request: Request, limit = MAX_BYTES): Promise<Body> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') {
    return { ok: false, status: 415, message: 'Send the body as application/json.' }
  }
  const bytes = await readBytes(request, limit)
  if (!bytes) return { ok: false, status: 413, message: `The body may have at most ${limit / 1024} KiB.` }
  try {
    return { ok: true, value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) }
  } catch {
    return { ok: false, status: 400, message: 'The body is not readable as JSON.' }
  }
}

/** The query as an object of texts; a name that comes twice becomes a list, which a schema has to ask for. */
export function readQuery(url: URL): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null)
  for (const name of new Set(url.searchParams.keys())) {
    const values = url.searchParams.getAll(name)
    query[name] = values.length === 1 ? (values[0] ?? '') : values
  }
  return query
}
