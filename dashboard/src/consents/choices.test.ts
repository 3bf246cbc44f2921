import { expect, test } from 'vitest'
import type { Consent } from './api.ts'
import { proposed } from './choices.ts'

const listing = (listingId: string, title: string) => ({
  ...{ listingId, title, type: null, occupancies: null, city: null, countryCode: null },
})
const plan = (ratePlanId: string, roomName: string, propertyId = 'mill') => ({
  ...{ ratePlanId, roomName, propertyId, name: 'Standard', occupancy: 2, canBeMapped: true },
})

const consent = (fields: Partial<Consent>): Consent => ({
  ...{ consentId: 'c', ota: 'o', state: 'granted', askedBy: 'u', askedAt: '', expiresAt: null, reason: null },
  ...{ listings: [], listingsProblem: null, price: null, ratePlans: [], mappings: [], isSold: false },
  properties: [{ propertyId: 'mill', name: 'Old Mill' }],
  ...fields,
})

test('a listing is proposed the rate plan of the room or property that goes by its name', () => {
  const ratePlans = [plan('p1', 'Attic'), plan('p2', 'Lake House', 'lake')]
  const listings = [listing('1', ' attic'), listing('2', 'Lake  House'), listing('3', 'Barn')]
  expect(proposed(consent({ ratePlans, listings }))).toEqual({ 1: 'mill/p1', 2: 'lake/p2' })
})

test('of several rate plans of one name the one for as many guests as the listing takes is proposed', () => {
  const ratePlans = [plan('p1', 'Attic'), { ...plan('p2', 'Attic'), occupancy: 3 }]
  expect(proposed(consent({ ratePlans, listings: [{ ...listing('1', 'Attic'), occupancies: 3 }] }))).toEqual({
    1: 'mill/p2',
  })
})

test.each([
  ['several rate plans go by its name', { ratePlans: [plan('p1', 'Attic'), plan('p2', 'Attic')] }],
  ['two listings have one name', { listings: [listing('1', 'Attic'), listing('2', 'Attic')] }],
  ['the rate plan cannot be mapped', { ratePlans: [{ ...plan('p1', 'Attic'), canBeMapped: false }] }],
  [
    'something is chosen already',
    { mappings: [{ listingId: '9', propertyId: 'mill', ratePlanId: 'p9', state: 'mapped', reason: null }] },
  ],
] satisfies [string, Partial<Consent>][])('nothing is proposed where %s', (_, fields) => {
  const plain = { ratePlans: [plan('p1', 'Attic')], listings: [listing('1', 'Attic')] }
  expect(proposed(consent({ ...plain, ...fields }))).toEqual({})
})
