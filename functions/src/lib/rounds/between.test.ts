import fc from 'fast-check'
import { expect, it } from 'vitest'
import { between } from './between.ts'

const bytesOf = (id: string) => Buffer.from(id)
const isBefore = (one: string, other: string) => Buffer.compare(bytesOf(one), bytesOf(other)) < 0
const id = fc.stringMatching(/^[-\w:. äж😀]{0,12}$/u)

it('is between both in the order of Firestore, and may be an id there', () => {
  fc.assert(
    fc.property(id, fc.option(id, { nil: undefined }), (after, until) => {
      fc.pre(until === undefined || isBefore(after, until))
      const middle = between(after, until)
      if (middle === undefined) return
      expect(isBefore(after, middle)).toBe(true)
      if (until !== undefined) expect(isBefore(middle, until)).toBe(true)
      expect(middle).not.toMatch(/\/|^\.\.?$|^__.*__$/)
    }),
  )
})

it.each([
  ['', undefined],
  ['a', 'b'],
  ['t000000499', undefined],
  ['reservation_of_a', 'reservation_of_b'],
  ['thread-0001', 'thread-0002'],
])('there is room between %s and %s', (after, until) => {
  const middle = between(after, until)
  expect(middle).toBeDefined()
  expect(between(after, middle)).toBeDefined()
})

it.each([
  ['a', 'a-'],
  ['ж', undefined],
])('there is none between %s and %s', (after, until) => {
  expect(between(after, until)).toBeUndefined()
})
