type Cause = { originalCode?: string; code?: string; kind?: string; constraint?: { index?: string } }
type Raw = { code?: string; cause?: Cause; meta?: { driverAdapterError?: { cause?: Cause } }; message?: string }

/** The driver's own account of a failure, wherever Prisma put it: raw queries, model writes, a failed COMMIT. */
function causeOf(error: unknown): Cause {
  if (typeof error !== 'object' || error === null) return {}
  const raw = error as Raw
  return raw.meta?.driverAdapterError?.cause ?? raw.cause ?? {}
}

/** Prisma's own codes look like SQLSTATEs; PostgreSQL's one class of that letter is P0. */
const PRISMAS = /^P[1-9]/

/** PostgreSQL's SQLSTATE of a failed statement, or null when the failure has none. */
export function sqlState(error: unknown): string | null {
  const cause = causeOf(error)
  if (cause.originalCode) return cause.originalCode
  const code = (error as Raw)?.code
  return code && /^[0-9A-Z]{5}$/.test(code) && !PRISMAS.test(code) ? code : null
}

/** The unique index that a 23505 broke, or null. */
export const brokenIndex = (error: unknown): string | null =>
  causeOf(error).constraint?.index ?? /unique constraint "([^"]+)"/.exec(String((error as Raw)?.message))?.[1] ?? null

/** Deadlock, lock wait, administrator's kill, crash, shutdown: the statement did not happen, or nobody knows. */
const AGAIN = new Set([
  '40P01',
  '40001',
  '55P03',
  '57P01',
  '57P02',
  '57P03',
  '57014',
  '08006',
  '08003',
  '08000',
  '25P03',
])
const LOST =
  /ECONNRESET|EPIPE|ECONNREFUSED|ETIMEDOUT|Connection terminated|connection.*(closed|lost)|connection error and is not queryable|server closed|P1001|P1002|P1008|P1017|P2024|P2028/i

/** Whether repeating the same statement with the same token or command id is right: its answer was lost. */
export function answerLost(error: unknown): boolean {
  const state = sqlState(error)
  if (state) return AGAIN.has(state)
  const raw = error as Raw
  return LOST.test(`${raw?.code ?? ''} ${raw?.message ?? ''} ${causeOf(error).kind ?? ''} ${causeOf(error).code ?? ''}`)
}
