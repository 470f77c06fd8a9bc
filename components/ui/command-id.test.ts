import { expect, test } from 'vitest'
import { newCommandId } from '@/components/ui/command-id'

test('is a version 4 UUID and never the same twice', () => {
  const ids = Array.from({ length: 1000 }, newCommandId)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(ids).size).toBe(ids.length)
})
