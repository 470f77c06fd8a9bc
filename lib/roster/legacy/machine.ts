import type { Edge } from '@/lib/engine/machine'

/** The empty state: a week whose `v2_state` is NULL is the old engine's. */
export const OLD = ''

/** A move of a week, and the old engine's move that does the same to a week of its own. */
export const OLD_OF = {
  open: 'oldOpen',
  extend: 'oldExtend',
  close: 'oldClose',
  reopen: 'oldReopen',
  reopenAssigned: 'oldReopen',
  generate: 'oldGenerate',
  regenerate: 'oldGenerate',
  approve: 'oldApprove',
  unapprove: 'oldUnapprove',
  queue: 'oldQueue',
  send: 'oldSend',
  edit: 'oldEdit',
  takeLate: 'oldTakeLate',
  reshape: 'oldReshape',
  settings: 'oldSettings',
} as const

export type OldEdge = (typeof OLD_OF)[keyof typeof OLD_OF]

/**
 * The old engine's edge that mirrors one of a week: it leaves the state column alone, since its progress is read from
 * the stamps. It fills in when the week ends, which rows from before the state column do not know.
 */
const mirror = <S extends string, Subject>(edge: Edge<S, Subject>): Edge<typeof OLD, Subject> => {
  const { refuses: _, ...spec } = edge
  return { ...spec, from: [OLD], to: 'same', writes: [...new Set([...(edge.writes ?? []), 'ends_at'])] }
}

/** The old engine's moves, made from those of a week. */
export const oldEdges = <S extends string, Subject>(
  week: Record<keyof typeof OLD_OF, Edge<S, Subject>>,
): Record<OldEdge, Edge<typeof OLD, Subject>> => ({
  oldOpen: mirror(week.open),
  oldExtend: mirror(week.extend),
  oldClose: mirror(week.close),
  oldReopen: mirror(week.reopen),
  oldGenerate: mirror(week.generate),
  oldApprove: mirror(week.approve),
  // What was generated is what the approval was of, also where the stamps that it covered say otherwise.
  oldUnapprove: mirror({ ...week.unapprove, writes: [...(week.unapprove.writes ?? []), 'generated_at'] }),
  // Weeks that were approved before there was a hash are bound as they are sent.
  oldQueue: mirror({ ...week.queue, writes: [...(week.queue.writes ?? []), 'approved_hash'] }),
  oldSend: mirror(week.send),
  oldEdit: mirror(week.edit),
  oldTakeLate: mirror(week.takeLate),
  oldReshape: mirror(week.reshape),
  oldSettings: mirror(week.settings),
})
