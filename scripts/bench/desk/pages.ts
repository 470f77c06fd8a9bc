import { builtPaths } from '@/e2e/access-build'
import type { Context } from '@/lib/platform/context'
import { tokenOf } from '@/lib/roster/answers/effects'
import { ensureLinks } from '@/lib/roster/links/effects'

export type Place = { name: string; path: string }

/** What stands for a parameter of an address, by its name in the build: each value is a page of its own. */
type Fillers = Record<string, Place[]>
/** What an address asks for beside its path. */
type Queries = Record<string, string>

/** What no page asks for while a person looks at it; the last is a file of up to 20,000 events. */
const NOT_READ = /^\/api\/(auth|cron|csp|unsubscribe|timeline\/export)\//

/** Every page that the build has, and every address that its pages ask again and again, filled with what is there. */
export async function placesOf(ctx: Context): Promise<Place[]> {
  const { fill, queries } = await fillersOf(ctx)
  const { pages, routes } = builtPaths()
  return [...pages, ...routes]
    .map(({ entry }) => entry.replace(/\/\([^)]*\)/g, '').replace(/\/(page|route)$/, '') || '/')
    .filter((address) => !NOT_READ.test(`${address}/`) && address !== '/setup')
    .flatMap((address) => filled(address, fill))
    .map(({ name, path, address }) => ({ name, path: path + (queries[address] ?? '') }))
    .sort((a, b) => a.name.localeCompare(b.name))
}

/** One place for each value of the address's parameters. @throws when a parameter has no value here */
function filled(address: string, fill: Fillers): (Place & { address: string })[] {
  const at = (places: Place[]): Place[] =>
    places.flatMap((place) => {
      const parameter = /\[\w+\]/.exec(place.path)?.[0]
      if (!parameter) return [place]
      const values = fill[`/${address.split('/')[1]}/${parameter}`] ?? fill[parameter]
      if (!values) throw new Error(`The bench does not know what to put for ${parameter} in ${address}.`)
      const put = (text: string, value: string) => text.replace(parameter, value)
      return at(values.map(({ name, path }) => ({ name: put(place.name, name), path: put(place.path, path) })))
    })
  return at([{ name: address, path: address }]).map((place) => ({ ...place, address }))
}

async function fillersOf(ctx: Context): Promise<{ fill: Fillers; queries: Queries }> {
  const runs = await ctx.db.rosterRun.findMany({ where: { kind: 'week' }, orderBy: { weekOf: 'asc' } })
  const states = new Map(runs.map((run) => [run.v2State ?? '', run.id]))
  const week = states.get('ASSIGNED') ?? ''
  const [message, played, seat] = await Promise.all([
    ctx.db.message.findFirstOrThrow({ where: { kind: 'schedule', rehearsal: false } }),
    ctx.db.message.findFirstOrThrow({ where: { kind: 'schedule', rehearsal: true } }),
    ctx.db.assignment.findFirstOrThrow({ where: { runId: week } }),
  ])
  const { tenderId, shiftId } = seat
  const links = await Promise.all(
    (['page', 'calendar', 'mail'] as const).map(async (kind) => ({
      name: '…',
      path: (await ensureLinks(ctx, kind, [tenderId])).get(tenderId) ?? '',
    })),
  )
  const [page, calendar, mail] = links.map((link) => [link])
  const rehearsal = await ctx.db.rehearsal.findFirstOrThrow({ where: { runId: played.subjectId } })
  const fill = {
    '[rehearsalId]': [{ name: '…', path: rehearsal.id }],
    '/roster/[messageId]': [{ name: '…', path: played.id }],
    '[runId]': [...states].map(([name, path]) => ({ name, path })),
    '[tenderId]': [{ name: '…', path: tenderId }],
    '[messageId]': [{ name: '…', path: message.id }],
    '/availability/[token]': ['COLLECTING', 'SENT'].map((name) => ({
      name,
      path: tokenOf(states.get(name) ?? '', tenderId),
    })),
    '/shifts/[token]': page ?? [],
    '/calendar/[token]': (calendar ?? []).map(({ name, path }) => ({ name, path: `${path}.ics` })),
    '/unsubscribe/[token]': mail ?? [],
  }
  const roster = `?roster=${(await ctx.db.roster.findFirstOrThrow({ where: { rehearsalOf: null } })).id}`
  const queries = {
    '/api/find': '?typed=number+7',
    '/roster/[runId]/why': `?tenderId=${tenderId}&shiftId=${shiftId}`,
    '/roster/shifts/export': roster,
    '/roster/tenders/export': roster,
  }
  return { fill, queries }
}
