import { afterEach, describe, expect, it } from 'vitest'
import {
  type ConnectableProperty,
  type HotelSpec,
  type PropertySpec,
  type RoomSpec,
  sandbox,
  storeProperty,
} from '../support/connection-builders.ts'
import {
  connect,
  expectConnected,
  expectRejected,
  expectUntouched,
  mailsTo,
} from '../support/connection-state.ts'
import { db, uniqueId } from '../support/stack.ts'

// Every row of the specification's error list and state table for connecting (A1), by the hotels that the sandbox
// knows: what the caller is told, what the request says, and what the channel manager is left with.

const freed = ['5868189', '6519420']

/** The hotels that can be connected are everybody's: whoever used one gives it back. */
async function giveBack(): Promise<void> {
  const { channels } = await sandbox().state('channel-manager')
  for (const { attributes } of channels) {
    if (!freed.includes(attributes.settings.hotel_id)) continue
    if (attributes.is_active) await vendor('POST', `channels/${attributes.id}/deactivate`)
    await vendor('DELETE', `channels/${attributes.id}`)
  }
}

const vendor = (method: string, path: string) =>
  fetch(`${sandbox().url}/channel-manager/${path}`, {
    method,
    headers: { 'user-api-key': 'sandbox-channel-manager-key' },
  })

afterEach(async () => {
  await sandbox().clearFaults()
  await giveBack()
})

const room = (name: string, rate = 'Standard Rate', occupancies = [2]): RoomSpec => ({
  name,
  capacity: Math.max(...occupancies),
  rates: { [rate]: occupancies },
})

/** A hotel of the property's own, for when the mistake has been corrected. */
const hotelFor = (rooms: RoomSpec[]): HotelSpec => ({
  pricingType: 'OBP',
  rooms: rooms.map(({ name, capacity, rates }) => ({
    title: name,
    rates: Object.entries(rates).map(([title, occupancies]) => ({
      title,
      maxPersons: capacity,
      occupancies,
    })),
  })),
})

interface Row {
  /** The hotel that is pressed for; the property's own unless told. */
  hotelId?: string
  rooms?: RoomSpec[]
  spec?: PropertySpec
  fault?: object
  /** Before the press. */
  prepare?: (property: ConnectableProperty) => Promise<{ paymentId: string }>
  status: number
  code: string
  /** What the operations user does now. */
  todo: RegExp
  /** Can the same property be connected to its own hotel afterwards? */
  correctable?: boolean
}

const good = [room('Garden Suite')]

const rejections: Record<string, Row> = {
  'no room': { spec: { rooms: [] }, status: 422, code: 'property-incomplete', todo: /at least one room/ },
  'no rate plan': {
    spec: { rooms: [{ name: 'Double Room', capacity: 2, rates: {} }] },
    status: 422,
    code: 'property-incomplete',
    todo: /at least one rate plan/,
  },
  'no account': { spec: { account: false }, status: 422, code: 'property-incomplete', todo: /account/ },
  'a property that the channel manager does not know': {
    spec: { known: false },
    status: 422,
    code: 'property-incomplete',
    todo: /Reconnect the property/,
  },
  'a malformed property ID': {
    hotelId: '0123',
    status: 422,
    code: 'hotel-id-invalid',
    todo: /Copy the property ID exactly/,
    correctable: true,
  },
  'a property ID that nobody knows': {
    hotelId: '19999998',
    status: 422,
    code: 'connection-test-failed',
    todo: /Check the property ID/,
    correctable: true,
  },
  'hotel 1000001, whose connection test fails': {
    hotelId: '1000001',
    rooms: [room('Cottage')],
    status: 422,
    code: 'connection-test-failed',
    todo: /Check the property ID.*Connectivity Provider/,
    correctable: true,
  },
  'hotel 1000002, whose agreement is not accepted': {
    hotelId: '1000002',
    rooms: [room('Lake Room')],
    status: 422,
    code: 'ota-setup-incomplete',
    todo: /accept the XML Service Agreement, wait for the channel manager to accept/,
    correctable: true,
  },
  'hotel 1000003, connected elsewhere': {
    hotelId: '1000003',
    rooms: [room('Garden Apartment')],
    status: 409,
    code: 'hotel-connected-elsewhere',
    todo: /other connection removed/,
    correctable: true,
  },
  'hotel 1000004, without rooms': {
    hotelId: '1000004',
    status: 422,
    code: 'mapping-failed',
    todo: /open the rooms in the extranet/,
    correctable: true,
  },
  'hotel 1000005, two rooms of the same title': {
    hotelId: '1000005',
    rooms: [room('Studio Apartment'), room('Studio Apartment', 'Standard Rate', [4]), ...good],
    status: 422,
    code: 'mapping-failed',
    todo: /a name of its own/,
    correctable: true,
  },
  'hotel 1000006, every rate read-only': {
    hotelId: '1000006',
    rooms: [room('Garden Room'), room('Loft Room')],
    status: 422,
    code: 'mapping-failed',
    todo: /a rate of its own/,
    correctable: true,
  },
  'hotel 1000007, activation refused': {
    hotelId: '1000007',
    rooms: [room('Terrace Room')],
    status: 422,
    code: 'activation-refused',
    todo: /Finish the set-up in the extranet/,
    correctable: true,
  },
  'a payment that serves another connection': {
    spec: { plan: 'paid' },
    prepare: async () => {
      const paymentId = uniqueId('pay')
      const other = { landlordId: 'l', propertyId: 'other', ota: 'booking', paymentId, status: 'active' }
      await db().collection('subscriptions').add(other)
      return { paymentId }
    },
    status: 402,
    code: 'payment-failed',
    todo: /another payment/,
    correctable: true,
  },
  'a channel manager that is down': {
    fault: { mode: 'status', status: 503 },
    status: 503,
    code: 'provider-unavailable',
    todo: /Try again in a few minutes/,
    correctable: true,
  },
  'a channel manager that does not answer': {
    fault: { mode: 'timeout' },
    status: 504,
    code: 'provider-timeout',
    todo: /Try again in a few minutes/,
    correctable: true,
  },
}

describe('pending → rejected', () => {
  it.each(Object.entries(rejections))('%s', async (_, row) => {
    const { rooms = good, spec = {}, status, code, todo } = row
    const property = await storeProperty({ rooms, hotel: hotelFor(rooms), ...spec })
    const more = (await row.prepare?.(property)) ?? {}
    if (row.fault) await sandbox().fault({ vendor: 'channel-manager', mode: 'status', ...row.fault })
    const answer = await connect({ ...property, hotelId: row.hotelId ?? property.hotelId }, more)
    await expectRejected(property, answer, { status, code })
    expect(answer.body.nextAction).toMatch(todo)
    expect(await mailsTo(property.email)).toEqual([])

    if (!row.correctable) return
    await sandbox().clearFaults()
    const corrected = await connect(property)
    expect(corrected.status, corrected.text).toBe(201)
    expect(corrected.body.requestIds).toEqual([property.requestId])
    await expectConnected(property)
  })
})

describe('pending → pending', () => {
  it('a property without a connection to the channel manager', async () => {
    const property = await storeProperty({ connected: false })
    const answer = await connect(property)
    await expectUntouched(property, answer, { status: 409, code: 'channel-manager-connection-missing' })
    expect(answer.body.nextAction).toMatch(/Connect the property to the first OTA.*then come back/)
  })
})

describe('pending → completed', () => {
  const double = room('Double Room', 'standard rate', [1, 2])
  const twin = room('Twin Room', 'standard rate', [1, 2])
  const family = room('Family Suite', 'standard rate', [2, 3, 4])
  const deluxe = room('Deluxe Double Room')
  const studio = room('Studio with Balcony', 'Standard Rate', [3])

  it.each([
    ['hotel 5868189, occupancy based', '5868189', [double, twin, family], 7],
    ['hotel 6519420, standard', '6519420', [deluxe, studio], 2],
  ] as const)('%s', async (_, hotelId, rooms, lines) => {
    await giveBack()
    const property = { ...(await storeProperty({ rooms: [...rooms] })), hotelId }
    const answer = await connect(property)
    expect(answer.status, answer.text).toBe(201)
    const { channels, requests } = await expectConnected(property)
    expect(channels[0].rate_plans).toHaveLength(lines)
    expect(requests.map(request => request.status)).toEqual(['completed'])
  })
})
