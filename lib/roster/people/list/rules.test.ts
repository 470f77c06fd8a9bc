import { describe, expect, test } from 'vitest'
import { PAGE, pageOf, readQuery } from './rules'
import type { ListQuery } from './schema'

const person = (name: string, over: object = {}) => ({
  ...{ name, email: null as string | null, active: true, lost: false, createdAt: new Date(0), shifts: 0 },
  ...over,
})
const people = [
  person('Zoë Ray', { email: 'zoe@x.test', shifts: 3 }),
  person('ana', { active: false, shifts: 9 }),
  person('Ben 10', { lost: true }),
  person('Ben 9', { createdAt: new Date(5) }),
]
const named = (over: Partial<ListQuery>) => pageOf(people, { ...readQuery({}), ...over }).rows.map(({ name }) => name)

describe('a list of people', () => {
  test.each([
    [{}, ['Ben 9', 'Ben 10', 'Zoë Ray', 'ana']],
    [{ sort: 'reverse' }, ['Zoë Ray', 'Ben 10', 'Ben 9', 'ana']],
    [{ sort: 'newest' }, ['Ben 9', 'ana', 'Ben 10', 'Zoë Ray']],
    [{ sort: 'shifts' }, ['ana', 'Zoë Ray', 'Ben 9', 'Ben 10']],
    [{ show: 'active' }, ['Ben 9', 'Ben 10', 'Zoë Ray']],
    [{ show: 'off' }, ['ana']],
    [{ show: 'lost' }, ['Ben 10']],
    [{ find: 'ZOE' }, ['Zoë Ray']],
    [{ find: 'ray x.test' }, ['Zoë Ray']],
    [{ find: '%' }, []],
  ] as const)('%j', (over, names) => expect(named(over)).toEqual(names))

  test('of thousands comes a page at a time, and never more', () => {
    const many = Array.from({ length: 2_001 }, (_, k) => person(`P ${k}`))
    const page = (n: number) => pageOf(many, { ...readQuery({}), page: n })
    expect(page(1)).toMatchObject({ found: 2_001, page: 1, pages: 41 })
    expect(page(1).rows).toHaveLength(PAGE)
    expect(page(41).rows.map(({ name }) => name)).toEqual(['P 2000'])
    expect(page(99)).toMatchObject({ page: 41 })
    expect(pageOf([], readQuery({ cursor: '3' }))).toEqual({ rows: [], found: 0, page: 1, pages: 1 })
  })
})

test.each([
  [{}, { find: '', show: null, sort: null, page: 1 }],
  [
    { find: ' kit ', show: 'lost', sort: 'shifts', cursor: '3' },
    { find: 'kit', show: 'lost', sort: 'shifts', page: 3 },
  ],
  [
    { find: ['a', 'b'], show: 'x', sort: '', cursor: '-1' },
    { find: '', show: null, sort: null, page: 1 },
  ],
  [{ cursor: '1e400' }, { find: '', show: null, sort: null, page: 1 }],
])('an address %j', (asked, query) => expect(readQuery(asked)).toEqual(query))
