import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/**
 * What makes a process id unambiguous: ids are used again, in a restarted container at once and by the same program.
 * @typedef {{ pid: number, born: string }} Identity
 */

/** @param {number} pid @returns {string} '' where no such process runs */
function born(pid) {
  if (existsSync('/proc/self/stat')) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const state = fields[0]
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
      return state === 'Z' ? '' : `${boot}/${fields[19]}`
    } catch {
      return ''
    }
  }
  if (process.platform !== 'win32') {
    return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? ''
  }
  try {
    process.kill(pid, 0)
    return 'running'
  } catch {
    return ''
  }
}

/** @param {number} pid @returns {number} 0 where that cannot be read */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return 0
  }
}

/** A value that changes when our parent dies, or its parent: npm puts a shell between itself and us. */
export const ancestry = () => `${process.ppid}/${parentOf(process.ppid)}`

/** @returns {Identity} */
export const self = () => ({ pid: process.pid, born: born(process.pid) })

/** @param {Identity} identity @returns {boolean} */
export const isAlive = ({ pid, born: expected }) => {
  const actual = born(pid)
  return actual !== '' && actual === expected
}
