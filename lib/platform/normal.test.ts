import { expect, test } from 'vitest'
import { normEmail } from './normal'

test.each([
  [' Rosa@Example.ORG ', 'rosa@example.org'],
  ['zoe\u0308@x.test', 'zo\u00eb@x.test'],
])('%j is told apart as %j', (written, norm) => expect(normEmail(written)).toBe(norm))
