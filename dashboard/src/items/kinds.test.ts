import { expect, test } from 'vitest'
import { watchKinds } from '../../../functions/src/lib/connection/channels/channel-items.ts'
import { isAboutMapping, itemKindOf } from './kinds.ts'

test('every kind of the watch has its words', () => {
  expect(watchKinds.filter(kind => itemKindOf(kind) === undefined)).toEqual([])
})

test('an unknown kind has no words, and leads to no mapping', () => {
  expect(itemKindOf('something-new')).toBeUndefined()
  expect(isAboutMapping('something-new')).toBe(false)
})
