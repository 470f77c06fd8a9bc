import { expect, test } from 'vitest'
import { withFilter } from '@/components/ui/filter-params'

test.each([
  ['', 'who', 'tick', '?who=tick'],
  ['desk=roster', 'who', 'tick', '?desk=roster&who=tick'],
  ['who=tick', 'who', null, ''],
  ['who=tick&cursor=9', 'desk', 'roster', '?who=tick&desk=roster'],
  ['?who=a', 'who', 'b c', '?who=b+c'],
])('%j with %s = %j is %j', (query, name, value, expected) => {
  expect(withFilter(query, name, value)).toBe(expected)
})
