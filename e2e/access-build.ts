import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildFolder } from '../scripts/boot/build.mjs'

/** Any id: nothing has it. */
const NOBODY = '0195a1b2-0000-7000-8000-000000000000'

/** The folder of the build that is served: the one kept by `npm start`, else what `next build` left. */
export const servedBuild = (): string => (existsSync(buildFolder()) ? buildFolder() : '.next')

const manifest = (name: string) => JSON.parse(readFileSync(join(servedBuild(), 'server', name), 'utf8'))

/** `app/(desk)/roster/[runId]/page` → `/roster/0195…`. */
const urlOf = (entry: string): string =>
  `/${entry
    .split('/')
    .filter((part) => part && part !== 'app' && !/^\(.*\)$/.test(part) && part !== 'page' && part !== 'route')
    .map((part) => (part.startsWith('[') ? NOBODY : part))
    .join('/')}`

export type BuiltAction = { id: string; page: string; name: string; file: string }

/** Every server action that the build would run for anybody who knows its id, with a page that answers for it. */
export function builtActions(): BuiltAction[] {
  type Entry = { workers: Record<string, unknown>; exportedName: string; filename: string }
  return Object.entries(manifest('server-reference-manifest.json').node as Record<string, Entry>).map(
    ([id, entry]) => ({
      id,
      page: urlOf(Object.keys(entry.workers)[0] ?? ''),
      name: entry.exportedName,
      file: entry.filename,
    }),
  )
}

export type BuiltPath = { entry: string; url: string }

/** Every page and every route of the build, apart from what Next makes itself. */
export function builtPaths(): { pages: BuiltPath[]; routes: BuiltPath[] } {
  const entries = Object.keys(manifest('app-paths-manifest.json')).filter((entry) => !/^\/(_|icon\.)/.test(entry))
  const as = (kind: string) =>
    entries.filter((entry) => entry.endsWith(`/${kind}`)).map((entry) => ({ entry, url: urlOf(entry) }))
  return { pages: as('page'), routes: as('route') }
}
