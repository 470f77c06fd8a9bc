import { linesOf, reconcileAll, sumOf } from '@/lib/schedules/report/process'
import { withSchedules } from './company'
import { AskedError, type Io, readFlags } from './flags'

/** `reconcile` of the command line. False where something could not be done. */
export async function runReconcile(args: readonly string[], { out, fault }: Io): Promise<boolean> {
  const { feature, switches } = readFlags(args, { values: ['feature'], switches: ['dry-run'] })
  const dryRun = switches.has('dry-run')
  const reports = await withSchedules(({ client, owners }) => {
    const asked = feature === undefined ? owners : owners.filter((owner) => owner.feature === feature)
    const known = owners.map((owner) => owner.feature).join(', ') || 'none'
    if (feature !== undefined && asked.length === 0)
      throw new AskedError(`Nobody owns schedules of ${JSON.stringify(feature)}: there are ${known}.`)
    return reconcileAll(client, asked, dryRun)
  })
  const lines = reports.flatMap(({ report }) => linesOf(report))
  for (const { id, mark, says, role } of lines) (role === 'stuck' ? fault : out)(`${mark.label}: ${id}. ${says}`)
  const { failed, sentence } = sumOf(lines, dryRun, reports.length)
  out(sentence)
  return failed === 0
}
