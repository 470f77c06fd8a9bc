import { unstable_rethrow } from 'next/navigation'
import { log } from '@/lib/platform/log'
import { answerLost } from '@/lib/platform/sqlstate'
import { type Failure, refuse } from '@/lib/server/result'

/**
 * The answer to an error that nobody expected: logged whole under the request's id, told without a detail. Next's own
 * signals (redirect, not found) pass through.
 */
export function failure(name: string, requestId: string, error: unknown): Failure {
  unstable_rethrow(error)
  const lost = answerLost(error)
  log.error({ requestId, name, err: error }, lost ? 'database lost' : 'unexpected error')
  return refuse(
    'unavailable',
    lost
      ? `The database does not answer. Look again in a moment before you repeat this (${requestId}).`
      : `Something went wrong on our side. Try again; if it happens again, give an admin this number: ${requestId}`,
  )
}
