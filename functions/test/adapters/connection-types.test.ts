import { describe, expect, it } from 'vitest'
import { connectionDetails, isActiveStatus } from '../../src/adapters/channel-manager/connection-types.ts'

const expected = [
  { name: 'Reservations', status: 'XML Active', isActive: true },
  { name: 'Rates and Availability', status: 'Pending', isActive: false },
]

const byName = { Reservations: 'XML Active', 'Rates and Availability': 'Pending' }
const named = (nameKey: string, statusKey: string) =>
  expected.map(({ name, status }) => ({ [nameKey]: name, [statusKey]: status }))

describe('connectionDetails', () => {
  it.each([
    ['name and status', named('name', 'status')],
    ['title and state', named('title', 'state')],
    ['type and status', named('type', 'status')],
    ['names to statuses', byName],
    [
      'names to objects',
      { Reservations: { status: 'XML Active' }, 'Rates and Availability': { state: 'Pending' } },
    ],
  ])('finds types given as %s, under any key', (_form, types) => {
    const under = (attributes: object) =>
      connectionDetails.parse({ data: { type: 'connection_details', attributes } })
    expect(under({ currency: 'GBP', whatever_key: types })).toEqual(expected)
    expect(under({ currency: 'GBP', nested: { types } })).toEqual(expected)
    expect(connectionDetails.parse({ data: { currency: 'GBP', types } })).toEqual(expected)
  })

  it('finds types beside other attributes', () => {
    const attributes = { currency: 'GBP', title: 'Hotel', ...byName }
    expect(connectionDetails.parse({ data: { attributes } })).toEqual(expected)
  })

  it('finds none where there are none', () => {
    expect(
      connectionDetails.parse({ data: { attributes: { currency: 'GBP', list: [1, null, 'x'] } } }),
    ).toBeUndefined()
  })
})

describe('isActiveStatus', () => {
  it.each(['XML Active', 'active', 'ACTIVE', 'xml_active', 'Active (XML)'])('%s is active', status => {
    expect(isActiveStatus(status)).toBe(true)
  })
  it.each([
    'Inactive',
    'XML Inactive',
    'Not active',
    'not yet active',
    'in-active',
    'Pending',
    '',
    'Deactivated',
    'activation requested',
  ])('%j is not active', status => {
    expect(isActiveStatus(status)).toBe(false)
  })
})
