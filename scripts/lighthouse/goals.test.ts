import { expect, it } from 'vitest'
import { type Figures, missedBy, rowOf } from './goals.ts'

const good: Figures = {
  ...{ page: 'inbox', accessibility: 95, bestPractices: 95, performance: 90 },
  ...{ lcp: 2345, cls: 0.0499, bytes: 204_800 },
}

it('misses nothing at its goals', () => {
  expect(missedBy(good)).toEqual([])
})

it.each([
  ['accessibility', 94],
  ['bestPractices', 94],
  ['performance', 89],
  ['performance', Number.NaN],
  ['cls', 0.05],
])('misses one where %s is %d', (figure, value) => {
  expect(missedBy({ ...good, [figure]: value })).toHaveLength(1)
})

it('says each figure in the unit in which people compare it', () => {
  expect(rowOf(good)).toEqual(['inbox', '95', '95', '90', '2.3 s', '0.050', '200 KB'])
})
