import { otaNames, otas } from '../connection/otas.ts'
import type { Conflict } from '../connection/pulls/pull.ts'
import {
  type BookedRoom,
  type BookingRevision,
  isOlder,
  isUnsurelyOlder,
  markAsOf,
  type RevisionMark,
} from './booking.ts'
import { itemIds, overlapItem, unmappedItem } from './booking-items.ts'
import { overbookedNights, overlapsOf } from './overlaps.ts'
import { leadGuestOf, planGuest } from './plan-guest.ts'
import type { BookingContext, BookingWrite } from './ports.ts'
import { type Reservation, type Stay, storedReservation } from './reservation.ts'

/** The feed holds fewer revisions per booking. */
const remembered = 50

export interface BookingPlan {
  /** Undefined after the same or a later revision, unless a missing room or rate is found. */
  write: BookingWrite | undefined
  imported: number
  updated: number
  own: string[]
  unmapped: string[]
  conflicts: Conflict[]
  changed: string[]
  /** It seems older, but only the list is sure. */
  isUnsure: boolean
}

interface Booking {
  propertyId: string
  revision: BookingRevision
  context: BookingContext
  at: Date
}

type Written = Map<string, Reservation>

/** The first reservation always exists, so that concurrent commits conflict in it. */
const reservationIdOf = (bookingId: string, position: number): string => `${bookingId}_${position + 1}`

export function planBooking(booking: Booking): BookingPlan {
  const { revision, context, at } = booking
  const own = ownReservations(context, revision.bookingId)
  const last = own[0]?.value
  if (isDone(booking, own)) {
    const done = {
      write: undefined,
      imported: 0,
      updated: 0,
      changed: [],
      isUnsure: isUnsure(booking, last),
    }
    return { ...afterwards(own, context), ...done }
  }

  const guest = planGuest(context, revision, { stay: last, at })
  const written = writeRooms(booking, own, guest.id)
  const touched = [...written].flatMap(([id, value]) => (hasChanged(context, id, value) ? [id] : []))
  const items: Items = { opened: [], amended: [], resolved: [] }
  updateUnmappedItems(context, written, items, at)
  updateOverlapItems(context, written, items, at)
  const isNew = (id: string) => !context.reservations.has(id)
  const reservations = [...written].map(([id, value]) => ({
    id,
    value,
    previous: context.reservations.get(id)?.revision,
  }))
  const ownNow = [...written].flatMap(([id, value]) =>
    value.bookingId === revision.bookingId ? [{ id, value }] : [],
  )
  return {
    ...afterwards(ownNow, context, written),
    write: { reservations, guest: guest.write, left: guest.left, ...items, at },
    imported: touched.filter(isNew).length,
    updated: touched.filter(id => !isNew(id)).length,
    changed: [...written.keys()],
    isUnsure: false,
  }
}

/** The last revision counts again once its room and rate are mapped; a listed one always counts. */
function isDone({ revision, context, at }: Booking, own: readonly Stay[]): boolean {
  const last = own[0]?.value
  if (!last) return false
  if (last.revision?.id === revision.id) return !own.some(stay => findsRoom(stay, revision, context))
  if (revision.listedAt) return false
  return (
    last.revisions.includes(revision.id) ||
    (last.revision !== null && isOlder(markOf(revision, at), markAsOf(last.revision, at)))
  )
}

const isUnsure = ({ revision, at }: Booking, last: Reservation | undefined): boolean =>
  last?.revision != null &&
  !last.revisions.includes(revision.id) &&
  isUnsurelyOlder(markOf(revision, at), markAsOf(last.revision, at))

const findsRoom = ({ id, value }: Stay, revision: BookingRevision, context: BookingContext): boolean => {
  const room = revision.rooms[positionOf(id) - 1]
  if (!lacksRoomOrRate(value) || room === undefined) return false
  const { roomId, isRateUnknown } = placeOf(room, revision, context)
  return (value.roomId === null && roomId !== null) || (value.isRateUnknown && !isRateUnknown)
}

const markOf = ({ id, insertedAt, listedAt, status }: BookingRevision, now: Date): RevisionMark =>
  markAsOf({ id, at: insertedAt ?? listedAt ?? null, status }, now)

export const ownReservations = (context: BookingContext, bookingId: string): Stay[] =>
  [...context.reservations]
    .flatMap(([id, { value }]) => (value.bookingId === bookingId ? [{ id, value }] : []))
    .sort((a, b) => positionOf(a.id) - positionOf(b.id))

const positionOf = (id: string): number => Number(id.slice(id.lastIndexOf('_') + 1))

function writeRooms(
  { propertyId, revision, context, at }: Booking,
  own: readonly Stay[],
  guestId: string,
): Written {
  const before = new Map(own.map(({ id, value }) => [id, value]))
  const isCancelled = revision.status === 'cancelled'
  const last = own[0]?.value
  const isLast = last?.revision?.id === revision.id
  const common = {
    ...originOf(revision, context),
    propertyId,
    guestId,
    formerGuestId: last && last.guestId !== guestId ? last.guestId : (last?.formerGuestId ?? null),
    leadGuest: leadGuestOf(revision.guest, last?.leadGuest),
    bookingId: revision.bookingId,
    revision: isLast ? last.revision : markOf(revision, at),
    revisions: [...new Set([...(last?.revisions ?? []), revision.id])].slice(-remembered),
  }
  // A cancellation may name no room, even of an unknown booking.
  const isBare = revision.rooms.length === 0 && own.length === 0
  const booked = isBare ? [undefined] : revision.rooms
  const rooms = booked.map((room, position): [string, Reservation] => {
    const id = reservationIdOf(revision.bookingId, position)
    const reservation = before.get(id)
    const stay = !room || (isCancelled && reservation) ? {} : stayOf(room, revision, context)
    return [
      id,
      { ...(reservation ?? blank), ...common, ...stay, status: isCancelled ? 'cancelled' : 'confirmed' },
    ]
  })
  const roomById = new Map(rooms)
  const surplus = own.flatMap(({ id, value }): [string, Reservation][] =>
    roomById.has(id) ? [] : [[id, { ...value, ...common, status: 'cancelled' }]],
  )
  return new Map([...rooms, ...surplus])
}

const blank = storedReservation.parse({})

function originOf(
  { code, otaBookingNumber, ota, channelManagerChannelId }: BookingRevision,
  { channels }: BookingContext,
) {
  const channel = channels.find(one => one.channelManagerChannelId === channelManagerChannelId)
  const named = otaNames.find(name => otas[name].label === ota)
  return { code, otaBookingNumber, ota: channel?.ota ?? named ?? ota, channelId: channel?.id ?? null }
}

function stayOf(room: BookedRoom, revision: BookingRevision, context: BookingContext) {
  const { arrival, departure, amount, party } = room
  const { currency, notes, arrivalTime } = revision
  const facts = { arrival, departure, amount, currency, notes, arrivalTime, ...(party && { party }) }
  return { ...facts, ...placeOf(room, revision, context) }
}

/** A booking of our channel has a rate. */
function placeOf(room: BookedRoom, { channelManagerChannelId }: BookingRevision, context: BookingContext) {
  const isOfChannel = context.channels.some(one => one.channelManagerChannelId === channelManagerChannelId)
  const ratePlan = context.ratePlans.find(
    ({ channelManagerRatePlanId }) =>
      room.ratePlanId !== null && channelManagerRatePlanId === room.ratePlanId,
  )
  return {
    roomId: roomIdOf(room, ratePlan?.roomId, context),
    ratePlanId: ratePlan?.id ?? null,
    isRateUnknown: !ratePlan && (room.ratePlanId !== null || isOfChannel),
  }
}

/** Of several, the rate plan's; equals stay undecided. */
function roomIdOf(
  { roomTypeId }: BookedRoom,
  roomOfRatePlan: string | undefined,
  { rooms }: BookingContext,
): string | null {
  const fitting = rooms.filter(
    ({ channelManagerRoomTypeId }) => roomTypeId !== null && channelManagerRoomTypeId === roomTypeId,
  )
  const [only, ...others] = fitting
  if (others.length === 0) return only?.id ?? null
  return fitting.find(({ id }) => id === roomOfRatePlan)?.id ?? null
}

const compared = [
  'status',
  'arrival',
  'departure',
  'roomId',
  'ratePlanId',
  'guestId',
  'amount',
  'currency',
] as const satisfies (keyof Reservation)[]

const hasChanged = ({ reservations }: BookingContext, id: string, value: Reservation): boolean => {
  const before = reservations.get(id)?.value
  return !before || compared.some(field => before[field] !== value[field])
}

type Items = Pick<BookingWrite, 'opened' | 'amended' | 'resolved'>

function updateOverlapItems(context: BookingContext, written: Written, items: Items, at: Date): void {
  const all = staysAfter(context, written)
  const byId = new Map(all.map(stay => [stay.id, stay]))
  const ours = [...written].map(([id, value]) => ({ id, value }))
  const inRooms = all.map(stay => inOnlyRoom(context, stay))
  const oursBefore = ours.flatMap(({ id }) => {
    const reservation = context.reservations.get(id)
    return reservation ? [{ id, value: reservation.value }] : []
  })
  const unitsOf = ({ value }: Stay) => context.rooms.find(({ id }) => id === value.roomId)?.units ?? 1
  const overbooked = overbookedNights(inRooms, unitsOf)
  /** In a room of several units our stay may change others' overlaps. */
  const overlapsBeside = (stay: Stay, ids: readonly string[]) =>
    overlapsOf(stay, [...ours, ...oursBefore]).length > 0
      ? [...ids.filter(id => !byId.has(id)), ...overlapsOf(stay, inRooms, overbooked)].sort()
      : [...ids]
  for (const stay of all) {
    const before = context.reservations.get(stay.id)?.value.overlaps ?? []
    const isOurs = ours.some(({ id }) => id === stay.id)
    const foreign = before.filter(id => !ours.some(one => one.id === id))
    const now = isOurs
      ? overlapsOf(stay, inRooms, overbooked)
      : unitsOf(stay) === 1
        ? [...foreign, ...overlapsOf(stay, ours)].sort()
        : overlapsBeside(stay, before)
    if (stay.value.bookingId === null || (!isOurs && String(before) === String(now))) continue
    written.set(stay.id, { ...stay.value, overlaps: now })
    const others = now.map(id => byId.get(id) ?? { id, value: blank })
    const item = overlapItem(stay, others, unitsOf(stay), at)
    if (now.some(id => !before.includes(id))) items.opened.push(item)
    else if (now.length > 0) items.amended.push(item)
    else if (before.length > 0) items.resolved.push(item.id)
  }
}

/** A company's own stay need not name a property's only room. */
function inOnlyRoom({ rooms }: BookingContext, stay: Stay): Stay {
  const [only, ...others] = rooms
  const { roomId, bookingId } = stay.value
  if (!only || others.length > 0 || roomId !== null || bookingId !== null) return stay
  return { ...stay, value: { ...stay.value, roomId: only.id } }
}

const staysAfter = ({ reservations }: BookingContext, written: Written): Stay[] => {
  const values = new Map([...reservations].map(([id, { value }]) => [id, value]))
  return [...new Map([...values, ...written])].map(([id, value]) => ({ id, value }))
}

export const lacksRoomOrRate = (value: Reservation | undefined): boolean =>
  value?.bookingId != null && value.status === 'confirmed' && (value.roomId === null || value.isRateUnknown)

function updateUnmappedItems(
  { reservations }: BookingContext,
  written: Written,
  items: Items,
  at: Date,
): void {
  for (const [id, value] of written) {
    const [was, is] = [lacksRoomOrRate(reservations.get(id)?.value), lacksRoomOrRate(value)]
    if (is) items[was ? 'amended' : 'opened'].push(unmappedItem({ id, value }, at))
    else if (was) items.resolved.push(itemIds(id).unmapped)
  }
}

function afterwards(own: readonly Stay[], context: BookingContext, written: Written = new Map()) {
  const conflictOf = ({ id, value }: Stay): Conflict => ({
    reservationId: id,
    arrival: value.arrival ?? '',
    departure: value.departure ?? '',
    roomId: value.roomId,
    overlaps: value.overlaps,
  })
  const others = [...written].filter(
    ([id]) => !own.some(stay => stay.id === id) && context.reservations.has(id),
  )
  const all = [...own, ...others.map(([id, value]) => ({ id, value }))]
  return {
    own: own.map(({ id }) => id),
    unmapped: own.flatMap(({ id, value }) => (lacksRoomOrRate(value) && value.roomId === null ? [id] : [])),
    conflicts: all.map(conflictOf),
  }
}
