import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { obpHotel, reseedHotel, sandbox, seedHotel } from '../support/connection-builders.ts'
import { connect, operations, stored } from '../support/connection-state.ts'
import { call, put, signIn, sweep, update } from '../support/stack.ts'

const plan = (occupancy: number) => ({ id: randomUUID(), title: 'Standard Rate', occupancy })

async function atChannelManager() {
  const property = { id: randomUUID(), title: 'Old Mill', groupId: randomUUID(), currency: 'EUR' }
  const rooms = [
    { id: randomUUID(), title: 'double room', capacity: 2, ratePlans: [plan(1), plan(2)] },
    { id: randomUUID(), title: 'Family Suite', capacity: 4, ratePlans: [plan(2), plan(3), plan(4)] },
  ]
  await sandbox().seed({ properties: [{ ...property, roomTypes: rooms }] })
  const landlord = await signIn({ role: 'landlord' })
  await put(`accounts/${landlord.uid}`, {
    ...{ name: 'Lars Lindqvist', email: `${landlord.uid}@example.com` },
    connectionService: { plan: 'free', amount: 0, currency: 'EUR' },
  })
  return { channelManagerId: property.id, landlord }
}

it('comes from the channel manager, is asked for, and connected, without a document written by hand', async () => {
  const { channelManagerId, landlord } = await atChannelManager()
  const { token } = await operations()
  const body = { channelManagerId, landlordId: landlord.uid }
  const preview = await call('GET', `/api/channel-manager/properties/${channelManagerId}`, { token })
  expect(preview.body).toMatchObject({ title: 'Old Mill', propertyId: null, rooms: [{}, {}] })
  const taken = await call('POST', '/api/properties', { token, body })
  expect(taken.status, taken.text).toBe(201)
  expect((await call('POST', '/api/properties', { token, body })).status).toBe(200)
  const { propertyId } = taken.body
  const listed = await call('GET', `/api/channel-manager/properties?q=${channelManagerId}`, { token })
  expect(listed.body.properties).toMatchObject([{ propertyId }])
  const found = await call('GET', '/api/landlords?q=Lars', { token })
  expect(found.status, found.text).toBe(200)

  const asking = { token: landlord.token, body: { propertyId, ota: 'booking' } }
  const asked = await call('POST', '/api/property-requests', asking)
  expect(asked.status, asked.text).toBe(201)
  const hotelId = await seedHotel(obpHotel)
  const connected = await connect({ propertyId, hotelId })
  expect(connected.status, connected.text).toBe(201)
  expect(connected.body.requestIds).toEqual([asked.body.requestId])
  const late = await call('DELETE', `/api/property-requests/${asked.body.requestId}`, {
    token: landlord.token,
  })
  expect(late.body).toMatchObject({ status: 409, code: 'already-connected' })
})

it('a channel manager that is away is said so, for each thing that it is asked', async () => {
  const { channelManagerId, landlord } = await atChannelManager()
  const { token } = await operations()
  await sandbox().fault({ vendor: 'channel-manager', method: 'GET', path: channelManagerId, mode: 'reset' })
  const preview = await call('GET', `/api/channel-manager/properties/${channelManagerId}`, { token })
  const body = { channelManagerId, landlordId: landlord.uid }
  const taken = await call('POST', '/api/properties', { token, body })
  await sandbox().clearFaults()
  for (const { status, body: problem } of [preview, taken])
    expect({ status, ...problem }).toMatchObject({
      ...{ status: 503, code: 'provider-unavailable', retryable: true },
      nextAction: 'Try again in a few minutes. If it stays so, tell engineering.',
    })
})

it('finishes by itself once the OTA has accepted', async () => {
  const { channelManagerId, landlord } = await atChannelManager()
  const { token } = await operations()
  const body = { channelManagerId, landlordId: landlord.uid }
  const { propertyId } = (await call('POST', '/api/properties', { token, body })).body
  const asking = { token, body: { propertyId, ota: 'booking' } }
  const { requestId } = (await call('POST', '/api/property-requests', asking)).body
  const hotelId = await seedHotel({ ...obpHotel, behaviour: 'agreement-pending' })
  expect((await connect({ propertyId, hotelId })).body.code).toBe('ota-setup-incomplete')
  const wait = `/api/property-requests/${requestId}/wait`
  expect((await call('POST', wait, { token, body: { price: { amount: 1, currency: 'EUR' } } })).status).toBe(
    402,
  )
  const left = await call('POST', wait, { token, body: {} })
  expect(left.status, left.text).toBe(202)
  const shown = await call('GET', `/api/property-requests/${requestId}`, { token })
  expect(shown.body).toMatchObject({ status: 'rejected', hotelId, waitingFor: left.body.waitingFor })
  expect((await call('DELETE', wait, { token })).status).toBe(204)
  expect((await call('POST', wait, { token, body: {} })).status).toBe(202)

  await reseedHotel(hotelId, { becomes: { behaviour: 'ok', afterMs: 1_000 } })
  await expect
    .poll(
      async () => {
        const request = await stored(`connectionRequests/${requestId}`)
        if (request.status !== 'completed' && request.tryAt?.toMillis() > Date.now() + 1_000)
          await update(`connectionRequests/${requestId}`, { tryAt: new Date() })
        await sweep()
        return (await stored(`connectionRequests/${requestId}`)).status
      },
      { timeout: 90_000, interval: 2_000 },
    )
    .toBe('completed')
  expect(await stored(`propertyChannels/${propertyId}_booking`)).toMatchObject({ status: 'active', hotelId })
})
