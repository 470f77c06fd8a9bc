import { z } from 'zod'

export const findInput = z.strictObject({ typed: z.string().max(100).default('') })
