import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstOf } from './first.ts'

const order = ['overdue', 'failed', 'automations', 'unassigned', 'requests', 'items'] as const
const counts = (at: (place: number) => number) => ({
  overdue: at(0),
  failed: at(1),
  automations: at(2),
  unassigned: at(3),
  requests: at(4),
  items: at(5),
})

test.each(order.map((name, place) => ({ name, place })))(
  'where nothing before it waits, $name comes first',
  ({ name, place }) => {
    expect(firstOf(counts(at => (at < place ? 0 : 1)))).toBe(name)
  },
)

test('there is something to begin with exactly where something waits', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(2), { minLength: 6, maxLength: 6 }), all => {
      const waiting = counts(at => all[at] ?? 0)
      const first = firstOf(waiting)
      if (first === undefined) expect(Object.values(waiting).every(count => count === 0)).toBe(true)
      else expect(waiting[first]).toBeGreaterThan(0)
    }),
  )
})
