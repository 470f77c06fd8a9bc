import { z } from 'zod'
import { ROLES } from '@/lib/access/rules'
import type { Facts } from '@/lib/engine/audit'

const EMAIL = 'Give an e-mail address such as rosa@example.org.'
const name = z
  .string()
  .trim()
  .min(1, 'Give a name.')
  .max(80, 'Use at most 80 characters for the name.')
  .regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'A name is one line.')
const email = z.string().trim().max(254, EMAIL).pipe(z.email(EMAIL))
const password = z.string().min(1, 'Give a password.').max(512, 'Use at most 128 characters.')
const role = z.enum(ROLES, 'Choose one of the six roles.')
const userId = z.uuid()

/** Every button sends an id of its press; what it does here can be repeated without harm. */
const commandId = z.uuid()
export const addUserInput = z.strictObject({ name, email, role, password, commandId })
export const changeRoleInput = z.strictObject({ userId, role, commandId })
export const oneUserInput = z.strictObject({ userId, commandId })
export const resetPasswordInput = z.strictObject({ userId, password, commandId })
export const changePasswordInput = z.strictObject({ current: password, next: password, commandId })
export const endSessionInput = z.strictObject({ sessionId: z.uuid(), commandId })
export const setupInput = z.strictObject({ name, email, password })
export const askLinkInput = z.strictObject({ email, from: z.string().max(2_000).optional() })

/** The fields of a sign-in beside which next-auth sends its own; NUL cannot be looked up. */
export const signInInput = z.object({
  email: z
    .string()
    .max(254)
    .regex(/^[^\0]+$/),
  password: z.string().min(1).max(512),
})
export const linkInput = z.object({ token: z.string().regex(/^[\w-]{43}$/) })

/** Facts about people and their sessions, which no machine moves. */
export const userFacts = {
  /** `to` is the role. */
  'user.added': z.strictObject({ email: z.string() }),
  'user.role_changed': z.strictObject({}),
  'user.disabled': z.strictObject({}),
  'user.enabled': z.strictObject({}),
  'user.password_set': z.strictObject({}),
  'user.sessions_ended': z.strictObject({}),
  'user.oidc_linked': z.strictObject({}),
  'user.signed_in': z.strictObject({ method: z.enum(['password', 'link', 'oidc']), session: z.uuid() }),
  /** The reason is why it ended. */
  'user.signed_out': z.strictObject({ session: z.uuid() }),
} satisfies Facts
