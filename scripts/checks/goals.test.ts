import { describe, expect, it } from 'vitest'
import { verdict } from './goals.ts'

describe('a bench', () => {
  it.each<[string, string[][], string]>([
    ['is good when no goal is missed', [[]], 'good'],
    ['is run again for a goal that is missed once', [['a']], 'again'],
    ['is run a third time when the second reaches it', [['a'], []], 'again'],
    ['is good when two of three runs reach it', [['a'], [], []], 'good'],
    ['misses it when the second misses it, too', [['a'], ['a', 'b']], 'missed'],
    ['misses it when the third does', [['a'], [], ['a']], 'missed'],
    ['is good when each run misses another one', [['a'], ['b'], ['c']], 'good'],
  ])('%s', (_, missed, expected) => {
    expect(verdict(missed)).toBe(expected)
  })
})
