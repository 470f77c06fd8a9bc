import { z } from 'zod'

export const ACTOR_KINDS = ['user', 'autopilot', 'tick', 'tender', 'api', 'system'] as const
export const KINDS = ['moves', 'facts', 'leases'] as const
export const RANGES = ['today', '24h', '7d', 'dates'] as const

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const unknown = (what: string) => `${what} in this address is not one that the timeline has.`
/** Years that have a day before and a day after in four figures. */
const day = z.iso
  .date({ error: 'A day is written such as 2026-12-10.' })
  .refine((date) => date >= '1970-01-01' && date <= '9998-12-31', 'Choose a day from 1970 on.')

const fields = {
  /** `run:018f…`: one subject. */
  subject: z
    .string()
    .regex(new RegExp(`^[a-z_]{1,40}:${UUID}$`), unknown('The subject'))
    .optional(),
  desk: z
    .string()
    .regex(/^[a-z][a-z -]{0,39}$/, unknown('The desk'))
    .optional(),
  /** A kind of actor, or `user:018f…` for one person. */
  who: z
    .string()
    .regex(new RegExp(`^(?:${ACTOR_KINDS.join('|')}|user:${UUID})$`), unknown('The person'))
    .optional(),
  kind: z.enum(KINDS, unknown('The kind')).optional(),
  range: z.enum(RANGES, unknown('The time')).optional(),
  /** Local days of the company, both included; they count with `range=dates`. */
  from: day.optional(),
  to: day.optional(),
}

const ordered = (filters: { from?: string | undefined; to?: string | undefined }) =>
  !filters.from || !filters.to || filters.from <= filters.to
const ORDER = { error: 'The last day lies before the first one.', path: ['to'] }

/** What the address of the timeline may say. `group` shows each subject's rows together. */
export const filtersInput = z
  .strictObject({ ...fields, group: z.enum(['subject'], unknown('The grouping')).optional() })
  .refine(ordered, ORDER)

export const FORMATS = ['csv', 'json'] as const
/** What is exported, and as what. */
export const exportInput = z
  .strictObject({ ...fields, format: z.enum(FORMATS, 'Choose csv or json as the format.') })
  .refine(ordered, ORDER)

/** The same with a place in the list: the id of an event, or the instant and token of a lease. */
export const pageInput = z
  .strictObject({
    ...fields,
    cursor: z
      .string()
      .regex(new RegExp(`^(?:\\d{1,18}|\\d{4}-\\d\\d-\\d\\dT[\\d:.]{8,12}Z_${UUID})$`), unknown('The place'))
      .refine(
        (place) => !place.includes('_') || !Number.isNaN(Date.parse(place.split('_')[0] ?? '')),
        unknown('The place'),
      )
      .optional(),
  })
  .refine(ordered, ORDER)

export type Filters = z.output<typeof filtersInput>
export type PageInput = z.output<typeof pageInput>

export const verifyInput = z.strictObject({ commandId: z.uuid() })
