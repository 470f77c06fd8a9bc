import { subjects } from '@/lib/registry'
import { route } from '@/lib/server/route'
import { csvOf, exportOf, fileNameOf, MOST_EVENTS } from '@/lib/timeline/export/rules'
import { loadEverything } from '@/lib/timeline/loaders'
import { exportInput } from '@/lib/timeline/schema'

/**
 * What the timeline shows under the filters of its address, as a file: `GET /api/timeline/export?format=csv|json`, with
 * `subject`, `desk`, `who`, `kind`, `range`, `from` and `to` as on the page, and for whoever may read the page.
 *
 * JSON is one `ExportedTimeline` (lib/timeline/export/rules.ts), version 1:
 *
 *     { schema: "daybook.timeline.v1", exportedAt, zone, filters, total, leftOut, note,
 *       subjects: [{ subject: "run:<uuid>", name, kind, href,
 *                    events: [{ kind: "event" | "lease", number, at, local, from, what, note, who, sealed }] }] }
 *
 * Instants are UTC in ISO 8601; `local` is the company's time. CSV holds the same, a line an event. A file has the
 * newest 20,000 events at most; `leftOut` and `note` say how many older ones are missing.
 */
export const GET = route(
  { name: 'timeline.export', method: 'GET', access: { permission: 'timeline.read' }, input: exportInput },
  async (ctx, { format, ...filters }) => {
    const everything = await loadEverything(ctx, subjects, filters, MOST_EVENTS)
    const exported = exportOf(everything, filters, MOST_EVENTS)
    return new Response(format === 'csv' ? csvOf(exported) : `${JSON.stringify(exported, null, 2)}\n`, {
      headers: {
        'content-type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
        'content-disposition': `attachment; filename="${fileNameOf(exported, format)}"`,
      },
    })
  },
)
