import { hasMail, hasOidc } from '@/lib/access/auth'
import { ROLES, type Role } from '@/lib/access/rules'
import { countUsers } from '@/lib/access/users/data'
import { context, SYSTEM } from '@/lib/platform/context'
import { env } from '@/lib/platform/env'

/** The sample's accounts are named after their roles. */
const sampleEmail = (role: Role) => `${role}@daybook.test`

export type SignInView = {
  company: string | null
  /** Nobody has an account yet: the first one is made at `/setup`. */
  empty: boolean
  /** The sample company's accounts; empty in any other company. */
  sample: { role: Role; email: string }[]
  mail: boolean
  /** The host of the single sign-on service, or null. */
  oidc: string | null
}

/** Whether this is the sample company, whose passwords are known to everybody. */
export async function isSample(): Promise<boolean> {
  if (!env().SAMPLE) return false
  const company = await context({ actor: SYSTEM }).db.company.findFirst({ select: { sample: true } })
  return company?.sample ?? false
}

/** What the sign-in page shows. */
export async function loadSignIn(): Promise<SignInView> {
  const { db } = context({ actor: SYSTEM })
  const [company, users, sample] = await Promise.all([
    db.company.findFirst({ select: { name: true } }),
    countUsers(db),
    isSample(),
  ])
  const there = sample
    ? await db.appUser.findMany({
        where: { emailNorm: { in: ROLES.map(sampleEmail) }, disabledAt: null },
        select: { emailNorm: true },
      })
    : []
  const found = new Set(there.map((user) => user.emailNorm))
  const issuer = env().OIDC_ISSUER
  return {
    company: company?.name ?? null,
    empty: users === 0,
    sample: ROLES.map((role) => ({ role, email: sampleEmail(role) })).filter(({ email }) => found.has(email)),
    mail: hasMail(),
    oidc: hasOidc() && issuer ? new URL(issuer).host : null,
  }
}
