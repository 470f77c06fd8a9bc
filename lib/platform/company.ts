import type { Db } from './database'

/** The zone in which whatever belongs to no roster or project is shown; UTC until there is a company. */
export async function companyZone(db: Db): Promise<string> {
  return (await db.company.findFirst({ select: { zone: true } }))?.zone ?? 'UTC'
}
