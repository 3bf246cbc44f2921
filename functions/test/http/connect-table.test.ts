import { afterEach, describe, expect, it } from 'vitest'
import {
  type ConnectableProperty,
  channelManagerFails,
  type HotelSpec,
  obpRooms,
  type PropertySpec,
  type RoomSpec,
  sandbox,
  standardHotel,
  storeProperty,
  vendor,
} from '../support/connection-builders.ts'
import { connect, expectConnected, expectRejected, mailsTo } from '../support/connection-state.ts'
import { db, uniqueId } from '../support/stack.ts'

// Every row of the specification's error list and state table for connecting (A1), by the hotels that the sandbox
// knows: the answer to the caller, the state of the request, and the rest at the channel manager.

const freed = ['5868189', '6519420']

/** Removes the channels of hotels that all tests share. */
async function giveBack(): Promise<void> {
  const { channels } = await sandbox().state('channel-manager')
  for (const { attributes } of channels) {
    if (!freed.includes(attributes.settings.hotel_id)) continue
    if (attributes.is_active) await vendor('POST', `/channels/${attributes.id}/deactivate`)
    await vendor('DELETE', `/channels/${attributes.id}`)
  }
}

afterEach(async () => {
  await sandbox().clearFaults()
  await giveBack()
})

const room = (name: string, rate = 'Standard Rate', occupancies = [2]): RoomSpec => ({
  name,
  capacity: Math.max(...occupancies),
  rates: { [rate]: occupancies },
})

/** A hotel for the property, once its mistake is corrected. */
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
  /** The next action of the operations user. */
  todo?: RegExp
  /** The hotel to connect; by default the property's own. */
  hotelId?: string
  rooms?: RoomSpec[]
  spec?: PropertySpec
  fault?: object
  /** Runs before the request to connect. */
  prepare?: (property: ConnectableProperty) => Promise<{ paymentId: string } | undefined>
  status?: number
  detail?: RegExp
  /** Whether the property can be connected to its own hotel afterwards; else it lacks something. */
  correctable?: boolean
}

const good = [room('Garden Suite')]
const twins = [room('Studio Apartment'), room('Studio Apartment', 'Standard Rate', [4])]
const lacking = { correctable: false }
const tryAgain = /Try again in a few minutes/

/** The one rate that the others follow is read-only. */
const derivedOnly: HotelSpec = {
  rooms: [
    {
      title: 'Double Room',
      rates: [
        { title: 'Genius Rate', maxPersons: 2, occupancies: [2], readonly: true },
        { title: 'Standard Rate', maxPersons: 2, occupancies: [2], derived: true },
      ],
    },
  ],
}

const subscribeOther = async () => {
  const paymentId = uniqueId('pay')
  const other = { landlordId: 'l', propertyId: 'other', ota: 'booking', paymentId, status: 'active' }
  await db().collection('subscriptions').add(other)
  return { paymentId }
}

/** Makes the rate plans of that name, or all, unknown to the channel manager. */
const withoutPlans =
  (name?: string) =>
  async ({ propertyId }: ConnectableProperty): Promise<undefined> => {
    const { docs } = await db().collection(`properties/${propertyId}/ratePlans`).get()
    for (const plan of docs)
      if (name === undefined || plan.get('name') === name)
        await plan.ref.update({ channelManagerRatePlanId: null })
  }
const flexible = room('Garden Suite', 'Flexible')
const notThere = { todo: /Create them at the channel manager/, correctable: false }

const noPlan: RoomSpec = { name: 'Double Room', capacity: 2, rates: {} }

/** Rows by the code of the refusal. */
const rejections: Record<string, Record<string, Row>> = {
  'property-incomplete': {
    'no room': { todo: /at least one room/, spec: { rooms: [] }, ...lacking },
    'no rate plan': { todo: /at least one rate plan/, spec: { rooms: [noPlan] }, ...lacking },
    'no account': { todo: /account/, spec: { account: false }, ...lacking },
    'a property that the channel manager does not know': {
      todo: /Reconnect the property/,
      spec: { isAtManager: false },
      ...lacking,
    },
  },
  'hotel-id-invalid': {
    'a malformed property ID': { todo: /Copy the property ID exactly/, hotelId: '0123' },
  },
  'connection-test-failed': {
    'a property ID that nobody knows': { todo: /Check the property ID/, hotelId: '19999998' },
    'hotel 1000001, whose connection test fails': {
      todo: /Check the property ID.*Connectivity Provider/,
      hotelId: '1000001',
      rooms: [room('Cottage')],
    },
  },
  'ota-setup-incomplete': {
    'hotel 1000002, whose agreement is not accepted': {
      todo: /accept the XML Service Agreement, wait for the channel manager to accept/,
      hotelId: '1000002',
      rooms: [room('Lake Room')],
      detail: /Reservations: XML Pending/,
    },
  },
  'hotel-connected-elsewhere': {
    'hotel 1000003, connected elsewhere': {
      todo: /other connection removed/,
      hotelId: '1000003',
      rooms: [room('Garden Apartment')],
      status: 409,
    },
  },
  'mapping-failed': {
    'hotel 1000004, without rooms': { todo: /open the rooms in the extranet/, hotelId: '1000004' },
    'hotel 1000005, two rooms of the same title': {
      todo: /a name of its own/,
      hotelId: '1000005',
      rooms: [...twins, ...good],
    },
    'hotel 1000006, every rate read-only': {
      todo: /a rate of its own/,
      hotelId: '1000006',
      rooms: [room('Garden Room'), room('Loft Room')],
    },
    'nothing but derived rates': { spec: { hotel: derivedOnly }, ...lacking },
    'nothing but rooms of one title': { rooms: twins, ...lacking },
    'rate plans that the channel manager has not got': {
      ...notThere,
      prepare: withoutPlans(),
      detail: /has not got these.*"Standard Rate"/,
    },
    'the same of rooms of one title': { ...notThere, prepare: withoutPlans(), rooms: twins },
    'the same of the one plan that fits': {
      ...notThere,
      prepare: withoutPlans('Flexible'),
      detail: /has not got these[^,]*, so[^,]*"Flexible"\./,
      spec: { hotel: hotelFor([flexible]), rooms: [flexible, room('Boat House')] },
    },
    'no name in common': { spec: { hotel: standardHotel, rooms: obpRooms }, ...lacking },
  },
  'activation-refused': {
    'hotel 1000007, activation refused': {
      todo: /Finish the set-up in the extranet/,
      hotelId: '1000007',
      rooms: [room('Terrace Room')],
      detail: /Hotel is not open on Booking.com/,
    },
  },
  'payment-failed': {
    'a payment that serves another connection': {
      todo: /another payment/,
      spec: { plan: 'paid' },
      prepare: subscribeOther,
      status: 402,
    },
  },
  'provider-unavailable': {
    'a channel manager that is down': { todo: tryAgain, fault: { status: 503 }, status: 503 },
  },
  'provider-timeout': {
    'a channel manager that does not answer': { todo: tryAgain, fault: { mode: 'timeout' }, status: 504 },
  },
}
const rejected = Object.entries(rejections).flatMap(([code, rows]) =>
  Object.entries(rows).map(([name, row]): [string, string, Row] => [name, code, row]),
)

describe('pending → rejected', () => {
  it.each(rejected)('%s: %s', async (_, code, row) => {
    const { todo = /./, rooms = good, spec = {}, status = 422, detail = /./, correctable = true } = row
    const property = await storeProperty({ rooms, hotel: hotelFor(rooms), ...spec })
    const more = (await row.prepare?.(property)) ?? {}
    if (row.fault) await channelManagerFails(row.fault)
    const answer = await connect({ ...property, hotelId: row.hotelId ?? property.hotelId }, more)
    await expectRejected(property, answer, `${status} ${code}`)
    expect(answer.body.nextAction).toMatch(todo)
    expect(answer.body.detail).toMatch(detail)
    expect(answer.body.retryable).toBe(status >= 500)
    expect(await mailsTo(property.email)).toEqual([])

    if (!correctable) return
    await sandbox().clearFaults()
    const corrected = await connect(property)
    expect(corrected.status, corrected.text).toBe(201)
    expect(corrected.body.requestIds).toEqual([property.requestId])
    await expectConnected(property)
  })

  it.each(['123', '0123456', '12345678901', 'abcdefg', '5868189 ', '５８６８１８９', '58.68189'])(
    'the hotel id %j',
    async hotelId => {
      const property = await storeProperty()
      const answer = await connect({ ...property, hotelId })
      await expectRejected(property, answer, '422 hotel-id-invalid')
    },
  )

  it('every pending request; the latest rejection is renewed', async () => {
    const property = await storeProperty({ rooms: [], requests: ['pending', 'pending', 'rejected'] })
    await expectRejected(property, await connect(property), '422 property-incomplete')
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
