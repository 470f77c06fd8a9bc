import { z } from 'zod'
import { templateInput } from '../people/schema'
import { moveSchema } from '../schema'

/** A shift as it is typed: the day within the week, 1 Monday to 7 Sunday, and wall clock in the roster's zone. */
const { weekday, startTime, endTime, role, minSeats, targetSeats, keyWanted } = templateInput.shape
const typed = { weekday, startTime, endTime, role, minSeats, targetSeats, keyWanted }

/** `shiftId` null adds one to the week. */
export const weekShiftInput = moveSchema.extend({ shiftId: z.uuid().nullable(), ...typed })
export const dropShiftInput = moveSchema.extend({ shiftId: z.uuid() })
export type WeekShiftValues = Omit<z.infer<typeof weekShiftInput>, 'commandId' | 'runId' | 'version' | 'shiftId'>
