import { expect, test } from 'vitest'
import { paneLetters } from '../inbox/thread/use-pane-keys.ts'
import { areLetters, sheet } from './keys.ts'

test('every letter that acts on a thread stands in the sheet, as one that can be switched off', () => {
  const letters = [...sheet.thread, ...sheet.second].flatMap(([, keys]) => (areLetters(keys) ? keys : []))
  const acting = [...paneLetters].map(letter => letter.toUpperCase())
  expect(letters.toSorted()).toEqual(acting.toSorted())
})
