import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { law } from '../../../test/support/law.ts'
import { beginningsOf, choicesOf, hasAll, keysSought, wordsIn } from './search-keys.ts'

describe('a typed text', () => {
  it.each([
    ['casa', 'Casa Ñandú'],
    ['nandu', 'Casa Ñandú'],
    ['NAND casa', 'Casa Ñandú'],
    ['straße', 'Straße 5'],
    ['harbour-view', 'harbour-view-guesthouse'],
    ['1234', '1234567'],
    ['Владимир', 'Дом Владимира'],
  ])('%s finds %s', (typed, name) => {
    expect(hasAll(beginningsOf([name]), keysSought(typed, []))).toBe(true)
  })

  it.each([
    ['asa', 'Casa'],
    ['casa blanca', 'Casa Ñandú'],
    ['state:connected', 'Connected'],
  ])('%s does not find %s', (typed, name) => {
    expect(hasAll(beginningsOf([name]), keysSought(typed, []))).toBe(false)
  })

  it('is asked for by its longest word first', () => {
    expect(keysSought('la casa', ['ota:booking'])[0]).toBe('casa')
  })
})

const text = fc.string({ unit: 'grapheme', maxLength: 60 })

law('any text is found by itself, and by the beginnings of its words in any order', [text], text => {
  const keys = beginningsOf([text])
  expect(hasAll(keys, keysSought(text, []))).toBe(true)
  const beginnings = wordsIn(text).map(word => Array.from(word).slice(0, 2).join(''))
  expect(hasAll(keys, keysSought(beginnings.toReversed().join(' '), []))).toBe(true)
})

law('keys are such as Firestore stores', [text], text => {
  for (const key of beginningsOf([text])) expect(key.isWellFormed() && key.length <= 48).toBe(true)
})

const facets = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'))

law(
  'a choice among facets is one key, which exactly those have that have all of them',
  [facets, facets],
  (has, wants) => {
    const sought = keysSought(undefined, wants)
    expect(sought.length).toBe(wants.length === 0 ? 0 : 1)
    expect(hasAll(choicesOf(has), sought)).toBe(wants.every(facet => has.includes(facet)))
  },
)
