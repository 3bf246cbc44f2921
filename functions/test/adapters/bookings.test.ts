import { beforeEach, describe, expect, it } from 'vitest'
import { bookingFeed } from '../../src/adapters/channel-manager/bookings.ts'
import { channelManager } from '../../src/adapters/channel-manager/channel-manager.ts'
import { isWebhookSecret } from '../../src/adapters/channel-manager/webhook-secret.ts'
import { channelManagerConfig, credentials, describeFailures, errorsInOk, useSandbox } from './harness.ts'

const sandbox = useSandbox('channel-manager')

const propertyId = 'a0000000-0000-4000-8000-000000000001'
const hotelId = '5868189'
const guest = { name: 'Maria', surname: 'Rossi', mail: 'maria@example.org', phone: '+39 333 123 4567' }
const secrets = [credentials.channelManagerApiKey, guest.mail, '3331234567']

const config = (more: object = {}) => ({ ...channelManagerConfig(sandbox.vendorUrl()), ...more })
const feed = (more: object = {}) => bookingFeed(config(more))

let channelId: string
beforeEach(async () => {
  const ratePlanId = 'd0000000-0000-4000-8000-000000010102'
  const line = { otaRoomId: 586_818_903, otaRateId: 16_385_046, pricingType: 'OBP', occupancy: 2 }
  const channel = await channelManager(config()).createChannel({
    ota: 'booking',
    hotelId,
    title: 'Harbour View',
    groupId: 'b0000000-0000-4000-8000-000000000001',
    channelManagerPropertyId: propertyId,
    rates: [{ ...line, channelManagerRatePlanId: ratePlanId, primary: true }],
  })
  channelId = channel.id
})

const book = (code: string, more: object = {}): Promise<{ revision: { id: string } }> =>
  sandbox.control('POST', 'channel-manager/booking', {
    hotelId,
    reservation: {
      code,
      roomId: 586_818_903,
      rateId: 16_385_046,
      arrival: '2030-05-01',
      departure: '2030-05-03',
      guest,
      amount: '200.00',
      currency: 'GBP',
    },
    ...more,
  })

/** The only entry of the feed, for a booking with these attributes. */
async function feedEntry(attributes: object) {
  await book('1', { attributes })
  const [entry] = await feed().revisions(propertyId)
  if (!entry) throw new Error('the feed is empty')
  return entry
}

describe('the feed', () => {
  it('gives a booking in our terms', async () => {
    const { revision } = await book('4711')
    const [entry] = await feed().revisions(propertyId)
    expect(entry).toMatchObject({ id: revision.id, channelManagerPropertyId: propertyId, defects: [] })
    expect(entry?.revision).toMatchObject({
      id: revision.id,
      status: 'new',
      code: '4711',
      ota: 'Booking.com',
      currency: 'GBP',
      channelManagerChannelId: channelId,
      rooms: [{ arrival: '2030-05-01', departure: '2030-05-03', amount: 20_000 }],
      guest: { name: 'Maria Rossi', phone: '+393331234567', email: 'maria@example.org' },
    })
    expect(entry?.revision?.rooms[0]?.roomTypeId).toEqual(expect.any(String))
    expect(entry?.revision?.insertedAt).toBeInstanceOf(Date)
  })

  it('is read to its end, of one property or of all', async () => {
    for (let number = 0; number < 230; number += 1) await book(String(number))
    const all = await feed().revisions()
    expect(all.map(({ revision }) => revision?.code)).toEqual(
      Array.from({ length: 230 }, (_, n) => String(n)),
    )
    expect(await feed().revisions(propertyId)).toHaveLength(230)
    expect(await feed().revisions('a0000000-0000-4000-8000-000000000002')).toEqual([])
  })

  it('is filled by loading, and emptied by acknowledging, each also twice', async () => {
    await feed().loadFutureReservations(channelId)
    await feed().loadFutureReservations(channelId)
    const entries = await feed().revisions(propertyId)
    expect(entries).toHaveLength(3)
    expect(entries[2]?.revision?.rooms).toMatchObject([{ roomTypeId: null, ratePlanId: null }])
    for (const { id } of entries) {
      await feed().acknowledge(id)
      await feed().acknowledge(id)
    }
    expect(await feed().revisions(propertyId)).toEqual([])
  })
})

describe('the list of bookings', () => {
  const listed = (more: object = {}) => feed().bookings({ channelManagerPropertyId: propertyId, ...more })

  it('gives a booking as in its last revision, without a certain time', async () => {
    const { revision: first } = await book('4711')
    const { revision } = await book('4711', { status: 'modified' })
    const [bookingEntry] = await feed().revisions(propertyId)
    const [entry, ...others] = await listed()
    expect(others).toEqual([])
    expect(entry).toMatchObject({ id: revision.id, defects: [], isAcknowledged: false })
    expect(entry?.revision).toEqual({
      ...bookingEntry?.revision,
      id: revision.id,
      status: 'modified',
      insertedAt: null,
    })
    for (const { id } of [first, revision]) await feed().acknowledge(id)
    expect(await listed()).toMatchObject([{ isAcknowledged: true }])
  })

  it('is read to its end, within the times asked for', async () => {
    const day = (number: number) => new Date(Date.UTC(2030, 0, number))
    for (let number = 1; number <= 120; number += 1)
      await book(String(number), { attributes: { inserted_at: day(number).toISOString().slice(0, -1) } })
    const codes = async (query: object) =>
      (await listed(query)).map(({ revision }) => Number(revision?.code)).sort((a, b) => a - b)
    expect(await codes({})).toHaveLength(120)
    expect(await codes({ insertedFrom: day(118) })).toEqual([118, 119, 120])
    expect(await codes({ insertedFrom: day(5), insertedUntil: day(6) })).toEqual([5, 6])
    expect(await codes({ departingFrom: '2030-05-03' })).toHaveLength(120)
    expect(await codes({ departingFrom: '2030-05-04' })).toEqual([])
  })

  it('keeps no booking back for one that is not understood', async () => {
    await book('1', { attributes: { status: 'waitlisted' } })
    await book('2')
    const entries = await listed()
    expect(entries.map(({ defects }) => defects)).toEqual([[], ['status']])
    await sandbox.answer({ data: ['nothing', {}], meta: { total: 2 } })
    for (const { id, revision } of await listed())
      expect({ id, revision }).toEqual({ id: expect.stringMatching(/^nameless-/), revision: undefined })
  })
})

describe('a booking of any form', () => {
  it.each([
    [{ name: 'Se&aacute;n', surname: 'O&#039;Neill &amp;amp; Sons' }, "Seán O'Neill &amp; Sons"],
    [{ name: 'نرگس\u200cسادات', surname: 'कार्\u200dय' }, 'نرگس\u200cسادات कार्\u200dय'],
    [{ name: '👩\u200d👧', surname: 'Mül\u00adler\u202e' }, '👩\u200d👧 Müller'],
    [{ name: '\u200b\u200d', surname: '\u3164' }, null],
  ])('names the guest: %j', async (customer, name) => {
    expect((await feedEntry({ customer })).revision?.guest.name).toBe(name)
  })

  it.each([
    ['(+39)\u00a0333 1234567', '+393331234567'],
    ['\u202a+٣٩ ٣٣٣ ١٢٣٤٥٦٧\u202c', '+393331234567'],
    ['+225 05 12 34 56', '+2250505123456'],
    ['+39 (0)333 1234567', '+393331234567'],
    ['+351 (0) 912 345 678', '+351912345678'],
  ])('gives the number of %j', async (phone, number) => {
    expect((await feedEntry({ customer: { ...guest, phone } })).revision?.guest.phone).toBe(number)
  })

  const missing = ['customer', 'inserted_at', 'amount', 'currency', 'rooms', 'channel_id', 'ota_name']
  const dates = { checkin_date: '2030-05-01', checkout_date: '2030-05-03' }
  const days = { '2030-05-01': '10.10', '2030-05-02': '20.20' }

  it.each<[string, object, object]>([
    [
      'without guest, times, amount, currency and rooms',
      Object.fromEntries(missing.map(name => [name, null])),
      {
        rooms: [{ arrival: '2030-05-01', departure: '2030-05-03', roomTypeId: null, amount: null }],
        guest: { name: null, phone: null, email: null },
        currency: null,
        insertedAt: null,
        channelManagerChannelId: null,
        ota: null,
      },
    ],
    [
      'with odd values',
      {
        ota_name: 'x'.repeat(1001),
        customer: { name: ' Ana\nMaria ', surname: 7, mail: 'nobody', phone: '0171 5550123' },
        inserted_at: '2030-01-01T10:00:00.123456',
        amount: 12.5,
      },
      {
        guest: { name: 'Ana Maria 7', phone: null, email: null },
        insertedAt: new Date('2030-01-01T10:00:00.123Z'),
        ota: null,
        rooms: [{ amount: 1250 }],
      },
    ],
    [
      'with everything',
      {
        occupancy: { adults: 3, children: 0, infants: 0 },
        notes: ' Non smoking &amp; quiet\nCot, please ',
        arrival_hour: '15:00',
        ota_reservation_code: '4008228464',
      },
      {
        notes: 'Non smoking & quiet\nCot, please',
        arrivalTime: '15:00',
        otaBookingNumber: '4008228464',
        rooms: [{ party: { adults: 2, children: 0, infants: 0 } }],
      },
    ],
    [
      'with the party of the only room alone for the booking, as texts',
      { rooms: null, occupancy: { adults: '2', children: '1', infants: null } },
      { rooms: [{ party: { adults: 2, children: 1, infants: 0 } }] },
    ],
    [
      'with its number with the prefix alone',
      { ota_reservation_code: null, unique_id: 'EXP-1904-7' },
      { otaBookingNumber: '1904-7', code: 'EXP-1904-7', notes: null, arrivalTime: null },
    ],
    ['with nonsense', { notes: 7, arrival_hour: {}, occupancy: 'two' }, { notes: null, arrivalTime: null }],
    ['with nothing to be seen', { notes: '\u200b \u3164' }, { notes: null }],
    ['with too much', { notes: 'x'.repeat(9_000) }, { notes: 'x'.repeat(4_000) }],
    [
      'with the party of each of several rooms',
      {
        rooms: [{ ...dates, occupancy: { adults: 1, infants: 1 } }, { ...dates, occupancy: {} }, dates],
        occupancy: { adults: 5 },
      },
      { rooms: [{ party: { adults: 1, children: 0, infants: 1 } }, { party: null }, { party: null }] },
    ],
    [
      'with a price for each of several rooms',
      { rooms: [{ ...dates, days }, { ...dates, amount: '99.00', days }, dates] },
      { rooms: [{ amount: 3030 }, { amount: 9900 }, { amount: null }] },
    ],
    [
      'with a cancellation and without days',
      { status: 'cancelled', rooms: null, arrival_date: null, departure_date: null, customer: null },
      { status: 'cancelled', rooms: [] },
    ],
  ])('%s is understood', async (_, attributes, revision) => {
    expect(await feedEntry(attributes)).toMatchObject({ revision, defects: [] })
  })

  it.each(['+99999-01-01T00:00:00Z', '0000-01-01T00:00:00Z', 'soon'])(
    'has no time where its time is invalid: %s',
    async time => {
      expect((await feedEntry({ inserted_at: time })).revision?.insertedAt).toBeNull()
    },
  )

  it.each([
    ['no booking', { booking_id: null }, 'booking_id'],
    ['a booking whose id may not name a document', { booking_id: 'a/b' }, 'booking_id'],
    ['an unknown status', { status: 'waitlisted' }, 'status'],
    ['invalid days', { rooms: [{ checkin_date: '2030-02-31' }] }, 'rooms.0.checkin_date'],
    [
      'a departure before the arrival',
      { rooms: [{ checkin_date: '2030-05-03', checkout_date: '2030-05-03' }] },
      'rooms.0.checkin_date, checkout_date',
    ],
    ['more rooms than one commit holds', { rooms: Array(201).fill({}) }, 'rooms'],
    ['invalid rooms', { rooms: 'two' }, 'rooms'],
  ])('is not understood with %s, and keeps no other back', async (_, attributes, defect) => {
    const entry = await feedEntry(attributes)
    expect(entry).toMatchObject({
      revision: undefined,
      defects: [defect],
      channelManagerPropertyId: propertyId,
    })
    await book('2')
    expect((await feed().revisions(propertyId)).map(({ revision }) => revision?.code)).toEqual([
      undefined,
      '2',
    ])
  })

  it('has a name even without an id', async () => {
    const body = { data: ['nothing', {}, { id: 'x/y' }], meta: { total: 3 } }
    await sandbox.answer(body)
    const ids = (await feed().revisions()).map(({ id }) => id)
    expect(new Set(ids).size).toBe(3)
    for (const id of ids) expect(id).toMatch(/^nameless-[0-9a-f]{24}$/)
    await sandbox.answer(body)
    expect((await feed().revisions()).map(({ id }) => id)).toEqual(ids)
  })
})

describeFailures(sandbox, {
  client: feed,
  reads: {
    loading: of => of.loadFutureReservations(channelId),
    'the feed': of => of.revisions(propertyId),
    'the list': of => of.bookings({ channelManagerPropertyId: propertyId }),
    acknowledging: of => of.acknowledge('some-revision'),
  },
  more: [errorsInOk],
  // Both answers say that there is nothing left to do: the vendor's own 404, and any object after a load.
  isFine: (call, { status, fault }) =>
    (call === 'acknowledging' && status === 404) ||
    (call === 'loading' && fault.mode === 'malformed' && !fault.body),
  secrets,
})

it('the webhook is known by its exact secret alone', () => {
  expect(isWebhookSecret('secret', 'secret')).toBe(true)
  for (const given of ['', 'Secret', 'secret ', 'secre']) expect(isWebhookSecret('secret', given)).toBe(false)
  expect(isWebhookSecret('', '')).toBe(false)
})
