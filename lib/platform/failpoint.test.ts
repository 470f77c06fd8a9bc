import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const file = fileURLToPath(new URL('failpoint.ts', import.meta.url))

/** Runs a process that passes the point `send.claim`, and tells how it ended. */
function pass(env: Record<string, string>, program = '') {
  const code = `
    import { failpoint } from ${JSON.stringify(file)}
    process.on('exit', () => console.log('exit handler'))
    ${program}
    try { await failpoint('send.claim'); console.log('passed') } catch (error) { console.log(String(error)) }
  `
  const { DAYBOOK_TEST: _, DAYBOOK_FAILPOINT: __, DATABASE_URL: ___, ...rest } = process.env
  const started = performance.now()
  const { signal, status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', code],
    { env: { ...rest, ...env } as NodeJS.ProcessEnv, encoding: 'utf8', timeout: 15_000 },
  )
  return { signal, status, said: stdout.trim().split('\n')[0], stdout, stderr, ms: performance.now() - started }
}

describe('a failpoint', { timeout: 60_000 }, () => {
  it('kills at once, without an exit handler', () => {
    const end = pass({ DAYBOOK_TEST: '1', DAYBOOK_FAILPOINT: 'send.claim:kill' })
    expect(end).toMatchObject({ signal: 'SIGKILL', stdout: '' })
    expect(end.ms).toBeLessThan(14_000)
  })

  it('throws', () => {
    expect(pass({ DAYBOOK_TEST: '1', DAYBOOK_FAILPOINT: 'send.claim:throw' }).said).toBe(
      'FailpointError: Failpoint send.claim',
    )
  })

  it('stalls as long as it is told, and keeps its process alive', () => {
    const program = `
      const started = performance.now()
      process.on('exit', () => console.log(performance.now() - started))
    `
    const end = pass({ DAYBOOK_TEST: '1', DAYBOOK_FAILPOINT: 'send.claim:stall=400' }, program)
    expect(end.said).toBe('passed')
    expect(Number(end.stdout.trim().split('\n').at(-1))).toBeGreaterThanOrEqual(390)
  })

  it('lets every other point pass', () => {
    expect(pass({ DAYBOOK_TEST: '1', DAYBOOK_FAILPOINT: 'send.claimed:kill' }).said).toBe('passed')
    expect(pass({ DAYBOOK_TEST: '1' }).said).toBe('passed')
  })

  it('can be armed by the process itself, one after another', () => {
    const program = `
      for (const point of ['a', 'b']) {
        process.env.DAYBOOK_FAILPOINT = point + ':throw'
        await failpoint(point).then(() => process.exit(3), () => {})
      }
      delete process.env.DAYBOOK_FAILPOINT
    `
    expect(pass({ DAYBOOK_TEST: '1' }, program)).toMatchObject({ said: 'passed', status: 0 })
  })

  it('cannot be reached without DAYBOOK_TEST', () => {
    for (const act of ['kill', 'throw', 'stall']) {
      expect(pass({ DAYBOOK_FAILPOINT: `send.claim:${act}` }).said).toBe('passed')
    }
    expect(pass({ DAYBOOK_TEST: '0', DAYBOOK_FAILPOINT: 'send.claim:kill' }).said).toBe('passed')
  })

  it('cannot be reached beside a database that no test made', () => {
    const env = { DAYBOOK_TEST: '1', DAYBOOK_FAILPOINT: 'send.claim:kill', DATABASE_URL: 'postgres://u@h/company' }
    expect(pass(env).said).toMatch(/^EnvError: DAYBOOK_TEST=1 is refused beside DATABASE_URL/)
  })
})
