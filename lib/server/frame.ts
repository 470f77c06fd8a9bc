import { isSample } from '@/lib/access/entry/loaders'
import type { Context } from '@/lib/platform/context'
import { type CountOf, loadStatus, type Status } from '@/lib/server/status'

/** What the frame of every signed-in page shows, whatever the page. */
export type Frame = { company: string; sample: boolean; status: Status }

/** @param counts what waits at the places that the person may open, by the key of the place */
export async function loadFrame(ctx: Context, counts: Readonly<Record<string, CountOf>>): Promise<Frame> {
  const [company, sample, status] = await Promise.all([
    ctx.db.company.findFirst({ select: { name: true } }),
    isSample(),
    loadStatus(ctx, counts),
  ])
  return { company: company?.name ?? 'Daybook', sample, status }
}
