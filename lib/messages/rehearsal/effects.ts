import type { Context } from '@/lib/platform/context'
import type { DeliveryReport } from '../delivery/effects'
import { type DeliveryOptions, deliver } from '../effects'
import { rehearsalTransport } from '../transport/rehearsal'

type Rehearsing = Pick<DeliveryOptions, 'kinds' | 'budget'> & {
  /** The scratch week. */
  runId: string
  /** The operator's address, and the only one that is mailed. */
  address: string
}

/**
 * Delivers what one rehearsal wrote, by a way out that reaches its operator alone and ends with the delivery. Nothing
 * else delivers, lets go of or settles its messages, so whatever a crash left is taken up here too.
 *
 * @throws as `deliver` does
 */
export async function deliverRehearsal(ctx: Context, { runId, address, ...rest }: Rehearsing): Promise<DeliveryReport> {
  const transport = rehearsalTransport({ only: address })
  try {
    return await deliver(ctx, { ...rest, transport, rehearsal: true, subjectId: runId })
  } finally {
    transport.close()
  }
}
