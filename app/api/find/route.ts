import { findSubjects } from '@/lib/roster/record/loaders'
import { findInput } from '@/lib/roster/record/schema'
import { done } from '@/lib/server/result'
import { route } from '@/lib/server/route'

/** Weeks and tenders by what was typed into the palette. */
export const GET = route(
  { name: 'find', method: 'GET', access: { permission: 'roster.read' }, input: findInput },
  async (ctx, { typed }) => done(await findSubjects(ctx, typed)),
)
