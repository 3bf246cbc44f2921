import { afterEach, describe, expect, it } from 'vitest'
import { sandbox, storeProperty } from '../support/connection-builders.ts'
import {
  connect,
  expectFailureAudit,
  expectProblem,
  expectRejected,
  expectUntouched,
  operations,
  traces,
} from '../support/connection-state.ts'
import { call, db, put, uniqueId } from '../support/stack.ts'

const notFound = { status: 404, code: 'property-not-found' }

const vendorCalls = async (hotelId: string) => {
  const requests = await sandbox().requests('channel-manager')
  return requests.filter(({ body }) => JSON.stringify(body ?? {}).includes(hotelId))
}

/** An attempt of somebody else, going on right now. */
const occupy = (propertyId: string) =>
  put(`connectionAttempts/${propertyId}_booking`, {
    ...{ propertyId, ota: 'booking', attemptId: uniqueId('attempt'), hotelId: '5868189', status: 'running' },
    ...{ undo: 'none', leaseUntil: new Date(Date.now() + 60_000), state: {}, steps: {} },
  })

afterEach(() => sandbox().clearFaults())

describe('a body that does not parse', () => {
  it.each([
    ['no hotel', { hotelId: undefined }, 'hotelId'],
    ['an empty hotel', { hotelId: '' }, 'hotelId'],
    ['a number for the hotel', { hotelId: 5868189 }, 'hotelId'],
    ['an unknown field', { otherField: 1 }, ''],
    ['an empty payment', { paymentId: '' }, 'paymentId'],
    ['a listing URL that is none', { listingUrl: 'booking.com/x' }, 'listingUrl'],
    ['a script as listing URL', { listingUrl: 'javascript:alert(1)' }, 'listingUrl'],
  ])('is refused: %s', async (_, change, where) => {
    const property = await storeProperty()
    const answer = await connect(property, change)
    const seen = await expectUntouched(property, answer, { status: 400, code: 'validation-failed' })
    expect(answer.body.errors.map((error: { path: string }) => error.path)).toContain(where)
    expect(seen.audits).toEqual([])
  })

  it.each(['', '../etc', 'a/b', '__proto__'])('is refused: property id %j', async propertyId => {
    const answer = await connect({ propertyId, hotelId: '5868189' })
    expectProblem(answer, { status: 400, code: 'validation-failed' })
  })
})

describe('the order of the checks', () => {
  it('reads the body before it looks for the property', async () => {
    const answer = await connect({ propertyId: uniqueId('nowhere'), hotelId: '' })
    expect(answer.body.code).toBe('validation-failed')
  })

  it('looks for the property before it checks the hotel id', async () => {
    expectProblem(await connect({ propertyId: uniqueId('nowhere'), hotelId: 'abc' }), notFound)
  })

  it('checks the hotel id before the connection to the channel manager', async () => {
    const property = await storeProperty({ connected: false })
    const answer = await connect({ ...property, hotelId: 'abc' })
    await expectRejected(property, answer, { status: 422, code: 'hotel-id-invalid' })
  })

  it('checks the connection to the channel manager before the rooms', async () => {
    const property = await storeProperty({ connected: false, rooms: [] })
    const problem = { status: 409, code: 'channel-manager-connection-missing' }
    await expectUntouched(property, await connect(property), problem)
  })

  it('checks the rooms before the claim', async () => {
    const property = await storeProperty({ rooms: [] })
    await occupy(property.propertyId)
    expectProblem(await connect(property), { status: 422, code: 'property-incomplete' })
  })

  it('claims before it calls the channel manager', async () => {
    const property = await storeProperty()
    await occupy(property.propertyId)
    const answer = await connect(property)
    expectProblem(answer, { status: 409, code: 'connection-in-progress' })
    const seconds = Number(answer.headers.get('retry-after'))
    expect(seconds).toBeGreaterThanOrEqual(1)
    expect(seconds).toBeLessThanOrEqual(60)
    expect(answer.body.retryable).toBe(true)
    expect(await vendorCalls(property.hotelId)).toEqual([])
    const seen = await traces(property)
    expect(seen.attempt.status).toBe('running')
    expect(seen.requests.map(({ status }) => status)).toEqual(['pending'])
    expectFailureAudit(seen, 'connection-in-progress')
  })

  it('calls the channel manager last', async () => {
    const property = await storeProperty()
    await sandbox().fault({ vendor: 'channel-manager', mode: 'status', status: 500 })
    expectProblem(await connect({ ...property, hotelId: '12' }), { status: 422, code: 'hotel-id-invalid' })
    expectProblem(await connect(property), { status: 503, code: 'provider-unavailable' })
  })
})

describe('a property that does not exist', () => {
  it('is not found', async () => {
    expectProblem(await connect({ propertyId: uniqueId('nowhere'), hotelId: '5868189' }), notFound)
  })

  it('rejects the requests that name it', async () => {
    const property = await storeProperty()
    await db().doc(`properties/${property.propertyId}`).delete()
    await expectRejected(property, await connect(property), notFound)
  })
})

it('refuses another OTA', async () => {
  const { token } = await operations()
  const elsewhere = await call('POST', '/api/integrations/elsewhere/connect', { token, body: {} })
  expect(elsewhere.body.code).toBe('not-found')
})
