import type { z } from 'zod'
import { plainFault } from '@/lib/server/plain'
import { type Failure, refuse } from '@/lib/server/result'
import { sentence, wordsFor } from '@/lib/server/sentences'

/**
 * What came from outside, held against its schema. A refusal carries a sentence for each field under its dotted path
 * (`''` for the whole); the message is the first of them.
 *
 * @param maxText characters of all texts together, 64 KiB unless told
 */
export function readInput<S extends z.ZodType>(
  schema: S,
  raw: unknown,
  maxText?: number,
): { ok: true; input: z.output<S> } | Failure {
  const fault = plainFault(raw, maxText)
  if (fault) return refuse('invalid', fault)
  const parsed = schema.safeParse(raw, { error: wordsFor })
  if (parsed.success) return { ok: true, input: parsed.data }
  const fields: Record<string, string> = {}
  for (const issue of parsed.error.issues) fields[issue.path.map(String).join('.')] ??= sentence(issue)
  const all = Object.values(fields)
  const message = all.length > 1 ? `${all[0]} ${all.length - 1} more to mend.` : (all[0] ?? 'This cannot be read.')
  return refuse('invalid', message, fields)
}
