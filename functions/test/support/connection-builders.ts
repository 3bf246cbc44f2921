import { randomInt, randomUUID } from 'node:crypto'
import type { Firestore } from 'firebase-admin/firestore'
import { sandboxCredentials } from '../../../sandbox/src/core/context.ts'
import type { StoredProperty } from './builders.ts'
import { type Fault, type SandboxAt, sandboxAt } from './sandbox.ts'
import { db, fromStack, uniqueId } from './stack.ts'

export const sandbox = () => sandboxAt(fromStack('SANDBOX_URL'))

/** A call to the channel manager behind the project's back. */
export const vendor = (method: string, path: string, body?: object): Promise<Response> =>
  fetch(`${sandbox().url}/channel-manager${path}`, {
    method,
    headers: { 'user-api-key': sandboxCredentials.channelManagerApiKey, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })

/** Makes calls to the channel manager fail with this fault, by default an error's status. */
export const channelManagerFails = (fault: Partial<Fault>): Promise<void> =>
  sandbox().fault({ vendor: 'channel-manager', mode: 'status', ...fault })

/** Where a property is stored: in the stack's Firestore and sandbox, unless a test has its own. */
export interface Place {
  db: Firestore
  sandbox: SandboxAt
}
const stack = (): Place => ({ db: db(), sandbox: sandbox() })

interface RateSpec {
  title: string
  maxPersons?: number | null
  occupancies?: number[]
  readonly?: boolean
  /** Whether its prices follow the first rate's. */
  derived?: boolean
}

/** A hotel as the OTA sells it. */
export interface HotelSpec {
  pricingType?: 'OBP' | 'Standard'
  behaviour?: 'ok' | 'test-fails' | 'agreement-pending' | 'connected-elsewhere' | 'activation-refused'
  /** Whether an update keeps the rows of rate plans that it does not name. */
  keepsLeftOut?: boolean
  /** Whether its channel can be created by number only. */
  createsBy?: 'number'
  rooms?: { title: string; rates: RateSpec[] }[]
  /** The calendar of its property. */
  inventory?: { availability?: number; stopSell?: boolean; rate?: number | null }
}

/** A room of ours; `rates` are our rate plans: name → the occupancies sold, one plan for each. */
export interface RoomSpec {
  name: string
  capacity: number
  rates: Record<string, number[]>
}

/** Two rooms; beside their own rate a read-only and a derived one, which nobody may map. */
export const obpHotel: HotelSpec = {
  pricingType: 'OBP',
  rooms: [
    {
      title: 'Double Room',
      rates: [
        { title: 'Standard Rate', maxPersons: 2, occupancies: [1, 2] },
        { title: 'Mobile Rate', maxPersons: 2, occupancies: [1, 2], derived: true },
      ],
    },
    {
      title: 'Family Suite',
      rates: [
        { title: 'Standard Rate', maxPersons: 4, occupancies: [2, 3, 4] },
        { title: 'Promotions', maxPersons: 4, occupancies: [2, 3, 4], readonly: true },
      ],
    },
  ],
}

/** A hotel whose channel can be created by number only. */
export const numberedHotel: HotelSpec = { ...obpHotel, createsBy: 'number' }

/** A hotel whose channel cannot be activated. */
export const refusingHotel: HotelSpec = { ...obpHotel, behaviour: 'activation-refused' }

export const obpRooms: RoomSpec[] = [
  { name: 'double room', capacity: 2, rates: { 'Standard Rate': [1, 2] } },
  { name: 'Family  Suite', capacity: 4, rates: { 'standard rate': [2, 3, 4], Promotions: [2] } },
]

export const standardHotel: HotelSpec = {
  pricingType: 'Standard',
  rooms: [
    {
      title: 'Studio with Balcony',
      rates: [
        { title: 'Standard Rate', maxPersons: 3 },
        { title: 'Weekly Rate', maxPersons: 2 },
        { title: 'Genius Rate', maxPersons: 3, readonly: true },
      ],
    },
  ],
}

export const standardRooms: RoomSpec[] = [
  { name: 'Studio With Balcony', capacity: 3, rates: { 'Standard Rate': [3], 'weekly rate': [2] } },
]

export interface PropertySpec {
  hotel?: HotelSpec
  rooms?: RoomSpec[]
  /** Terms of the landlord's connection service. */
  plan?: 'free' | 'paid'
  /** Statuses of the connection requests; the first one is `requestId`. */
  requests?: ('pending' | 'rejected')[]
  /** Null: the landlord has none. */
  email?: null
  /** False: the property has never been connected to the channel manager. */
  connected?: boolean
  /** False: the channel manager has never heard of the property. */
  isAtManager?: boolean
  account?: boolean
}

export interface ConnectableProperty extends StoredProperty {
  requestIds: string[]
  email: string
}

/** Stores a property with everything that connecting it needs, in Firestore and at the sandbox, shared with no test. */
export async function storeProperty(
  spec: PropertySpec = {},
  place: Place = stack(),
): Promise<ConnectableProperty> {
  const [propertyId, landlordId, channelManagerId] = [
    uniqueId('property'),
    uniqueId('landlord'),
    randomUUID(),
  ]
  const hotelId = await seedHotel(spec.hotel, place)
  const rooms = (spec.rooms ?? obpRooms).map(room => ({ id: randomUUID(), ...room, plans: plansOf(room) }))
  const email = `${landlordId}@example.com`
  const batch = place.db.batch()
  const property = place.db.doc(`properties/${propertyId}`)
  batch.set(property, {
    name: 'Harbour View',
    landlordId,
    ...(spec.connected !== false && { channelManagerId }),
  })
  for (const { id, name, capacity, plans } of rooms) {
    batch.set(property.collection('rooms').doc(id), { name, capacity, channelManagerRoomTypeId: id })
    for (const { id: planId, title, occupancy } of plans) {
      const plan = { name: title, roomId: id, occupancy, channelManagerRatePlanId: planId }
      batch.set(property.collection('ratePlans').doc(planId), plan)
    }
  }
  if (spec.account !== false) {
    const connectionService = { plan: spec.plan ?? 'free', amount: 4900, currency: 'EUR' }
    batch.set(place.db.doc(`accounts/${landlordId}`), {
      name: 'Lars Lindqvist',
      email: spec.email === null ? null : email,
      connectionService,
    })
  }
  await batch.commit()
  if (spec.isAtManager !== false) {
    const roomTypes = rooms.map(({ id, name, capacity, plans }) => ({
      id,
      title: name,
      capacity,
      ratePlans: plans,
    }))
    await place.sandbox.seed({
      properties: [{ id: channelManagerId, groupId: randomUUID(), currency: 'EUR', roomTypes }],
    })
  }
  const requestIds: string[] = []
  for (const status of spec.requests ?? ['pending'])
    requestIds.push(await storeRequest(propertyId, status, place))
  const [requestId = ''] = requestIds
  return { propertyId, landlordId, channelManagerId, hotelId, requestId, requestIds, email }
}

const plansOf = ({ rates }: RoomSpec) =>
  Object.entries(rates).flatMap(([title, occupancies]) =>
    occupancies.map(occupancy => ({ id: randomUUID(), title, occupancy })),
  )

/** So many properties at the channel manager, each with a room and a rate plan; returns their ids there. */
export async function seedManaged(many: number): Promise<string[]> {
  const properties = Array.from({ length: many }, (_, number) => ({
    id: randomUUID(),
    title: `House ${number}`,
    groupId: randomUUID(),
    currency: 'EUR',
    roomTypes: [
      {
        id: randomUUID(),
        title: 'Double Room',
        capacity: 2,
        ratePlans: [{ id: randomUUID(), title: 'Standard Rate', occupancy: 2 }],
      },
    ],
  }))
  await sandbox().seed({ properties })
  return properties.map(({ id }) => id)
}

/** Makes the sandbox know a hotel of the test's own; returns its id. */
export async function seedHotel(
  spec: HotelSpec = obpHotel,
  place: Pick<Place, 'sandbox'> = { sandbox: sandbox() },
): Promise<string> {
  const number = randomInt(20_000_000, 90_000_000)
  const { pricingType = 'OBP', behaviour = 'ok', rooms = [], ...more } = spec
  const seeded = rooms.map(({ title, rates }, position) => {
    const roomId = number * 10 + position
    const rateId = (index: number) => roomId * 10 + index
    return {
      id: roomId,
      title,
      maxChildren: null,
      rates: rates.map(({ derived, ...rate }, index) => ({
        ...rate,
        id: rateId(index),
        parentRateId: derived ? rateId(0) : '',
      })),
    }
  })
  const hotel = { hotelId: String(number), pricingType, currency: 'EUR', behaviour, rooms: seeded, ...more }
  await place.sandbox.seed({ hotels: [hotel] })
  return hotel.hotelId
}

/** Changes a hotel at the sandbox, e.g. because its set-up has been finished. */
export async function reseedHotel(
  hotelId: string,
  changes: object | ((hotel: HotelSpec) => object),
  place: Pick<Place, 'sandbox'> = { sandbox: sandbox() },
): Promise<void> {
  const { hotels } = await place.sandbox.state('channel-manager')
  const hotel = hotels.find((one: { hotelId: string }) => one.hotelId === hotelId)
  const more = typeof changes === 'function' ? changes(hotel) : changes
  await place.sandbox.seed({ hotels: [{ ...hotel, ...more }] })
}

let lastRejection = Date.now() - 3_600_000

/** Stores a connection request; of rejected ones, the one stored later is rejected later. */
export async function storeRequest(
  propertyId: string,
  status: 'pending' | 'rejected' = 'pending',
  place: Pick<Place, 'db'> = { db: db() },
): Promise<string> {
  const requestId = uniqueId('request')
  lastRejection += 1000
  const at = new Date(lastRejection)
  const rejection = { code: 'mapping-failed', detail: 'An earlier failure.', nextAction: 'Try again.', at }
  const request = {
    propertyId,
    ota: 'booking',
    status,
    createdAt: at,
    ...(status === 'rejected' && { rejection }),
  }
  await place.db.doc(`connectionRequests/${requestId}`).set(request)
  return requestId
}
