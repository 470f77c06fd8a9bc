import { builtPaths } from '@/e2e/access-build'
import type { Context } from '@/lib/platform/context'
import { tokenOf } from '@/lib/roster/answers/effects'

export type Place = { name: string; path: string }

/** What stands for a parameter of an address, by its name in the build: each value is a page of its own. */
type Fillers = Record<string, Place[]>

/** Routes that no page asks for while a person looks at it. */
const NOT_READ = /^\/api\/(auth|cron|csp)\//

/** Every page that the build has, and every address that its pages ask again and again, filled with what is there. */
export async function placesOf(ctx: Context): Promise<Place[]> {
  const fill = await fillersOf(ctx)
  const { pages, routes } = builtPaths()
  return [...pages, ...routes]
    .map(({ entry }) => entry.replace(/\/\([^)]*\)/g, '').replace(/\/(page|route)$/, '') || '/')
    .filter((address) => !NOT_READ.test(`${address}/`) && address !== '/setup')
    .flatMap((address) => filled(address, fill))
    .sort((a, b) => a.name.localeCompare(b.name))
}

/** One place for each value of the address's parameter. @throws when a parameter has no value here */
function filled(address: string, fill: Fillers): Place[] {
  const parameter = /\[\w+\]/.exec(address)?.[0]
  if (!parameter) return [{ name: address, path: address }]
  const key = `/${address.split('/')[1]}/${parameter}`
  const values = fill[key] ?? fill[parameter]
  if (!values) throw new Error(`The bench does not know what to put for ${parameter} in ${address}.`)
  return values.map(({ name, path }) => ({
    name: `${address.replace(parameter, name)}`,
    path: address.replace(parameter, path),
  }))
}

async function fillersOf(ctx: Context): Promise<Fillers> {
  const runs = await ctx.db.rosterRun.findMany({ orderBy: { weekOf: 'desc' } })
  const states = new Map(runs.map((run) => [run.v2State ?? '', run.id]))
  const [message, tender] = await Promise.all([
    ctx.db.message.findFirstOrThrow({ where: { kind: 'schedule' } }),
    ctx.db.tender.findFirstOrThrow(),
  ])
  return {
    '[runId]': [...states].map(([name, path]) => ({ name, path })),
    '[messageId]': [{ name: '…', path: message.id }],
    '/availability/[token]': ['COLLECTING', 'SENT'].map((name) => ({
      name,
      path: tokenOf(states.get(name) ?? '', tender.id),
    })),
  }
}
