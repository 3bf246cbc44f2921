import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Revision } from '../ports.ts'
import type { BookedRoom, BookingRevision } from './booking.ts'
import { type BookingPlan, planBooking } from './plan-booking.ts'
import type { BookingContext } from './ports.ts'
import { type Reservation, storedReservation } from './reservation.ts'

const at = new Date('2030-01-01T12:00:00Z')
const statuses = ['new', 'modified', 'cancelled'] as const
const propertyId = 'p'
const rooms = ['a', 'b', 'c'].map(id => ({ id, channelManagerRoomTypeId: `type-${id}` }))
const ratePlans = ['a', 'b', 'c'].map(id => {
  return { id: `rate-${id}`, roomId: id, channelManagerRatePlanId: `plan-${id}` }
})
const channel = { id: 'p_booking', propertyId, ota: 'booking', channelManagerChannelId: 'ch', isActive: true }

const emptyContext = (): BookingContext => ({
  rooms,
  ratePlans,
  channels: [channel],
  reservations: new Map(),
  guests: new Map(),
  guestIdOf: phone => `guest-of-${phone.length}-${phone.slice(-2)}`,
})

let writes = 0
const nextRevision = () => String(++writes) as Revision

const room = (type: string | null, arrival = '2030-05-01', departure = '2030-05-04'): BookedRoom => {
  const ratePlanId = type === null ? null : type.replace('type', 'plan')
  return { arrival, departure, roomTypeId: type, ratePlanId, amount: 100, party: null }
}
const phone = '+393331234567'
const nobody: BookingRevision['guest'] = { name: null, phone: null, email: null }

const booking = (id: string, more: Partial<BookingRevision> = {}): BookingRevision => ({
  id,
  bookingId: 'B',
  status: 'new',
  code: 'C-1',
  ota: 'Booking.com',
  channelManagerChannelId: 'ch',
  rooms: [room('type-a')],
  guest: { name: 'Maria Rossi', phone, email: null },
  otaBookingNumber: 'C-1',
  notes: null,
  arrivalTime: null,
  currency: 'EUR',
  insertedAt: null,
  ...more,
})
/** A later state of the booking. */
const modified = (id: string, more: Partial<BookingRevision> = {}) =>
  booking(id, { status: 'modified', ...more })
const cancelled = (id: string, more: Partial<BookingRevision> = {}) =>
  booking(id, { status: 'cancelled', ...more })

/** The stored documents, empty before each test. */
let context = emptyContext()
beforeEach(() => {
  context = emptyContext()
})

/** Plans the revision and stores the plan in `context`. */
function apply(revision: BookingRevision): BookingPlan {
  const plan = planBooking({ propertyId, revision, context, at })
  for (const { id, value } of plan.write?.reservations ?? [])
    context.reservations.set(id, { value, revision: nextRevision() })
  const guest = plan.write?.guest
  if (guest) {
    const before = context.guests.get(guest.id) ?? { id: guest.id, ...nobody }
    context.guests.set(guest.id, { ...before, ...guest.fields, revision: nextRevision() })
  }
  return plan
}

const stored = (id = 'B_1'): Reservation => {
  const reservation = context.reservations.get(id)?.value
  if (!reservation) throw new Error(`no ${id}`)
  return reservation
}
const store = (id: string, fields: object) =>
  context.reservations.set(id, {
    value: storedReservation.parse({ propertyId, guestId: 'g', ...fields }),
    revision: nextRevision(),
  })
const opened = (plan: BookingPlan) => plan.write?.opened.map(({ id }) => id).sort()

describe('one revision', () => {
  it('becomes a reservation for each room, with our ids', () => {
    const booked = [room('type-a'), room('type-b', '2030-05-02', '2030-05-03')]
    const rooms = booked.map(one => ({ ...one, ratePlanId: 'plan-b' }))
    const plan = apply(booking('r1', { rooms }))
    expect(plan).toMatchObject({ imported: 2, updated: 0, unmapped: [] })
    expect(stored('B_1')).toMatchObject({
      propertyId,
      guestId: 'guest-of-13-67',
      arrival: '2030-05-01',
      departure: '2030-05-04',
      status: 'confirmed',
      ota: 'booking',
      channelId: 'p_booking',
      code: 'C-1',
      bookingId: 'B',
      roomId: 'a',
      ratePlanId: 'rate-b',
      amount: 100,
      currency: 'EUR',
      overlaps: [],
    })
    expect(stored('B_2')).toMatchObject({ roomId: 'b', arrival: '2030-05-02' })
  })

  it('changes nothing when it comes again', () => {
    apply(booking('r1'))
    expect(apply(booking('r1'))).toMatchObject({ write: undefined, imported: 0, updated: 0 })
  })

  it('with fewer rooms cancels the reservations left over, and with more confirms them again', () => {
    const two = [room('type-a'), room('type-b')]
    apply(booking('r1', { rooms: two }))
    expect(apply(modified('r2', { rooms: two.slice(1) })).updated).toBe(2)
    expect([stored('B_1'), stored('B_2')]).toMatchObject([
      { status: 'confirmed', roomId: 'b' },
      { status: 'cancelled' },
    ])
    apply(modified('r3', { rooms: two }))
    expect(stored('B_2')).toMatchObject({ status: 'confirmed', roomId: 'b' })
  })

  it('keeps the room and the amount when it cancels', () => {
    apply(booking('r1'))
    apply(cancelled('r2', { rooms: [room(null)] }))
    expect(stored()).toMatchObject({ status: 'cancelled', roomId: 'a', amount: 100 })
  })

  it('may name no room when it cancels', () => {
    apply(booking('r1'))
    expect(apply(cancelled('r2', { rooms: [] }))).toMatchObject({ updated: 1 })
    expect(stored()).toMatchObject({ status: 'cancelled', roomId: 'a', arrival: '2030-05-01' })
  })

  it('stores an unknown booking that it cancels without a room, and an earlier revision then changes nothing', () => {
    expect(apply(cancelled('r2', { rooms: [] }))).toMatchObject({ unmapped: [], write: { opened: [] } })
    expect(apply(booking('r1')).write).toBeUndefined()
    expect(stored()).toMatchObject({ status: 'cancelled', arrival: null })
  })

  it.each([null, 'type-of-somebody'])(
    'without a room of ours (%s) opens an item, which a revision with a room resolves',
    type => {
      const plan = apply(booking('r1', { rooms: [room(type)] }))
      expect(plan.unmapped).toEqual(['B_1'])
      expect(opened(plan)).toEqual(['unmapped-booking_B_1'])
      expect(plan.write?.opened[0]).toMatchObject({ reservationId: 'B_1', propertyId, ota: 'booking' })
      const cured = apply(modified('r2'))
      expect(cured.write).toMatchObject({ opened: [], resolved: ['unmapped-booking_B_1'] })
      expect(cured.unmapped).toEqual([])
    },
  )

  it('settles the booking that waited when it comes again with a room', () => {
    const waiting = booking('r1', { insertedAt: at, rooms: [room('type-b'), room(null)] })
    apply(waiting)
    apply(booking('r9', { bookingId: 'other', guest: nobody }))
    expect(apply(waiting).write).toBeUndefined()
    const mapped = { ...waiting, insertedAt: null, rooms: [room('type-b'), room('type-a')] }
    const plan = apply(mapped)
    expect(plan).toMatchObject({ imported: 0, updated: 1, unmapped: [] })
    expect(plan.write).toMatchObject({ resolved: ['unmapped-booking_B_2'] })
    expect(opened(plan)).toEqual(['overlapping-stay_B_2', 'overlapping-stay_other_1'])
    expect(stored('B_2')).toMatchObject({
      roomId: 'a',
      overlaps: ['other_1'],
      revisions: ['r1'],
      revision: { id: 'r1', at, status: 'new' },
    })
    expect(apply(mapped).write).toBeUndefined()
  })

  it.each(['plan-of-somebody', null])(
    'with an unknown rate (%s) opens an item, which a known rate or a cancellation resolves',
    ratePlanId => {
      const strange = { rooms: [{ ...room('type-a'), ratePlanId }] }
      expect(opened(apply(booking('r1', strange)))).toEqual(['unmapped-booking_B_1'])
      expect(stored().roomId).toBe('a')
      expect(apply(modified('r2')).write?.resolved).toEqual(['unmapped-booking_B_1'])
      apply(modified('r3', strange))
      expect(apply(cancelled('r4', strange)).write?.resolved).toEqual(['unmapped-booking_B_1'])
    },
  )

  it('takes the room of its rate plan where two rooms have the type, and none without a rate plan', () => {
    context.rooms = [...rooms, { id: 'a2', channelManagerRoomTypeId: 'type-a' }]
    apply(booking('r1', { rooms: [{ ...room('type-a'), ratePlanId: null }] }))
    expect(stored().roomId).toBeNull()
    apply(modified('r2'))
    expect(stored().roomId).toBe('a')
  })
})

describe('the order of revisions', () => {
  const hour = (hours: number) => new Date(Date.UTC(2030, 0, 1, hours))
  const history = (times: (Date | null)[]) =>
    statuses.map((status, index) => {
      const rooms = [room('type-a', `2030-05-0${index + 1}`, '2030-05-09')]
      return booking(`r${index}`, { status, insertedAt: times[index] ?? null, rooms })
    })
  const shuffles = fc.shuffledSubarray([0, 1, 2], { minLength: 3, maxLength: 3 })
  const repeats = fc.array(fc.nat(2), { maxLength: 6 })

  it.each([
    ['told times', [1, 2, 3].map(hour)],
    ['no times', []],
    ['one time', [at, at, at]],
  ])('with %s does not matter: cancelled stays cancelled', (_, times) => {
    const revisions = history(times)
    fc.assert(
      fc.property(shuffles, repeats, (order, again) => {
        context = emptyContext()
        for (const index of [...order, ...again]) {
          const revision = revisions[index]
          if (revision) apply(revision)
        }
        expect(stored()).toMatchObject({ status: 'cancelled', revision: { id: 'r2' } })
      }),
    )
  })

  it('is that of their times, so that a booking made anew after its cancellation is confirmed', () => {
    const revisions = [modified, cancelled, modified].map((revision, at) =>
      revision(`r${at}`, { insertedAt: hour(at), rooms: [room(`type-${'abc'[at]}`)] }),
    )
    fc.assert(
      fc.property(shuffles, order => {
        context = emptyContext()
        for (const index of order) apply(revisions[index] ?? booking('never'))
        expect(stored()).toMatchObject({ status: 'confirmed', roomId: 'c', revision: { id: 'r2' } })
      }),
    )
  })

  it.each([
    ['made anew', ['new', 'cancelled'], 'modified', 'confirmed'],
    ['made anew as if it were new', ['cancelled'], 'new', 'confirmed'],
    ['cancelled', ['new', 'modified'], 'cancelled', 'cancelled'],
  ] as const)(
    'ends where the list shows the booking, %s: only later revisions count',
    (_, statuses, listed, is) => {
      for (const times of [
        [null, null],
        [hour(1), hour(2)],
      ]) {
        context = emptyContext()
        for (const [at, status] of statuses.entries())
          apply(booking(`r${at}`, { status, insertedAt: times[at] ?? null }))
        const row = booking('row', { status: listed, listedAt: hour(4) })
        apply(row)
        expect(stored()).toMatchObject({ status: is, revision: { id: 'row', at: hour(4) } })
        expect(apply(row).write).toBeUndefined()
        expect(apply(cancelled('late', { insertedAt: hour(3) })).write).toBeUndefined()
        const [status, then] =
          is === 'confirmed' ? (['cancelled', 'cancelled'] as const) : (['new', 'confirmed'] as const)
        apply(booking('later', { status, insertedAt: hour(5) }))
        expect(stored().status).toBe(then)
      }
    },
  )

  it('is unsure where only the status decides, or times that are closer than clocks', () => {
    apply(cancelled('r1'))
    expect(apply(modified('r2'))).toMatchObject({ write: undefined, isUnsure: true })
    expect(apply(cancelled('r1')).isUnsure).toBe(false)
    apply(cancelled('r3', { insertedAt: hour(2) }))
    expect(apply(modified('r4', { insertedAt: hour(1) })).isUnsure).toBe(false)
    const justBefore = new Date(hour(2).getTime() - 1000)
    expect(apply(modified('r5', { insertedAt: justBefore })).isUnsure).toBe(true)
  })

  it('is, of two changes without times, that of arrival, and no repeat of the first undoes the second', () => {
    for (const type of ['a', 'b', 'a']) apply(modified(`m${type}`, { rooms: [room(`type-${type}`)] }))
    expect(stored().roomId).toBe('b')
  })
})

describe('overlapping stays', () => {
  it('open an item each when both were pulled, and name the stays that they overlap', () => {
    apply(booking('r1'))
    const rooms = [room('type-a', '2030-05-03', '2030-05-06')]
    const plan = apply(booking('r2', { bookingId: 'X', rooms }))
    expect(opened(plan)).toEqual(['overlapping-stay_B_1', 'overlapping-stay_X_1'])
    expect(plan.conflicts.find(({ reservationId }) => reservationId === 'X_1')).toEqual({
      reservationId: 'X_1',
      arrival: '2030-05-03',
      departure: '2030-05-06',
      roomId: 'a',
      overlaps: ['B_1'],
    })
  })

  it('include stays that a company has stored with five fields alone', () => {
    store('theirs', { arrival: '2030-05-03', departure: '2030-05-06', roomId: 'a' })
    const plan = apply(booking('r1'))
    expect(opened(plan)).toEqual(['overlapping-stay_B_1'])
    expect(plan.write?.reservations.map(({ id }) => id)).toEqual(['B_1'])
  })

  it.each([
    ['without a room', { arrival: '2030-05-03', departure: '2030-05-06' }],
    [
      'in another property',
      { arrival: '2030-05-01', departure: '2030-05-04', roomId: 'a', propertyId: 'other' },
    ],
    ['whose days are not known', { arrival: 5, roomId: 'a' }],
  ])('exclude a stay %s', (_, fields) => {
    store('theirs', fields)
    expect(opened(apply(booking('r1')))).toEqual([])
  })

  it("include a company's own stay without a room where the property has only one room", () => {
    context.rooms = rooms.slice(0, 1)
    store('theirs', { arrival: '2030-05-03', departure: '2030-05-06' })
    expect(opened(apply(booking('r1')))).toEqual(['overlapping-stay_B_1'])
  })

  it('say the number of units of a room that has several', () => {
    context.rooms = rooms.map(one => ({ ...one, units: 2 }))
    for (const bookingId of ['X', 'Y']) apply(booking('r1', { bookingId }))
    const sentence = ': on a night, more stays are booked than the 2 units that the room has.'
    expect(apply(booking('r1')).write?.opened.map(({ detail }) => detail)).toEqual(
      Array(3).fill(expect.stringContaining(sentence)),
    )
  })

  it.each([1, 2, 3])(
    'have the right items in the end, whatever the order of pulls, with %i units of a room',
    units => {
      const may = Array.from({ length: 12 }, (_, at) => `2030-05-${String(at + 1).padStart(2, '0')}`)
      const day = fc.constantFrom(...may)
      const days = fc.uniqueArray(day, { minLength: 2, maxLength: 2 }).map(two => two.toSorted())
      const stay = fc
        .tuple(fc.constantFrom('type-a', 'type-b', null), days)
        .map(([type, [from, to]]) => room(type, from, to))
      const revision = fc.record({
        bookingId: fc.constantFrom('B', 'X', 'Y', 'Z'),
        status: fc.constantFrom(...statuses),
        rooms: fc.array(stay, { minLength: 1, maxLength: 2 }),
      })
      fc.assert(
        fc.property(fc.array(revision, { maxLength: 12 }), revisions => {
          context = { ...emptyContext(), rooms: rooms.map(one => ({ ...one, units })) }
          const items = new Set<string>()
          for (const [index, fields] of revisions.entries()) {
            const { write } = apply(booking(`r${index}`, { ...fields, insertedAt: new Date(index) }))
            for (const { id } of write?.opened ?? []) items.add(id)
            for (const id of write?.resolved ?? []) items.delete(id)
          }
          const all = [...context.reservations].map(([id, { value }]) => ({ id, ...value }))
          const expected = new Set<string>()
          for (const one of all) {
            const isConfirmed = one.status === 'confirmed'
            const others = all.filter(
              ({ id, status }) => id !== one.id && isConfirmed && status === 'confirmed',
            )
            const neighbours = others.filter(
              ({ arrival, departure, roomId }) =>
                String(one.arrival) < String(departure) &&
                String(one.departure) > String(arrival) &&
                roomId !== null &&
                roomId === one.roomId,
            )
            const isOn = (night: string, { arrival, departure }: typeof one) =>
              String(arrival) <= night && night < String(departure)
            const full = may.filter(
              night => [one, ...neighbours].filter(stay => isOn(night, stay)).length > units,
            )
            const over = neighbours.filter(stay => full.some(night => isOn(night, one) && isOn(night, stay)))
            expect(one.overlaps).toEqual(over.map(({ id }) => id).sort())
            if (over.length > 0) expected.add(`overlapping-stay_${one.id}`)
            if (isConfirmed && one.roomId === null) expected.add(`unmapped-booking_${one.id}`)
          }
          expect([...items].sort()).toEqual([...expected].sort())
        }),
      )
    },
  )
})

describe('the guest', () => {
  const guest = (id: string, fields: Partial<typeof nobody>) =>
    context.guests.set(id, { id, ...nobody, ...fields, revision: nextRevision() })
  const write = (revision = booking('r1')) => apply(revision).write?.guest

  it('is the stored one with the number, whose fields are completed and never replaced', () => {
    guest('g', { name: 'Maria', phone })
    const first = booking('r1', { guest: { name: 'M. Rossi', phone, email: 'm@example.org' } })
    expect(write(first)).toMatchObject({ id: 'g', fields: { email: 'm@example.org' } })
    expect(stored().guestId).toBe('g')
  })

  it('is the stored one with the number in another spelling', () => {
    guest('g', { name: 'Maria', phone: '+553187654321' })
    write(booking('r1', { guest: { name: 'Maria', phone: '+5531987654321', email: null } }))
    expect(stored().guestId).toBe('g')
  })

  it('is a new one where two guests have the number, and the same one for the next booking', () => {
    for (const id of ['g', 'h']) guest(id, { phone })
    expect(write()).toMatchObject({ id: 'guest-of-13-67', fields: { phone }, previous: undefined })
    expect(write(booking('r2', { bookingId: 'X' }))).toBeUndefined()
    expect(stored('X_1').guestId).toBe('guest-of-13-67')
  })

  it('of a booking without a number belongs to the booking alone, until it has a number', () => {
    const own = { id: 'booking-B', fields: { name: 'Guest' } }
    expect(write(booking('r1', { guest: nobody }))).toMatchObject(own)
    write(modified('r2'))
    expect(stored().guestId).toBe('guest-of-13-67')
    write(modified('r3', { guest: { ...nobody, phone: '+447700900123' } }))
    expect(stored().guestId).toBe('guest-of-13-67')
  })

  const maria = { name: 'Maria', phone, email: 'relay-1@example.org' }
  const paolo = { name: 'Paolo', phone, email: 'relay-2@example.org' }
  const corrected = '+447700900123'

  it('of a stay leads it under the name in its booking, whatever the names of others with the number', () => {
    apply(booking('r1', { guest: maria, rooms: [room('type-a'), room('type-b')] }))
    apply(booking('r2', { bookingId: 'X', guest: paolo }))
    expect(['B_1', 'B_2', 'X_1'].map(id => stored(id).leadGuest)).toEqual([maria, maria, paolo])
    expect(stored('X_1').guestId).toBe(stored().guestId)
    apply(cancelled('r3', { guest: nobody, rooms: [] }))
    expect(stored().leadGuest).toEqual(maria)
  })

  it.each([
    ['its number', { phone: corrected }],
    ['its address', { email: 'relay-3@example.org' }],
    ['whom it is for', { name: 'Anna' }],
    ['all of them', { name: 'Anna', phone: corrected, email: 'relay-3@example.org' }],
  ])('is corrected by the only booking behind its data: %s', (_, correction) => {
    apply(booking('r1', { guest: maria }))
    const guestId = stored().guestId ?? ''
    apply(modified('r2', { guest: { ...maria, ...correction } }))
    expect(stored()).toMatchObject({ guestId, leadGuest: { ...maria, ...correction } })
    expect(context.guests.get(guestId)).toMatchObject({ ...maria, ...correction })
    // A person's correction stays, whatever the booking says later.
    const person = { name: 'Mary', phone: '+12025550123', email: 'mary@example.org' }
    guest(guestId, person)
    const again = { name: 'Berta', phone: '+447700900124', email: 'relay-4@example.org' }
    apply(modified('r3', { guest: again }))
    expect(stored()).toMatchObject({ guestId, leadGuest: again })
    expect(context.guests.get(guestId)).toMatchObject(person)
  })

  it.each([
    [undefined, ['optedIn', 'lastChatappInboundAt', 'lastChatappAddress']],
    [phone, ['optedIn', 'lastChatappInboundAt', 'lastChatappAddress']],
    ['US.4711', ['optedIn']],
  ])('with %s as last address has no consent under a new number', (lastChatappAddress, forgotten) => {
    apply(booking('r1', { guest: maria }))
    const [id = '', before] = [...context.guests][0] ?? []
    if (before) context.guests.set(id, { ...before, lastChatappAddress })
    expect(write(modified('r2', { guest: { ...maria, phone: corrected } }))).toMatchObject({
      id,
      forgotten,
    })
    expect(
      write(modified('r3', { guest: { ...maria, phone: corrected, name: 'Anna' } }))?.forgotten ?? [],
    ).toEqual([])
  })

  it('is replaced for a booking that names another number while other stays have the old one', () => {
    apply(booking('r1', { guest: maria }))
    apply(booking('r2', { bookingId: 'X', guest: paolo }))
    apply(modified('r3', { bookingId: 'X', guest: { ...paolo, phone: corrected } }))
    expect(stored('X_1')).toMatchObject({
      guestId: 'guest-of-13-23',
      formerGuestId: 'guest-of-13-67',
    })
    expect([...context.guests.values()]).toMatchObject([maria, { ...paolo, phone: corrected }])
    // Now only this booking has the number.
    apply(modified('r4', { guest: { ...maria, phone: '+447700900199' } }))
    expect(stored()).toMatchObject({ guestId: 'guest-of-13-67', formerGuestId: null })
    expect(context.guests.get('guest-of-13-67')?.phone).toBe('+447700900199')
    // The next guest with the old number is somebody else.
    for (const bookingId of ['Y', 'Z']) {
      apply(booking('r5', { bookingId, guest: { ...nobody, name: 'Bob', phone } }))
      expect(stored(`${bookingId}_1`).guestId).toBe('booking-Y')
    }
  })

  it('is the stored owner of the new number, if there is one', () => {
    apply(booking('r1', { guest: maria }))
    guest('h', { name: 'Maria R.', phone: corrected })
    apply(modified('r2', { guest: { ...maria, phone: corrected } }))
    expect(stored()).toMatchObject({ guestId: 'h', formerGuestId: 'guest-of-13-67' })
    expect(context.guests.get('guest-of-13-67')?.phone).toBe(phone)
  })

  it.each([
    ['that is over', { departure: '2029-12-31' }, corrected],
    ['that was cancelled', { departure: '2030-06-01', status: 'cancelled' }, corrected],
    ['of their own, which says nothing', { departure: '2030-06-01' }, phone],
  ])('with another stay %s keeps the old number only if that stay still counts', (_, other, left) => {
    apply(booking('r1', { guest: maria }))
    store('other', { propertyId: 'elsewhere', guestId: 'guest-of-13-67', ...other })
    apply(modified('r2', { guest: { ...maria, phone: corrected } }))
    expect(context.guests.get('guest-of-13-67')?.phone).toBe(left)
  })
})

it('wishes and party of a booking are kept with each stay; a later revision removes wishes, not the party', () => {
  const party = { adults: 2, children: 1, infants: 0 }
  const wishes = { notes: 'Cot, please', arrivalTime: '15:00' }
  apply(booking('r1', { ...wishes, rooms: [{ ...room('type-a'), party }, room('type-b')] }))
  expect(stored()).toMatchObject({ ...wishes, party, otaBookingNumber: 'C-1' })
  expect(stored('B_2')).toMatchObject({ ...wishes, party: null })
  apply(cancelled('r2', { rooms: [], insertedAt: new Date(1) }))
  expect(stored()).toMatchObject({ ...wishes, party, status: 'cancelled' })
  const later = { rooms: [room('type-a')], insertedAt: new Date(2) }
  apply(modified('r3', later))
  expect(stored()).toMatchObject({ notes: null, arrivalTime: null, party })
})

it('a stay keeps the number of guests that a company has stored', () => {
  apply(booking('r1'))
  store('B_1', { bookingId: 'B', party: 3 })
  apply(modified('r2'))
  expect(stored().party).toBe(3)
})
