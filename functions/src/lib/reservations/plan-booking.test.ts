import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Revision } from '../ports.ts'
import type { BookedRoom, BookingRevision } from './booking.ts'
import { type BookingPlan, planBooking } from './plan-booking.ts'
import type { BookingContext } from './ports.ts'
import { type Reservation, storedReservation } from './reservation.ts'

const at = new Date('2030-01-01T00:00:00Z')
const propertyId = 'p'
const rooms = ['a', 'b', 'c'].map(id => ({ id, channelManagerRoomTypeId: `type-${id}` }))
const ratePlans = ['a', 'b'].map(id => ({
  id: `rate-${id}`,
  roomId: id,
  channelManagerRatePlanId: `plan-${id}`,
}))
const channels = [
  { id: 'p_booking', propertyId, ota: 'booking', channelManagerChannelId: 'ch', isActive: true },
]

const emptyContext = (): BookingContext => ({
  rooms,
  ratePlans,
  channels,
  reservations: new Map(),
  guests: new Map(),
  guestIdOf: phone => `guest-of-${phone.length}-${phone.slice(-2)}`,
})

let writes = 0
function nextRevision(): Revision {
  writes += 1
  return String(writes) as Revision
}

const room = (type: string | null, arrival: string, departure: string): BookedRoom => ({
  arrival,
  departure,
  roomTypeId: type,
  ratePlanId: null,
  amount: 100,
})

const booking = (id: string, more: Partial<BookingRevision> = {}): BookingRevision => ({
  id,
  bookingId: 'B',
  status: 'new',
  code: 'C-1',
  ota: 'Booking.com',
  channelManagerChannelId: 'ch',
  rooms: [room('type-a', '2030-05-01', '2030-05-04')],
  guest: { name: 'Maria Rossi', phone: '+393331234567', email: null },
  currency: 'EUR',
  insertedAt: null,
  ...more,
})

/** Plans the revision and does what the store would. */
function apply(context: BookingContext, revision: BookingRevision): BookingPlan {
  const plan = planBooking({ propertyId, revision, context, at })
  for (const { id, value } of plan.write?.reservations ?? [])
    context.reservations.set(id, { value, revision: nextRevision() })
  const guest = plan.write?.guest
  if (guest) {
    const known = context.guests.get(guest.id) ?? { id: guest.id, name: null, phone: null, email: null }
    context.guests.set(guest.id, { ...known, ...guest.fields, revision: nextRevision() })
  }
  return plan
}

const stored = (context: BookingContext, id = 'B_1'): Reservation => {
  const found = context.reservations.get(id)?.value
  if (!found) throw new Error(`no ${id}`)
  return found
}
const store = (context: BookingContext, id: string, fields: object) =>
  context.reservations.set(id, {
    value: storedReservation.parse({ propertyId, guestId: 'g', ...fields }),
    revision: nextRevision(),
  })
const opened = (plan: BookingPlan) => plan.write?.opened.map(({ id }) => id).sort()

describe('one revision', () => {
  it('becomes a reservation for each room, in our words', () => {
    const context = emptyContext()
    const rooms = [room('type-a', '2030-05-01', '2030-05-04'), room('type-b', '2030-05-02', '2030-05-03')]
    const plan = apply(
      context,
      booking('r1', { rooms: rooms.map(one => ({ ...one, ratePlanId: 'plan-b' })) }),
    )
    expect(plan).toMatchObject({ imported: 2, updated: 0, unmapped: [] })
    expect(stored(context, 'B_1')).toMatchObject({
      ...{ propertyId, guestId: 'guest-of-13-67', arrival: '2030-05-01', departure: '2030-05-04' },
      ...{ status: 'confirmed', ota: 'booking', channelId: 'p_booking', code: 'C-1', bookingId: 'B' },
      ...{ roomId: 'a', ratePlanId: 'rate-b', amount: 100, currency: 'EUR', overlaps: [] },
    })
    expect(stored(context, 'B_2')).toMatchObject({ roomId: 'b', arrival: '2030-05-02' })
  })

  it('changes nothing when it comes again', () => {
    const context = emptyContext()
    apply(context, booking('r1'))
    expect(apply(context, booking('r1'))).toMatchObject({ write: undefined, imported: 0, updated: 0 })
  })

  it('with fewer rooms cancels the others, and with more brings them back', () => {
    const context = emptyContext()
    const two = [room('type-a', '2030-05-01', '2030-05-04'), room('type-b', '2030-05-01', '2030-05-04')]
    apply(context, booking('r1', { rooms: two }))
    expect(apply(context, booking('r2', { status: 'modified', rooms: two.slice(1) })).updated).toBe(2)
    expect([stored(context, 'B_1'), stored(context, 'B_2')]).toMatchObject([
      { status: 'confirmed', roomId: 'b' },
      { status: 'cancelled' },
    ])
    apply(context, booking('r3', { status: 'modified', rooms: two }))
    expect(stored(context, 'B_2')).toMatchObject({ status: 'confirmed', roomId: 'b' })
  })

  it('that cancels leaves what the booking was', () => {
    const context = emptyContext()
    apply(context, booking('r1'))
    apply(context, booking('r2', { status: 'cancelled', rooms: [room(null, '2030-05-01', '2030-05-04')] }))
    expect(stored(context)).toMatchObject({ status: 'cancelled', roomId: 'a', amount: 100 })
  })

  it('that cancels may tell no room', () => {
    const known = emptyContext()
    apply(known, booking('r1'))
    expect(apply(known, booking('r2', { status: 'cancelled', rooms: [] }))).toMatchObject({ updated: 1 })
    expect(stored(known)).toMatchObject({ status: 'cancelled', roomId: 'a', arrival: '2030-05-01' })
    const unknown = emptyContext()
    const bare = apply(unknown, booking('r2', { status: 'cancelled', rooms: [] }))
    expect(bare).toMatchObject({ unmapped: [], write: { opened: [] } })
    // What was before it changes nothing any more.
    expect(apply(unknown, booking('r1')).write).toBeUndefined()
    expect(stored(unknown)).toMatchObject({ status: 'cancelled', arrival: null })
  })

  it.each([[null], ['type-of-somebody']])(
    'without a room of ours (%s) opens an item, until it has one',
    type => {
      const context = emptyContext()
      const unmapped = booking('r1', { rooms: [room(type, '2030-05-01', '2030-05-04')] })
      const plan = apply(context, unmapped)
      expect(plan.unmapped).toEqual(['B_1'])
      expect(opened(plan)).toEqual(['unmapped-booking_B_1'])
      expect(plan.write?.opened[0]).toMatchObject({ reservationId: 'B_1', propertyId, ota: 'booking' })
      const cured = apply(context, booking('r2', { status: 'modified' }))
      expect(cured.write).toMatchObject({ opened: [], resolved: ['unmapped-booking_B_1'] })
      expect(cured.unmapped).toEqual([])
    },
  )

  it('takes the room of its rate plan where two have the type, and none where nothing tells', () => {
    const context = emptyContext()
    context.rooms = [...rooms, { id: 'a2', channelManagerRoomTypeId: 'type-a' }]
    const bare = room('type-a', '2030-05-01', '2030-05-04')
    apply(context, booking('r1', { rooms: [bare] }))
    expect(stored(context).roomId).toBeNull()
    apply(context, booking('r2', { status: 'modified', rooms: [{ ...bare, ratePlanId: 'plan-a' }] }))
    expect(stored(context).roomId).toBe('a')
  })
})

describe('order', () => {
  const statuses = ['new', 'modified', 'cancelled'] as const
  const history = (times: (Date | null)[]) =>
    statuses.map((status, index) =>
      booking(`r${index}`, {
        status,
        insertedAt: times[index] ?? null,
        rooms: [room('type-a', `2030-05-0${index + 1}`, '2030-05-09')],
      }),
    )
  const shuffles = fc.shuffledSubarray([0, 1, 2], { minLength: 3, maxLength: 3 })
  const repeats = fc.array(fc.nat(2), { maxLength: 6 })

  it.each([
    ['told times', [1, 2, 3].map(hour => new Date(Date.UTC(2030, 0, 1, hour)))],
    ['no times', []],
    ['one time', [at, at, at]],
  ])('of revisions with %s does not matter: cancelled stays cancelled', (_, times) => {
    const revisions = history(times)
    fc.assert(
      fc.property(shuffles, repeats, (order, again) => {
        const context = emptyContext()
        for (const index of [...order, ...again]) {
          const revision = revisions[index]
          if (revision) apply(context, revision)
        }
        expect(stored(context)).toMatchObject({ status: 'cancelled', revision: { id: 'r2' } })
      }),
    )
  })

  it('is that of the times, so a booking that was made anew is confirmed', () => {
    const revisions = [1, 2, 3].map(hour =>
      booking(`r${hour}`, {
        status: hour === 2 ? 'cancelled' : 'modified',
        insertedAt: new Date(Date.UTC(2030, 0, 1, hour)),
        rooms: [room(`type-${'abc'[hour - 1]}`, '2030-05-01', '2030-05-04')],
      }),
    )
    fc.assert(
      fc.property(shuffles, order => {
        const context = emptyContext()
        for (const index of order) apply(context, revisions[index] ?? booking('never'))
        expect(stored(context)).toMatchObject({ status: 'confirmed', roomId: 'c', revision: { id: 'r3' } })
      }),
    )
  })

  it('of two changes without times is the order they come in, and no repeat of the first undoes the second', () => {
    const context = emptyContext()
    const [first, second] = ['a', 'b'].map(type =>
      booking(`m${type}`, { status: 'modified', rooms: [room(`type-${type}`, '2030-05-01', '2030-05-04')] }),
    )
    for (const revision of [first, second, first]) if (revision) apply(context, revision)
    expect(stored(context).roomId).toBe('b')
  })
})

describe('stays that lie over others', () => {
  it('are told on both when both were pulled, and cured by either', () => {
    const context = emptyContext()
    apply(context, booking('r1'))
    const plan = apply(
      context,
      booking('r2', { bookingId: 'X', rooms: [room('type-a', '2030-05-03', '2030-05-06')] }),
    )
    expect(opened(plan)).toEqual(['overlapping-stay_B_1', 'overlapping-stay_X_1'])
    expect(plan.conflicts.find(({ reservationId }) => reservationId === 'X_1')).toEqual({
      ...{ reservationId: 'X_1', arrival: '2030-05-03', departure: '2030-05-06', roomId: 'a' },
      overlaps: ['B_1'],
    })
    const cured = apply(context, booking('r3', { status: 'cancelled' }))
    expect(cured.write?.resolved.toSorted()).toEqual(['overlapping-stay_B_1', 'overlapping-stay_X_1'])
    expect(stored(context, 'X_1').overlaps).toEqual([])
  })

  it('may have been stored by others, with their four fields alone', () => {
    const context = emptyContext()
    store(context, 'theirs', { arrival: '2030-05-03', departure: '2030-05-06' })
    const plan = apply(context, booking('r1'))
    expect(opened(plan)).toEqual(['overlapping-stay_B_1'])
    expect(plan.write?.reservations.map(({ id }) => id)).toEqual(['B_1'])
  })

  it.each([
    ['on the day of departure', { arrival: '2030-05-04', departure: '2030-05-06' }],
    ['in another room', { arrival: '2030-05-01', departure: '2030-05-04', roomId: 'b' }],
    ['in another property', { arrival: '2030-05-01', departure: '2030-05-04', propertyId: 'other' }],
    ['that is cancelled', { arrival: '2030-05-01', departure: '2030-05-04', status: 'cancelled' }],
    ['whose days are not known', { arrival: 5 }],
  ])('are none: one %s', (_, fields) => {
    const context = emptyContext()
    store(context, 'theirs', fields)
    expect(opened(apply(context, booking('r1')))).toEqual([])
  })

  it('are none among the rooms of one booking, but for the same room twice', () => {
    const three = ['type-a', null, 'type-a'].map(type => room(type, '2030-05-01', '2030-05-04'))
    const context = emptyContext()
    apply(context, booking('r1', { rooms: three }))
    expect(['B_1', 'B_2', 'B_3'].map(id => stored(context, id).overlaps)).toEqual([['B_3'], [], ['B_1']])
  })

  it('end as they are, whatever was pulled in which order', () => {
    const day = fc.integer({ min: 1, max: 12 }).map(number => `2030-05-${String(number).padStart(2, '0')}`)
    const stay = fc
      .record({
        type: fc.constantFrom('type-a', 'type-b', null),
        days: fc.uniqueArray(day, { minLength: 2, maxLength: 2 }),
      })
      .map(({ type, days: [one = '', two = ''] }) =>
        one < two ? room(type, one, two) : room(type, two, one),
      )
    const revision = fc.record({
      bookingId: fc.constantFrom('B', 'X', 'Y', 'Z'),
      status: fc.constantFrom('new' as const, 'modified' as const, 'cancelled' as const),
      rooms: fc.array(stay, { minLength: 1, maxLength: 2 }),
    })
    fc.assert(
      fc.property(fc.array(revision, { maxLength: 12 }), revisions => {
        const context = emptyContext()
        const items = new Set<string>()
        for (const [index, fields] of revisions.entries()) {
          const { write } = apply(context, booking(`r${index}`, { ...fields, insertedAt: new Date(index) }))
          for (const { id } of write?.opened ?? []) items.add(id)
          for (const id of write?.resolved ?? []) items.delete(id)
        }
        const all = [...context.reservations].map(([id, { value }]) => ({ id, value }))
        const expected = new Set<string>()
        for (const one of all) {
          const { arrival: from, departure: to } = one.value
          const over = all.filter(
            ({ id, value }) =>
              id !== one.id &&
              value.status === 'confirmed' &&
              one.value.status === 'confirmed' &&
              String(from) < String(value.departure) &&
              String(to) > String(value.arrival) &&
              (value.bookingId === one.value.bookingId
                ? value.roomId !== null && value.roomId === one.value.roomId
                : value.roomId === null || one.value.roomId === null || value.roomId === one.value.roomId),
          )
          expect(one.value.overlaps).toEqual(over.map(({ id }) => id).sort())
          if (over.length > 0) expected.add(`overlapping-stay_${one.id}`)
          if (one.value.status === 'confirmed' && one.value.roomId === null)
            expected.add(`unmapped-booking_${one.id}`)
        }
        expect([...items].sort()).toEqual([...expected].sort())
      }),
    )
  })
})

describe('the guest', () => {
  const guest = (id: string, fields: { name?: string; phone?: string }) =>
    ({ id, name: null, phone: null, email: null, revision: nextRevision(), ...fields }) as const
  const phone = '+393331234567'
  const write = (context: BookingContext, revision = booking('r1')) => apply(context, revision).write?.guest

  it('is the one who has the number, completed and never replaced', () => {
    const context = emptyContext()
    context.guests.set('g', guest('g', { name: 'Maria', phone }))
    const told = booking('r1', { guest: { name: 'M. Rossi', phone, email: 'm@example.org' } })
    expect(write(context, told)).toMatchObject({ id: 'g', fields: { email: 'm@example.org' } })
    expect(stored(context).guestId).toBe('g')
  })

  it('is a new one where two have the number, and the same for the next booking', () => {
    const context = emptyContext()
    for (const id of ['g', 'h']) context.guests.set(id, guest(id, { phone }))
    expect(write(context)).toMatchObject({ id: 'guest-of-13-67', fields: { phone }, previous: undefined })
    expect(write(context, booking('r2', { bookingId: 'X' }))).toBeUndefined()
    expect(stored(context, 'X_1').guestId).toBe('guest-of-13-67')
  })

  it('of a booking without a number is its own, until it has one', () => {
    const nobody = { name: null, phone: null, email: null }
    const context = emptyContext()
    expect(write(context, booking('r1', { guest: nobody }))).toMatchObject({
      id: 'booking-B',
      fields: { name: 'Guest' },
    })
    write(context, booking('r2', { status: 'modified' }))
    expect(stored(context).guestId).toBe('guest-of-13-67')
    write(context, booking('r3', { status: 'modified', guest: { ...nobody, phone: '+447700900123' } }))
    expect(stored(context).guestId).toBe('guest-of-13-67')
  })
})
