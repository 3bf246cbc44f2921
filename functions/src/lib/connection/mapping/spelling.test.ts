import { describe, expect, it } from 'vitest'
import { distance, spellingOf } from './spelling.ts'

const read = (written: string, names: string[], others: string[] = []) =>
  spellingOf(names, others)(written.split(' ')).words.join(' ')

describe('the words of a name, spelled by the correct names', () => {
  it.each([
    ['together', 'hill side villa', ['Hillside Villa'], 'hillside villa'],
    ['without a mistake', 'manatthan suite', ['Manhattan Suite'], 'manhattan suite'],
    ['without a mistake in a word that a list has', 'superoir king', ['Aurora'], 'superior king'],
    ['as they stand where two are as near', 'marila', ['Marina', 'Marisa'], 'marila'],
    ['as they stand where they are short', 'anna', ['Anne'], 'anna'],
    ['as they stand where they are words', 'suite', ['Suites'], 'suite'],
  ])('are read %s', (_, written, names, expected) => {
    expect(read(written, names)).toBe(expected)
  })

  it('are joined where only the names of the other side write them together', () => {
    expect(read('wood side room', ['Wood Side Room'], ['Woodside Room'])).toBe('woodside room')
  })

  it('are reported where they were respelt', () => {
    expect(spellingOf(['Manhattan Suite'])(['manatthan']).respelt).toEqual(['manatthan → manhattan'])
  })
})

it.each([
  ['harbor', 'harbour', 1],
  ['superoir', 'superior', 1],
  ['manatthan', 'manhattan', 2],
  ['king', 'kingdom', 3],
  ['', '', 0],
])('the distance from %s to %s is the number of mistakes', (one, other, expected) => {
  expect(distance(one, other)).toBe(expected)
})
