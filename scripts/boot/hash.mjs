import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** @param {string} path @returns {string[]} files under it in a fixed order; none where it is missing */
function filesUnder(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)))
}

/**
 * @param {string[]} paths files and folders
 * @param {(file: string) => boolean} [counts]
 * @returns {string} 16 hex digits that change with a name or a byte
 */
export function hashOf(paths, counts = () => true) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap(filesUnder).filter(counts))
    hash.update(`${file}\0`).update(readFileSync(file)).update('\0')
  return hash.digest('hex').slice(0, 16)
}
