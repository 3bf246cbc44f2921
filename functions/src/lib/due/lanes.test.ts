import { expect, it } from 'vitest'
import { laneNames, parseLanes } from './lanes.ts'

const all = laneNames.map(lane => `${lane}=10/2`)

it('the setting names a rate and a width for every lane', () => {
  expect(parseLanes(all.join(', '))).toMatchObject({ chatapp: { perSecond: 10, atOnce: 2 } })
  expect(Object.keys(parseLanes(all.join()))).toEqual([...laneNames])
})

it.each([
  ['a lane is missing', all.slice(1).join()],
  ['there is no such lane', [...all, 'fax=1/1'].join()],
  ['nothing could go', all.join().replace('10/2', '0/2')],
  ['a number is missing', all.join().replace('10/2', '10')],
  ['it is empty', ''],
])('the setting is refused when %s', (_, text) => {
  expect(() => parseLanes(text)).toThrow('LANES')
})
