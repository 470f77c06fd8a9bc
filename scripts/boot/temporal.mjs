// Where the `temporal` command line lies, whose dev server the tests run on.
import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAME = process.platform === 'win32' ? 'temporal.exe' : 'temporal'
/** Later versions of the module cannot be installed so: they carry a replace directive. */
const MODULE = 'github.com/temporalio/cli/cmd/temporal@v1.5.1'

/** @param {string} file */
function isProgram(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** @param {string[]} args @returns {string} what Go answers, or nothing where it is not installed */
function askGo(args) {
  const { status, stdout } = spawnSync('go', args, { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : ''
}

/** @returns {string | null} the program: `TEMPORAL_CLI`, on the path, or in Go's bin folder */
export function findTemporal(env = process.env) {
  if (env.TEMPORAL_CLI) return isProgram(env.TEMPORAL_CLI) ? env.TEMPORAL_CLI : null
  const onPath = (env.PATH ?? '').split(delimiter).filter(Boolean)
  const goPath = askGo(['env', 'GOPATH']).split(delimiter).filter(Boolean)
  const ofGo = [askGo(['env', 'GOBIN']), ...goPath.map((folder) => join(folder, 'bin'))].filter(Boolean)
  return [...onPath, ...ofGo].map((folder) => join(folder, NAME)).find(isProgram) ?? null
}

/** @returns {string | null} the program, built once where Go is installed: some two minutes */
export function ensureTemporal(env = process.env) {
  const found = findTemporal(env)
  if (found || env.TEMPORAL_CLI || askGo(['version']) === '') return found
  try {
    execFileSync('go', ['install', MODULE], { stdio: 'ignore' })
  } catch {
    return null
  }
  return findTemporal(env)
}
