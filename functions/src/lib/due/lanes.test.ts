import { expect, it } from 'vitest'
import { sizes } from '../../deployment.ts'
import { laneNames, parseLanes, shares } from './lanes.ts'

const all = laneNames.map(lane => `${lane}=10/2`)

it('all instances of all functions together keep to a lane', () => {
  const instances = new Map(Object.entries(sizes).map(([name, { maxInstances }]) => [name, maxInstances]))
  for (const lane of laneNames) {
    const taken = Object.entries(shares[lane]).map(
      ([name, share]) => share * (instances.get(name) ?? Infinity),
    )
    expect(taken.reduce((sum, one) => sum + one)).toBe(1)
  }
})

it('names a rate and a width for every lane', () => {
  expect(parseLanes(all.join(', '))).toMatchObject({ chatapp: { perSecond: 10, atOnce: 2 } })
  expect(Object.keys(parseLanes(all.join()))).toEqual([...laneNames])
})

it.each([
  ['a lane is missing', all.slice(1).join()],
  ['there is no such lane', [...all, 'fax=1/1'].join()],
  ['nothing could go', all.join().replace('10/2', '0/2')],
  ['a number is missing', all.join().replace('10/2', '10')],
  ['it is empty', ''],
])('says what is wrong: %s', (_, text) => {
  expect(() => parseLanes(text)).toThrow('LANES')
})
