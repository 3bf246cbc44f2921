import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { obpHotel, reseedHotel, sandbox, seedHotel } from '../support/connection-builders.ts'
import { connect, operations } from '../support/connection-state.ts'
import { call, put, signIn, stored, sweep, update } from '../support/stack.ts'

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
    name: 'Lars Lindqvist',
    email: `${landlord.uid}@example.com`,
    connectionService: { plan: 'free', amount: 0, currency: 'EUR' },
  })
  return { channelManagerId: property.id, landlord }
}

it('a property is taken over, asked for, and connects by itself once the OTA has accepted', async () => {
  const { channelManagerId, landlord } = await atChannelManager()
  const { token } = await operations()
  const body = { channelManagerId, landlordId: landlord.uid }
  const preview = await call('GET', `/api/channel-manager/properties/${channelManagerId}`, { token })
  expect(preview.body).toMatchObject({ title: 'Old Mill', propertyId: null, rooms: [{}, {}] })
  const take = () => call('POST', '/api/properties', { token, body })
  const [first, again] = [await take(), await take()]
  expect([first.status, again.status]).toEqual([201, 200])
  const { propertyId } = first.body
  const listed = await call('GET', `/api/channel-manager/properties?q=${channelManagerId}`, { token })
  expect(listed.body.properties).toMatchObject([{ propertyId }])
  expect((await call('GET', '/api/landlords?q=Lars', { token })).status).toBe(200)
  const asking = { token: landlord.token, body: { propertyId, ota: 'booking' } }
  const request = await call('POST', '/api/property-requests', asking)
  expect(request.status, request.text).toBe(201)
  const { requestId } = request.body
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
        const job = await stored(`connectionAttempts/${propertyId}_booking`)
        if (job.status !== 'completed' && job.dueAt?.toMillis() > Date.now() + 1_000)
          await update(`connectionAttempts/${propertyId}_booking`, { dueAt: new Date() })
        await sweep('workdue')
        return (await stored(`connectionRequests/${requestId}`)).status
      },
      { timeout: 90_000, interval: 2_000 },
    )
    .toBe('completed')
  expect(await stored(`propertyChannels/${propertyId}_booking`)).toMatchObject({ status: 'active', hotelId })
  const late = await call('DELETE', `/api/property-requests/${requestId}`, { token: landlord.token })
  expect(late.body).toMatchObject({ status: 409, code: 'already-connected' })
})
