import { expect, test } from 'vitest'
import { openTarget } from './target'

test('an owner without the role of the app is refused, and no other database is touched in its place', async () => {
  const env = { DATABASE_OWNER_URL: 'postgresql://owner@localhost/daybook', NODE_ENV: 'test' } as const
  await expect(openTarget(env)).rejects.toThrow('DATABASE_OWNER_URL stands alone.')
})
