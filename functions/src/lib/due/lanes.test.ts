import { expect, it } from 'vitest'
import { createdFunctions, httpsFunctions, scheduledFunctions, writtenFunctions } from '../../functions.ts'
import { dayShares, laneNames, parseLanes, routeShares, shares } from './lanes.ts'

const all = laneNames.map(lane => `${lane}=10/2`)

it('all instances of all functions together keep to a lane, and to a route', () => {
  const rows = Object.entries({
    ...httpsFunctions,
    ...createdFunctions,
    ...writtenFunctions,
    ...scheduledFunctions,
  })
  const instances = new Map(rows.map(([name, { size }]) => [name, size.maxInstances]))
  for (const ofOne of [...Object.values(shares), dayShares, ...Object.values(routeShares)]) {
    const taken = Object.entries(ofOne).map(([name, share]) => share * (instances.get(name) ?? Infinity))
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
