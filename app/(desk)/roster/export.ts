import { loadExport } from '@/lib/roster/people/imports/loaders'
import { exportInput, type ImportOf } from '@/lib/roster/people/imports/schema'
import { refuse } from '@/lib/server/result'
import { route } from '@/lib/server/route'

/** A list of a roster as a CSV file that can be imported again: `GET …/export?roster=<uuid>`. */
export const exporting = (name: string, of: ImportOf) =>
  route({ name, method: 'GET', access: { permission: 'roster.read' }, input: exportInput }, async (ctx, { roster }) => {
    const file = await loadExport(ctx, roster, of)
    if (!file) return refuse('not_found', 'This roster is not there any more. Load the page again.')
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${file.filename}"`,
    }
    return new Response(file.csv, { headers })
  })
