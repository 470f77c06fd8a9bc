import type { Context } from '@/lib/platform/context'
import type { Handlers, SchedulerClient } from './effects'
import { postgresClient } from './postgres/process'

/**
 * The scheduler, on the backend that the environment names. Callers are the same on both.
 * @param handlers the registry's, by workflow type
 */
export const scheduler = (ctx: Context, handlers: Handlers): SchedulerClient => postgresClient(ctx, handlers)
