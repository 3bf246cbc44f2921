import fc from 'fast-check'
import { expect, it } from 'vitest'
import { law } from '../../../../test/support/law.ts'
import { isDocumentId } from '../../identifiers.ts'
import { capNames, capsFor, countersOf, decideSpend, type SpendCaps, type SpendCount } from './spending.ts'

const now = new Date('2026-06-15T23:59:59.999Z')
const number = fc.integer({ min: 0, max: 30 })
const caps: fc.Arbitrary<SpendCaps> = fc.record({
  all: number,
  members: number,
  user: number,
  guest: number,
})
const counts: fc.Arbitrary<SpendCount[]> = fc.array(
  fc.record({
    cap: fc.constantFrom(...capNames),
    id: fc.oneof(fc.string({ unit: 'binary', minLength: 1 }), fc.constantFrom('a/b', '..', '\ud800')),
    count: number,
    isTold: fc.boolean(),
    isLifted: fc.boolean(),
  }),
)

const segments = fc.integer({ min: 1, max: 24 })

law(
  'a send fits when it fits under every cap that holds',
  [counts, caps, segments],
  (sofar, limits, many) => {
    const { failure, spend } = decideSpend(sofar, limits, many, now)
    const fits = sofar.every(({ cap, count, isLifted }) => isLifted || count + many <= limits[cap])
    expect(failure?.code).toBe(fits ? undefined : 'spend-limit')
    expect(spend).toMatchObject({ day: '2026-06-15', by: fits ? many : 0, counters: sofar })
  },
)

law(
  'a counter in an item is near its cap, and had no item before',
  [counts, caps, segments],
  (sofar, limits, many) => {
    const { spend, items, failure } = decideSpend(sofar, limits, many, now)
    const reached =
      failure && sofar.find(({ cap, count, isLifted }) => !isLifted && count + many > limits[cap])
    expect(items).toHaveLength(spend.near.length)
    for (const item of items) expect(isDocumentId(item.id)).toBe(true)
    for (const one of sofar) {
      const isNear = one === reached || one.count + spend.by >= limits[one.cap] * 0.8
      expect(spend.near.includes(one)).toBe(isNear && !one.isTold && !one.isLifted)
    }
  },
)

it('a send of an automation counts for no user, one of a member for all members, too', () => {
  const of = (automated?: boolean, byMember?: boolean) =>
    countersOf({
      authorId: 'u',
      delivery: { status: 'pending', attempts: 0, automated, byMember },
    })
  expect(of().map(({ cap, id }) => [cap, id])).toEqual([
    ['all', 'all'],
    ['user', 'u'],
  ])
  expect(of(false, true).map(({ cap }) => cap)).toEqual(['all', 'members', 'user'])
  expect(of(true).map(({ cap }) => cap)).toEqual(['all'])
})

it.each<[string, Parameters<typeof capsFor>[1], number, Partial<SpendCaps>]>([
  ['staff', {}, 90, {}],
  ['an automation', { automated: true }, 0, { all: 900 }],
  ['a member', { byMember: true }, 9, { user: 50 }],
  [
    'a member who has sent as much as half of what a guest gets',
    { byMember: true },
    10,
    { user: 50, guest: 10 },
  ],
])('of the caps that many share, %s gets its part', (_, grant, count, own) => {
  const common = { all: 1000, members: 100, user: 80, guest: 20 }
  expect(capsFor(common, grant, [{ cap: 'user', count }])).toEqual({ ...common, ...own })
})
