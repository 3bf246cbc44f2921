import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Revision } from '../ports.ts'
import type { BookedRoom, BookingRevision } from './booking.ts'
import { type BookingPlan, planBooking } from './plan-booking.ts'
import type { BookingContext } from './ports.ts'
import { type Reservation, storedReservation } from './reservation.ts'

const at = new Date('2030-01-01T00:00:00Z')
const statuses = ['new', 'modified', 'cancelled'] as const
const propertyId = 'p'
const rooms = ['a', 'b', 'c'].map(id => ({ id, channelManagerRoomTypeId: `type-${id}` }))
const ratePlans = ['a', 'b', 'c'].map(id => {
  return { id: `rate-${id}`, roomId: id, channelManagerRatePlanId: `plan-${id}` }
})
const channel = { id: 'p_booking', propertyId, ota: 'booking', channelManagerChannelId: 'ch', isActive: true }

const emptyContext = (): BookingContext => ({
  ...{ rooms, ratePlans, channels: [channel], reservations: new Map(), guests: new Map() },
  guestIdOf: phone => `guest-of-${phone.length}-${phone.slice(-2)}`,
})

let writes = 0
const nextRevision = () => String(++writes) as Revision

const room = (type: string | null, arrival = '2030-05-01', departure = '2030-05-04'): BookedRoom => {
  const ratePlanId = type === null ? null : type.replace('type', 'plan')
  return { arrival, departure, roomTypeId: type, ratePlanId, amount: 100, party: null }
}
const phone = '+393331234567'

const booking = (id: string, more: Partial<BookingRevision> = {}): BookingRevision => ({
  ...{ id, bookingId: 'B', status: 'new', code: 'C-1', ota: 'Booking.com', channelManagerChannelId: 'ch' },
  ...{ rooms: [room('type-a')], guest: { name: 'Maria Rossi', phone, email: null } },
  otaBookingNumber: 'C-1',
  notes: null,
  arrivalTime: null,
  ...{ currency: 'EUR', insertedAt: null, ...more },
})
/** A later state of the booking. */
const modified = (id: string, more: Partial<BookingRevision> = {}) =>
  booking(id, { status: 'modified', ...more })
const cancelled = (id: string, more: Partial<BookingRevision> = {}) =>
  booking(id, { status: 'cancelled', ...more })

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
/** A context with the booking in it. */
const known = (revision = booking('r1')) => {
  const context = emptyContext()
  apply(context, revision)
  return context
}
const opened = (plan: BookingPlan) => plan.write?.opened.map(({ id }) => id).sort()

describe('one revision', () => {
  it('becomes a reservation for each room, in our words', () => {
    const context = emptyContext()
    const booked = [room('type-a'), room('type-b', '2030-05-02', '2030-05-03')]
    const rooms = booked.map(one => ({ ...one, ratePlanId: 'plan-b' }))
    const plan = apply(context, booking('r1', { rooms }))
    expect(plan).toMatchObject({ imported: 2, updated: 0, unmapped: [] })
    expect(stored(context, 'B_1')).toMatchObject({
      ...{ propertyId, guestId: 'guest-of-13-67', arrival: '2030-05-01', departure: '2030-05-04' },
      ...{ status: 'confirmed', ota: 'booking', channelId: 'p_booking', code: 'C-1', bookingId: 'B' },
      ...{ roomId: 'a', ratePlanId: 'rate-b', amount: 100, currency: 'EUR', overlaps: [] },
    })
    expect(stored(context, 'B_2')).toMatchObject({ roomId: 'b', arrival: '2030-05-02' })
  })

  it('changes nothing when it comes again', () => {
    expect(apply(known(), booking('r1'))).toMatchObject({ write: undefined, imported: 0, updated: 0 })
  })

  it('with fewer rooms cancels the others, and with more brings them back', () => {
    const two = [room('type-a'), room('type-b')]
    const context = known(booking('r1', { rooms: two }))
    expect(apply(context, modified('r2', { rooms: two.slice(1) })).updated).toBe(2)
    expect([stored(context, 'B_1'), stored(context, 'B_2')]).toMatchObject([
      { status: 'confirmed', roomId: 'b' },
      { status: 'cancelled' },
    ])
    apply(context, modified('r3', { rooms: two }))
    expect(stored(context, 'B_2')).toMatchObject({ status: 'confirmed', roomId: 'b' })
  })

  it('that cancels leaves what the booking was', () => {
    const context = known()
    apply(context, cancelled('r2', { rooms: [room(null)] }))
    expect(stored(context)).toMatchObject({ status: 'cancelled', roomId: 'a', amount: 100 })
  })

  it('that cancels may tell no room', () => {
    const context = known()
    expect(apply(context, cancelled('r2', { rooms: [] }))).toMatchObject({ updated: 1 })
    expect(stored(context)).toMatchObject({ status: 'cancelled', roomId: 'a', arrival: '2030-05-01' })
    const unknown = emptyContext()
    const bare = apply(unknown, cancelled('r2', { rooms: [] }))
    expect(bare).toMatchObject({ unmapped: [], write: { opened: [] } })
    // What was before it changes nothing any more.
    expect(apply(unknown, booking('r1')).write).toBeUndefined()
    expect(stored(unknown)).toMatchObject({ status: 'cancelled', arrival: null })
  })

  it.each([null, 'type-of-somebody'])('without a room of ours (%s) opens an item, until it has one', type => {
    const context = emptyContext()
    const plan = apply(context, booking('r1', { rooms: [room(type)] }))
    expect(plan.unmapped).toEqual(['B_1'])
    expect(opened(plan)).toEqual(['unmapped-booking_B_1'])
    expect(plan.write?.opened[0]).toMatchObject({ reservationId: 'B_1', propertyId, ota: 'booking' })
    const cured = apply(context, modified('r2'))
    expect(cured.write).toMatchObject({ opened: [], resolved: ['unmapped-booking_B_1'] })
    expect(cured.unmapped).toEqual([])
  })

  it('again, with a room by now, settles the booking that waited', () => {
    const days = ['2030-05-01', '2030-05-04'] as const
    const waiting = booking('r1', { insertedAt: at, rooms: [room('type-b', ...days), room(null, ...days)] })
    const context = known(waiting)
    apply(context, booking('r9', { bookingId: 'other', guest: { name: 'B', phone: null, email: null } }))
    expect(apply(context, waiting).write).toBeUndefined()
    const mapped = { ...waiting, insertedAt: null, rooms: [room('type-b'), room('type-a')] }
    const plan = apply(context, mapped)
    expect(plan).toMatchObject({ imported: 0, updated: 1, unmapped: [] })
    expect(plan.write).toMatchObject({ resolved: ['unmapped-booking_B_2'] })
    expect(opened(plan)).toEqual(['overlapping-stay_B_2', 'overlapping-stay_other_1'])
    expect(stored(context, 'B_2')).toMatchObject({
      ...{ roomId: 'a', overlaps: ['other_1'], revisions: ['r1'] },
      revision: { id: 'r1', at, status: 'new' },
    })
    expect(apply(context, mapped).write).toBeUndefined()
  })

  it('again does nothing to a booking that was changed or cancelled since', () => {
    for (const later of [modified('r2', { rooms: [room(null)] }), cancelled('r2', { rooms: [room(null)] })]) {
      const context = known(booking('r1', { rooms: [room(null)] }))
      apply(context, later)
      expect(apply(context, booking('r1')).write).toBeUndefined()
    }
  })

  it.each(['plan-of-somebody', null])(
    'of a rate that is not known (%s) opens an item, until it has one or is cancelled',
    ratePlanId => {
      const strange = { rooms: [{ ...room('type-a'), ratePlanId }] }
      const context = emptyContext()
      expect(opened(apply(context, booking('r1', strange)))).toEqual(['unmapped-booking_B_1'])
      expect(stored(context).roomId).toBe('a')
      const known = { rooms: [{ ...room('type-a'), ratePlanId: 'plan-a' }] }
      expect(apply(context, modified('r2', known)).write?.resolved).toEqual(['unmapped-booking_B_1'])
      apply(context, modified('r3', strange))
      expect(apply(context, cancelled('r4', strange)).write?.resolved).toEqual(['unmapped-booking_B_1'])
    },
  )

  it('takes the room of its rate plan where two have the type, and none where nothing tells', () => {
    const context = emptyContext()
    context.rooms = [...rooms, { id: 'a2', channelManagerRoomTypeId: 'type-a' }]
    apply(context, booking('r1', { rooms: [{ ...room('type-a'), ratePlanId: null }] }))
    expect(stored(context).roomId).toBeNull()
    apply(context, modified('r2', { rooms: [{ ...room('type-a'), ratePlanId: 'plan-a' }] }))
    expect(stored(context).roomId).toBe('a')
  })
})

describe('order', () => {
  const history = (times: (Date | null)[]) =>
    statuses.map((status, index) => {
      const rooms = [room('type-a', `2030-05-0${index + 1}`, '2030-05-09')]
      return booking(`r${index}`, { status, insertedAt: times[index] ?? null, rooms })
    })
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
    const revisions = [1, 2, 3].map(hour => {
      const insertedAt = new Date(Date.UTC(2030, 0, 1, hour))
      const told = { insertedAt, rooms: [room(`type-${'abc'[hour - 1]}`)] }
      return hour === 2 ? cancelled(`r${hour}`, told) : modified(`r${hour}`, told)
    })
    fc.assert(
      fc.property(shuffles, order => {
        const context = emptyContext()
        for (const index of order) apply(context, revisions[index] ?? booking('never'))
        expect(stored(context)).toMatchObject({ status: 'confirmed', roomId: 'c', revision: { id: 'r3' } })
      }),
    )
  })

  const hour = (hours: number) => new Date(Date.UTC(2030, 0, 1, hours))

  it.each([
    ['made anew', ['new', 'cancelled'], 'modified', 'confirmed'],
    ['made anew as if it were new', ['cancelled'], 'new', 'confirmed'],
    ['cancelled', ['new', 'modified'], 'cancelled', 'cancelled'],
  ] as const)(
    'is over once the list shows the booking, %s: what came later counts',
    (_, told, listed, is) => {
      for (const times of [
        [null, null],
        [hour(1), hour(2)],
      ]) {
        const context = emptyContext()
        for (const [at, status] of told.entries())
          apply(context, booking(`r${at}`, { status, insertedAt: times[at] ?? null }))
        const row = booking('row', { status: listed, listedAt: hour(4) })
        apply(context, row)
        expect(stored(context)).toMatchObject({ status: is, revision: { id: 'row', at: hour(4) } })
        expect(apply(context, row).write).toBeUndefined()
        expect(apply(context, cancelled('late', { insertedAt: hour(3) })).write).toBeUndefined()
        const [status, then] =
          is === 'confirmed' ? (['cancelled', 'cancelled'] as const) : (['new', 'confirmed'] as const)
        apply(context, booking('later', { status, insertedAt: hour(5) }))
        expect(stored(context).status).toBe(then)
      }
    },
  )

  it('is unsure where only the status tells it, or times that are as close as clocks', () => {
    const context = emptyContext()
    apply(context, cancelled('r1'))
    expect(apply(context, modified('r2'))).toMatchObject({ write: undefined, isUnsure: true })
    expect(apply(context, cancelled('r1')).isUnsure).toBe(false)
    apply(context, cancelled('r3', { insertedAt: hour(2) }))
    expect(apply(context, modified('r4', { insertedAt: hour(1) })).isUnsure).toBe(false)
    const justBefore = new Date(hour(2).getTime() - 1000)
    expect(apply(context, modified('r5', { insertedAt: justBefore })).isUnsure).toBe(true)
  })

  it('of two changes without times is the order they come in, and no repeat of the first undoes the second', () => {
    const context = emptyContext()
    for (const type of ['a', 'b', 'a'])
      apply(context, modified(`m${type}`, { rooms: [room(`type-${type}`)] }))
    expect(stored(context).roomId).toBe('b')
  })
})

describe('stays that lie over others', () => {
  it('are told on both when both were pulled, and cured by either', () => {
    const context = known()
    const rooms = [room('type-a', '2030-05-03', '2030-05-06')]
    const plan = apply(context, booking('r2', { bookingId: 'X', rooms }))
    expect(opened(plan)).toEqual(['overlapping-stay_B_1', 'overlapping-stay_X_1'])
    expect(plan.conflicts.find(({ reservationId }) => reservationId === 'X_1')).toEqual({
      ...{ reservationId: 'X_1', arrival: '2030-05-03', departure: '2030-05-06', roomId: 'a' },
      overlaps: ['B_1'],
    })
    const cured = apply(context, cancelled('r3'))
    expect(cured.write?.resolved.toSorted()).toEqual(['overlapping-stay_B_1', 'overlapping-stay_X_1'])
    expect(stored(context, 'X_1').overlaps).toEqual([])
  })

  it('may have been stored by others, with five fields alone', () => {
    const context = emptyContext()
    store(context, 'theirs', { arrival: '2030-05-03', departure: '2030-05-06', roomId: 'a' })
    const plan = apply(context, booking('r1'))
    expect(opened(plan)).toEqual(['overlapping-stay_B_1'])
    expect(plan.write?.reservations.map(({ id }) => id)).toEqual(['B_1'])
  })

  it.each([
    ['on the day of departure', { arrival: '2030-05-04', departure: '2030-05-06', roomId: 'a' }],
    ['without a room', { arrival: '2030-05-03', departure: '2030-05-06' }],
    ['in another room', { arrival: '2030-05-01', departure: '2030-05-04', roomId: 'b' }],
    [
      'in another property',
      { arrival: '2030-05-01', departure: '2030-05-04', roomId: 'a', propertyId: 'other' },
    ],
    [
      'that is cancelled',
      { arrival: '2030-05-01', departure: '2030-05-04', roomId: 'a', status: 'cancelled' },
    ],
    ['whose days are not known', { arrival: 5, roomId: 'a' }],
  ])('are none: one %s', (_, fields) => {
    const context = emptyContext()
    store(context, 'theirs', fields)
    expect(opened(apply(context, booking('r1')))).toEqual([])
  })

  it("are of a company's own stay without a room where the property has only one", () => {
    const context = { ...emptyContext(), rooms: rooms.slice(0, 1) }
    store(context, 'theirs', { arrival: '2030-05-03', departure: '2030-05-06' })
    expect(opened(apply(context, booking('r1')))).toEqual(['overlapping-stay_B_1'])
  })

  it('are none in a room of several units before all of them are taken, and end with one that goes', () => {
    const context = { ...emptyContext(), rooms: rooms.map(one => ({ ...one, units: 2 })) }
    expect(opened(apply(context, booking('r1')))).toEqual([])
    expect(opened(apply(context, booking('r2', { bookingId: 'X' })))).toEqual([])
    const full = apply(context, booking('r3', { bookingId: 'Y' }))
    expect(opened(full)?.toSorted()).toEqual([
      ...['overlapping-stay_B_1', 'overlapping-stay_X_1', 'overlapping-stay_Y_1'],
    ])
    for (const { detail } of full.write?.opened ?? [])
      expect(detail).toMatch(/: on a night, more stays are booked than the 2 units that the room has\.$/)
    expect(apply(context, cancelled('r4', { bookingId: 'Y' })).write?.resolved.toSorted()).toEqual([
      ...['overlapping-stay_B_1', 'overlapping-stay_X_1', 'overlapping-stay_Y_1'],
    ])
  })

  it.each([1, 2, 3])(
    'end as they are, whatever was pulled in which order, with %i units of a room',
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
          const context = { ...emptyContext(), rooms: rooms.map(one => ({ ...one, units })) }
          const items = new Set<string>()
          for (const [index, fields] of revisions.entries()) {
            const { write } = apply(context, booking(`r${index}`, { ...fields, insertedAt: new Date(index) }))
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
            const beside = others.filter(
              ({ arrival, departure, roomId }) =>
                String(one.arrival) < String(departure) &&
                String(one.departure) > String(arrival) &&
                roomId !== null &&
                roomId === one.roomId,
            )
            const isOn = (night: string, { arrival, departure }: typeof one) =>
              String(arrival) <= night && night < String(departure)
            const full = may.filter(
              night => [one, ...beside].filter(stay => isOn(night, stay)).length > units,
            )
            const over = beside.filter(stay => full.some(night => isOn(night, one) && isOn(night, stay)))
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
  const guest = (id: string, fields: { name?: string; phone?: string }) =>
    ({ id, name: null, phone: null, email: null, revision: nextRevision(), ...fields }) as const
  const write = (context: BookingContext, revision = booking('r1')) => apply(context, revision).write?.guest

  it('is the one who has the number, completed and never replaced', () => {
    const context = emptyContext()
    context.guests.set('g', guest('g', { name: 'Maria', phone }))
    const told = booking('r1', { guest: { name: 'M. Rossi', phone, email: 'm@example.org' } })
    expect(write(context, told)).toMatchObject({ id: 'g', fields: { email: 'm@example.org' } })
    expect(stored(context).guestId).toBe('g')
  })

  it('is the one who has the number in another spelling', () => {
    const context = emptyContext()
    context.guests.set('g', guest('g', { name: 'Maria', phone: '+553187654321' }))
    write(context, booking('r1', { guest: { name: 'Maria', phone: '+5531987654321', email: null } }))
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
    const own = { id: 'booking-B', fields: { name: 'Guest' } }
    expect(write(context, booking('r1', { guest: nobody }))).toMatchObject(own)
    write(context, modified('r2'))
    expect(stored(context).guestId).toBe('guest-of-13-67')
    write(context, modified('r3', { guest: { ...nobody, phone: '+447700900123' } }))
    expect(stored(context).guestId).toBe('guest-of-13-67')
  })

  const maria = { name: 'Maria', phone, email: 'relay-1@example.org' }
  const paolo = { name: 'Paolo', phone, email: 'relay-2@example.org' }
  const corrected = '+447700900123'

  it('of a stay is whom its booking names, however others with the number are called', () => {
    const context = known(booking('r1', { guest: maria, rooms: [room('type-a'), room('type-b')] }))
    apply(context, booking('r2', { bookingId: 'X', guest: paolo }))
    expect(['B_1', 'B_2', 'X_1'].map(id => stored(context, id).leadGuest)).toEqual([maria, maria, paolo])
    expect(stored(context, 'X_1').guestId).toBe(stored(context).guestId)
    apply(context, cancelled('r3', { guest: { name: null, phone: null, email: null }, rooms: [] }))
    expect(stored(context).leadGuest).toEqual(maria)
  })

  it.each([
    ['its number', { phone: corrected }],
    ['its address', { email: 'relay-3@example.org' }],
    ['whom it is for', { name: 'Anna' }],
    ['all of them', { name: 'Anna', phone: corrected, email: 'relay-3@example.org' }],
  ])('is corrected by the booking that alone said otherwise: %s', (_, correction) => {
    const context = known(booking('r1', { guest: maria }))
    const guestId = stored(context).guestId ?? ''
    apply(context, modified('r2', { guest: { ...maria, ...correction } }))
    expect(stored(context)).toMatchObject({ guestId, leadGuest: { ...maria, ...correction } })
    expect(context.guests.get(guestId)).toMatchObject({ ...maria, ...correction })
    // A person's word stays, whatever the booking says from then on.
    const person = { name: 'Mary', phone: '+12025550123', email: 'mary@example.org' }
    context.guests.set(guestId, { id: guestId, ...person, revision: nextRevision() })
    const again = { name: 'Berta', phone: '+447700900124', email: 'relay-4@example.org' }
    apply(context, modified('r3', { guest: again }))
    expect(stored(context)).toMatchObject({ guestId, leadGuest: again })
    expect(context.guests.get(guestId)).toMatchObject(person)
  })

  it.each([
    [undefined, ['optedIn', 'lastChatappInboundAt', 'lastChatappAddress']],
    [phone, ['optedIn', 'lastChatappInboundAt', 'lastChatappAddress']],
    ['US.4711', ['optedIn']],
  ])('with %s as last address begins without consent under a new number', (lastChatappAddress, forgotten) => {
    const context = known(booking('r1', { guest: maria }))
    const [id = '', before] = [...context.guests][0] ?? []
    if (before) context.guests.set(id, { ...before, lastChatappAddress })
    expect(write(context, modified('r2', { guest: { ...maria, phone: corrected } }))).toMatchObject({
      id,
      forgotten,
    })
    expect(
      write(context, modified('r3', { guest: { ...maria, phone: corrected, name: 'Anna' } }))?.forgotten ??
        [],
    ).toEqual([])
  })

  it('is left by a booking that names another number while other stays have the old one', () => {
    const context = known(booking('r1', { guest: maria }))
    apply(context, booking('r2', { bookingId: 'X', guest: paolo }))
    apply(context, modified('r3', { bookingId: 'X', guest: { ...paolo, phone: corrected } }))
    expect(stored(context, 'X_1')).toMatchObject({
      guestId: 'guest-of-13-23',
      formerGuestId: 'guest-of-13-67',
    })
    expect([...context.guests.values()]).toMatchObject([maria, { ...paolo, phone: corrected }])
    // Now only one says it.
    apply(context, modified('r4', { guest: { ...maria, phone: '+447700900199' } }))
    expect(stored(context)).toMatchObject({ guestId: 'guest-of-13-67', formerGuestId: null })
    expect(context.guests.get('guest-of-13-67')?.phone).toBe('+447700900199')
    // The next one with the number is somebody else.
    apply(context, booking('r5', { bookingId: 'Y', guest: { name: 'Bob', phone, email: null } }))
    expect(stored(context, 'Y_1').guestId).toBe('booking-Y')
    apply(context, booking('r6', { bookingId: 'Z', guest: { name: 'Bob', phone, email: null } }))
    expect(stored(context, 'Z_1').guestId).toBe('booking-Y')
  })

  it('is another one where the new number is theirs', () => {
    const context = known(booking('r1', { guest: maria }))
    context.guests.set('h', guest('h', { name: 'Maria R.', phone: corrected }))
    apply(context, modified('r2', { guest: { ...maria, phone: corrected } }))
    expect(stored(context)).toMatchObject({ guestId: 'h', formerGuestId: 'guest-of-13-67' })
    expect(context.guests.get('guest-of-13-67')?.phone).toBe(phone)
  })

  it.each([
    ['that is over', { departure: '2029-12-31' }, corrected],
    ['that was cancelled', { departure: '2030-06-01', status: 'cancelled' }, corrected],
    ['of their own, which says nothing', { departure: '2030-06-01' }, phone],
  ])('keeps the number for another stay %s, or does not', (_, other, left) => {
    const context = known(booking('r1', { guest: maria }))
    store(context, 'other', { propertyId: 'elsewhere', guestId: 'guest-of-13-67', ...other })
    apply(context, modified('r2', { guest: { ...maria, phone: corrected } }))
    expect(context.guests.get('guest-of-13-67')?.phone).toBe(left)
  })
})

it('what a booking says beside its days is kept with each stay, and goes with the next word', () => {
  const party = { adults: 2, children: 1, infants: 0 }
  const told = { notes: 'Cot, please', arrivalTime: '15:00' }
  const context = known(booking('r1', { ...told, rooms: [{ ...room('type-a'), party }, room('type-b')] }))
  expect(stored(context)).toMatchObject({ ...told, party, otaBookingNumber: 'C-1' })
  expect(stored(context, 'B_2')).toMatchObject({ ...told, party: null })
  apply(context, cancelled('r2', { rooms: [], insertedAt: new Date(1) }))
  expect(stored(context)).toMatchObject({ ...told, party, status: 'cancelled' })
  const anew = { rooms: [room('type-a')], insertedAt: new Date(2) }
  apply(context, modified('r3', anew))
  expect(stored(context)).toMatchObject({ notes: null, arrivalTime: null, party })
})

it('a stay for which a company stored how many come keeps that', () => {
  const context = known()
  store(context, 'B_1', { bookingId: 'B', party: 3 })
  apply(context, modified('r2'))
  expect(stored(context).party).toBe(3)
})
