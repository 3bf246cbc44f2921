import { expect, test } from 'vitest'
import { openingAt } from './guide-progress.ts'

const beginning = { step: 'introduction', name: '', hotelId: '', listingUrl: '' } as const

test('the guide opens at its end when the user knows the way or the property ID is known, unless it was begun', () => {
  expect(openingAt(beginning, undefined)).toBe(beginning)
  expect(openingAt(beginning, undefined, true)).toMatchObject({ step: 'property', hotelId: '' })
  expect(openingAt(beginning, '5868189')).toMatchObject({ step: 'property', hotelId: '5868189' })
  for (const progress of [
    { ...beginning, step: 'wait' as const },
    { ...beginning, hotelId: '7654' },
  ])
    expect(openingAt(progress, '5868189')).toBe(progress)
})
