// Builds are kept by the hash of their sources and served from there, so that a build in the making, or one of newer
// sources, never changes files under a server that runs.
import { cpSync, existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { outputOf, startNode } from './children.mjs'
import { hashOf } from './hash.mjs'
import { notesOf } from './home.mjs'

/** Folder of builds, and the record of who serves which. */
export const BUILDS = '.builds'

const sources = [
  'app',
  'components',
  'lib',
  'package-lock.json',
  'next.config.ts',
  'proxy.ts',
  'instrumentation.ts',
  'postcss.config.mjs',
  'tsconfig.json',
]
const isBuilt = (/** @type {string} */ file) => !/\.test\.tsx?$|^lib\/(testing|platform\/prisma)\/|\.md$/.test(file)

/**
 * Migrations too: a build keeps what a rehearsal is signed for, which counts the last of them.
 * @returns {string} folder of the build of the present sources, there or not
 */
export const buildFolder = () => join(BUILDS, hashOf([...sources, 'prisma/schema', 'prisma/migrations'], isBuilt))

/** @param {NodeJS.ProcessEnv} env @param {string} folder from `buildFolder` */
export async function build(env, folder) {
  const child = startNode(['node_modules/next/dist/bin/next', 'build'], { env })
  await outputOf(child, 'next build').catch((error) => {
    throw new Error(
      `${error.message}\nThe pages were not built: mend what is named above, or go back to a commit that builds.`,
    )
  })
  const draft = `${folder}.${process.pid}`
  const skipped = new Set(['cache', 'dev', 'diagnostics', 'trace', 'trace-build', 'types', 'turbopack'])
  mkdirSync(draft, { recursive: true })
  for (const name of readdirSync('.next')) {
    if (!skipped.has(name)) cpSync(join('.next', name), join(draft, name), { recursive: true, verbatimSymlinks: true })
  }
  relink('.next', draft)
  renameSync(draft, folder)
}

/** The build links to packages by relative paths, which start one folder deeper in the copy. @param {string} from @param {string} to */
function relink(from, to) {
  for (const entry of readdirSync(to, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) continue
    const link = join(entry.parentPath, entry.name)
    const original = join(from, relative(to, link))
    rmSync(link)
    symlinkSync(relative(dirname(link), realpathSync(original)), link, 'junction')
  }
}

/** Removes builds that nobody serves. @param {string} current */
export function pruneBuilds(current) {
  const served = new Set([basename(current), ...notesOf(BUILDS)])
  for (const name of readdirSync(BUILDS)) {
    if (/^[0-9a-f]{16}(\.|$)/.test(name) && !served.has(name))
      rmSync(join(BUILDS, name), { recursive: true, force: true })
  }
}

/** @param {string} folder */
export const isThere = (folder) => existsSync(join(folder, 'BUILD_ID'))
