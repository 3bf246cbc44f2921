import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matching } from './matching.ts'

const entries = ['Inbox', 'To do', 'Keyboard shortcuts', 'Dark colours', 'Sign out'].map(label => ({ label }))
const found = (text: string) => matching(entries, text).map(({ label }) => label)

test('words are found by how they begin, in any order and case', () => {
  expect(found('short key')).toEqual(['Keyboard shortcuts'])
  expect(found('  INB')).toEqual(['Inbox'])
  expect(found('nbox')).toEqual([])
  expect(found('')).toEqual(entries.map(({ label }) => label))
})

test('labels that begin with the text come first', () => {
  const pages = [{ label: 'The old mill' }, { label: 'Old town' }]
  expect(matching(pages, 'old').map(({ label }) => label)).toEqual(['Old town', 'The old mill'])
})

test('an entry is found by its whole label', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), label => {
      expect(matching([{ label }], label)).toEqual([{ label }])
    }),
  )
})
