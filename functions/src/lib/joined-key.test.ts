import fc from 'fast-check'
import { expect, it } from 'vitest'
import { joinedKey } from './joined-key.ts'

const id = fc.string({ unit: fc.constantFrom('a', '_', ':', '%', '5', 'F', '2'), minLength: 1, maxLength: 5 })

it.each([2, 3])('%d ids never share a key with other ids', count => {
  const ids = fc.array(id, { minLength: count, maxLength: count })
  fc.assert(
    fc.property(ids, ids, (one, other) => {
      expect(joinedKey(...one) === joinedKey(...other)).toBe(one.every((part, at) => part === other[at]))
    }),
    { numRuns: 5000 },
  )
})

it.each([
  [
    ['a', 'b:c'],
    ['a_b', 'c'],
  ],
  [
    ['a', 'b_c'],
    ['a_b', 'c'],
  ],
  [
    ['a%5Fb', 'c'],
    ['a_b', 'c'],
  ],
])('the keys of %j and %j differ', (one, other) => {
  expect(joinedKey(...one)).not.toBe(joinedKey(...other))
})
