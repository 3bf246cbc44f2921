import { expect, it } from 'vitest'
import { planTakeover } from './plan-takeover.ts'

const structure = {
  id: 'theirs',
  title: 'Old Mill',
  timeZone: 'Europe/Rome',
  stateLength: 500,
  roomTypes: [],
  ratePlans: [],
}
const stored = {
  name: 'Old Mill',
  landlordId: 'lars',
  channelManagerId: 'theirs',
  timeZone: 'Europe/Rome',
  stateLength: 500,
}
const ownStructure = (property: typeof stored) => ({ property, rooms: [], ratePlans: [] })

it('a takeover without differences changes nothing', () => {
  expect(planTakeover(structure, 'lars', ownStructure(stored)).changes).toEqual([])
})

it.each([
  ['its time zone', { timeZone: 'Europe/Paris' }, 'Old Mill, Europe/Paris, a calendar of 500 days'],
  ['its calendar', { stateLength: 365 }, 'Old Mill, Europe/Rome, a calendar of 365 days'],
])('a takeover reports a change of %s alone', (_, fields, before) => {
  const { changes, property } = planTakeover(structure, 'lars', ownStructure({ ...stored, ...fields }))
  const after = 'Old Mill, Europe/Rome, a calendar of 500 days'
  expect(changes).toEqual([{ what: 'property', id: 'theirs', before, after }])
  expect(property).toEqual(stored)
})
