import { afterEach, describe, expect, it } from 'vitest'
import {
  type HotelSpec,
  obpRooms,
  type PropertySpec,
  sandbox,
  standardHotel,
  storeProperty,
} from '../support/connection-builders.ts'
import { connect, expectRejected, expectUntouched, mailsTo } from '../support/connection-state.ts'

afterEach(() => sandbox().clearFaults())

const rejected = (code: string, status = 422) => ({ status, code })

const hotelOf = (behaviour: HotelSpec['behaviour']): PropertySpec => ({
  hotel: { ...standardHotel, behaviour: behaviour ?? 'ok' },
})

const twice = { title: 'Studio', rates: [{ title: 'Standard Rate', maxPersons: 2 }] }
const unsellable = (rate: { readonly: boolean }): HotelSpec => ({
  rooms: [
    { title: 'Double Room', rates: [{ title: 'Standard Rate', maxPersons: 2, occupancies: [2], ...rate }] },
  ],
})

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

describe('what makes a request Rejected', () => {
  it.each<[string, PropertySpec, { status: number; code: string }]>([
    ['no room', { rooms: [] }, rejected('property-incomplete')],
    [
      'no rate plan',
      { rooms: [{ name: 'Double Room', capacity: 2, rates: {} }] },
      rejected('property-incomplete'),
    ],
    ['no account of the landlord', { account: false }, rejected('property-incomplete')],
    ['a property that the channel manager does not know', { known: false }, rejected('property-incomplete')],
    ['a failed connection test', hotelOf('test-fails'), rejected('connection-test-failed')],
    ['an agreement not yet accepted', hotelOf('agreement-pending'), rejected('ota-setup-incomplete')],
    [
      'a hotel connected elsewhere',
      matching('connected-elsewhere'),
      rejected('hotel-connected-elsewhere', 409),
    ],
    ['an activation refused', matching('activation-refused'), rejected('activation-refused')],
    ['a hotel without rooms', { hotel: { rooms: [] } }, rejected('mapping-failed')],
    ['nothing but read-only rates', { hotel: unsellable({ readonly: true }) }, rejected('mapping-failed')],
    ['nothing but derived rates', { hotel: derivedOnly }, rejected('mapping-failed')],
    [
      'two rooms of the same title',
      { hotel: { rooms: [twice, twice] }, rooms: studios() },
      rejected('mapping-failed'),
    ],
    ['no name in common', { hotel: standardHotel, rooms: obpRooms }, rejected('mapping-failed')],
  ])('%s', async (_, spec, problem) => {
    const property = await storeProperty(spec)
    const answer = await connect(property)
    await expectRejected(property, answer, problem)
    expect(answer.body.retryable).toBe(false)
    expect(await mailsTo(property.email)).toEqual([])
  })

  it.each(['123', '0123456', '12345678901', 'abcdefg', '5868189 ', '５８６８１８９', '58.68189'])(
    'the hotel id %j',
    async hotelId => {
      const property = await storeProperty()
      const answer = await connect({ ...property, hotelId })
      await expectRejected(property, answer, rejected('hotel-id-invalid'))
    },
  )

  it('says which extranet step is missing', async () => {
    const answer = await connect(await storeProperty(hotelOf('agreement-pending')))
    expect(answer.body.detail).toContain('Reservations: XML Pending')
    expect(answer.body.nextAction).toContain('XML Service Agreement')
  })

  it('tells to check the property ID when the test fails', async () => {
    const answer = await connect(await storeProperty(hotelOf('test-fails')))
    expect(answer.body.nextAction).toContain('property ID')
  })

  it('says why the activation was refused', async () => {
    const answer = await connect(await storeProperty(matching('activation-refused')))
    expect(answer.body.detail).toContain('Hotel is not open on Booking.com')
  })

  it('rejects every pending request and renews the latest rejection', async () => {
    const property = await storeProperty({ rooms: [], requests: ['pending', 'pending', 'rejected'] })
    await expectRejected(property, await connect(property), rejected('property-incomplete'))
  })
})

/** A hotel that would map well, were it not for its behaviour. */
function matching(behaviour: HotelSpec['behaviour']): PropertySpec {
  const rates = [{ title: 'Standard Rate', maxPersons: 2 }]
  return {
    hotel: {
      pricingType: 'Standard',
      behaviour: behaviour ?? 'ok',
      rooms: [{ title: 'Garden Room', rates }],
    },
    rooms: [{ name: 'Garden Room', capacity: 2, rates: { 'Standard Rate': [2] } }],
  }
}

function studios() {
  return [1, 2].map(() => ({ name: 'Studio', capacity: 2, rates: { 'Standard Rate': [2] } }))
}

describe('a prerequisite that is missing', () => {
  it('leaves the request alone and says what to connect first', async () => {
    const property = await storeProperty({ connected: false })
    const answer = await connect(property)
    await expectUntouched(property, answer, { status: 409, code: 'channel-manager-connection-missing' })
    expect(answer.body.nextAction).toContain('first OTA')
  })
})

describe('a channel manager in trouble', () => {
  const trouble = { vendor: 'channel-manager', path: '^/channels/mapping_details' } as const

  it.each([
    ['answers 500', { mode: 'status', status: 500 }],
    ['breaks the connection', { mode: 'reset' }],
    ['answers 429', { mode: 'status', status: 429, headers: { 'retry-after': '7' } }],
    ['answers nonsense', { mode: 'malformed' }],
    ['does not accept our key', { mode: 'status', status: 401 }],
  ] as const)('%s', async (_, fault) => {
    const property = await storeProperty()
    await sandbox().fault({ ...trouble, ...fault })
    const answer = await connect(property)
    await expectRejected(property, answer, { status: 503, code: 'provider-unavailable' })
    expect(answer.body.retryable).toBe(true)
  })

  it('does not answer', async () => {
    const property = await storeProperty()
    await sandbox().fault({ ...trouble, mode: 'timeout' })
    const answer = await connect(property)
    await expectRejected(property, answer, { status: 504, code: 'provider-timeout' })
    expect(answer.body.retryable).toBe(true)
  })
})
