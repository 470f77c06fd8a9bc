import { expect, it } from 'vitest'
import { checkLine, failureText, stepLine } from './lines'
import type { SeenStep } from './wizard'

const check = { name: 'state', text: 'state is CLOSED', finding: 'CLOSED', ok: true }
const failed = { name: 'lease', text: 'lease free again', finding: 'expected free, found held', ok: false }
const step: SeenStep = {
  number: 3,
  name: 'close',
  state: 'failed',
  title: 'Close',
  checks: [check, failed],
  help: 'Check again.',
}

it('a step is told with its checks, what was found in one column', () => {
  expect(stepLine(step)).toBe('\n3. Close')
  const lines = [check, failed].map(checkLine)
  expect(lines[0]).toMatch(/^ {3}ok {5}state is CLOSED +CLOSED$/)
  expect(lines[1]).toMatch(/^ {3}FAILED lease free again +expected free, found held$/)
  expect(lines[0]?.lastIndexOf('CLOSED')).toBe(lines[1]?.indexOf('expected'))
})

it('a failed run ends with the step, each check that failed and what to do', () => {
  expect(failureText(step)).toBe('failed: Close: lease free again: expected free, found held. Check again.')
  expect(failureText({ ...step, checks: [], help: '' })).toBe('failed: Close: the step could not be taken.')
})
