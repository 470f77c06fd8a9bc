import type { Db } from '@/lib/platform/database'

/** What the record calls schedules: the ids that their owners chose. */
export async function nameSchedules(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { name: string; href: string }>> {
  const rows = await db.schedule.findMany({ where: { id: { in: [...ids] } }, select: { id: true, key: true } })
  return new Map(rows.map(({ id, key }) => [id, { name: key, href: `/schedules?id=${encodeURIComponent(key)}` }]))
}
