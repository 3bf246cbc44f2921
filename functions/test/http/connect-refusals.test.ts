import { describe, expect, it } from 'vitest'
import { sandbox, storeProperty } from '../support/connection-builders.ts'
import {
  connect,
  expectFailureAudit,
  expectRejected,
  expectUntouched,
  operations,
  traces,
} from '../support/connection-state.ts'
import { call, expectProblem, put, remove, uniqueId } from '../support/stack.ts'

const notFound = '404 property-not-found'

const vendorCalls = async (hotelId: string) => {
  const requests = await sandbox().requests('channel-manager')
  return requests.filter(({ body }) => JSON.stringify(body ?? {}).includes(hotelId))
}

/** Stores a running attempt of somebody else. */
const occupy = (propertyId: string) =>
  put(`connectionAttempts/${propertyId}_booking`, {
    propertyId,
    ota: 'booking',
    attemptId: uniqueId('attempt'),
    hotelId: '5868189',
    status: 'running',
    undo: 'none',
    leaseUntil: new Date(Date.now() + 60_000),
    state: {},
    steps: {},
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
    await expectRejected(property, answer, '422 hotel-id-invalid')
  })

  it('checks the connection to the channel manager before the rooms', async () => {
    const property = await storeProperty({ connected: false, rooms: [] })
    const answer = await connect(property)
    await expectUntouched(property, answer, '409 channel-manager-connection-missing')
    expect(answer.body.nextAction).toMatch(/Connect the property to the first OTA.*then come back/)
  })

  it('checks the rooms before the claim', async () => {
    const property = await storeProperty({ rooms: [] })
    await occupy(property.propertyId)
    expectProblem(await connect(property), '422 property-incomplete')
  })

  it('claims before it calls the channel manager', async () => {
    const property = await storeProperty()
    await occupy(property.propertyId)
    const answer = await connect(property)
    expectProblem(answer, '409 connection-in-progress')
    const seconds = Number(answer.headers.get('retry-after'))
    expect(seconds).toBeGreaterThanOrEqual(1)
    expect(seconds).toBeLessThanOrEqual(60)
    expect(answer.body.retryable).toBe(true)
    expect(await vendorCalls(property.hotelId)).toEqual([])
    const records = await traces(property)
    expect(records.attempt.status).toBe('running')
    expect(records.requests.map(({ status }) => status)).toEqual(['pending'])
    expectFailureAudit(records, 'connection-in-progress')
  })
})

it('a property that does not exist rejects the requests that name it', async () => {
  const property = await storeProperty()
  await remove(`properties/${property.propertyId}`)
  await expectRejected(property, await connect(property), notFound)
})

it('connecting another OTA is not found', async () => {
  const { token } = await operations()
  const elsewhere = await call('POST', '/api/integrations/elsewhere/connect', { token, body: {} })
  expect(elsewhere.body.code).toBe('not-found')
})
