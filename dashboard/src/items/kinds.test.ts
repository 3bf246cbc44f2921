import { expect, test } from 'vitest'
import { watchKinds } from '../../../functions/src/lib/connection/channels/channel-items.ts'
import { isAboutMapping, knownKind } from './kinds.ts'

test('every kind of the watch has its words', () => {
  expect(watchKinds.filter(kind => knownKind(kind) === undefined)).toEqual([])
})

test('a kind that is not known yet has none, and leads nowhere', () => {
  expect(knownKind('something-new')).toBeUndefined()
  expect(isAboutMapping('something-new')).toBe(false)
})
