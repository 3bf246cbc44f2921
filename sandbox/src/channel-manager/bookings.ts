/** The list of bookings: each as its last revision has it, in the room that the channel's mapping gives it now. */

import { asList, asObject, asText } from '../core/values.ts'
import { page } from './replies.ts'
import { resolve } from './revisions.ts'
import type { Revision, Store } from './store.ts'

interface Booking {
  readonly id: string
  /** Oldest first, at least one. */
  readonly revisions: readonly [Revision, ...Revision[]]
}

function bookingsOf(store: Store): Booking[] {
  const found = new Map<string, [Revision, ...Revision[]]>()
  for (const revision of store.revisions.values()) {
    const id = String(revision.attributes.booking_id)
    const earlier = found.get(id)
    if (earlier) earlier.push(revision)
    else found.set(id, [revision])
  }
  return [...found].map(([id, revisions]) => ({ id, revisions }))
}

const lastOf = ({ revisions: [first, ...later] }: Booking): Revision => later.at(-1) ?? first

/** A booking that came without a mapped room has the room of today's mapping. */
function roomsOf(store: Store, { source, attributes, propertyId }: Revision): unknown {
  const channel = source && store.channels.get(source.channelId)
  const property = store.properties.get(propertyId)
  if (!channel || !property || !Array.isArray(attributes.rooms)) return attributes.rooms
  const { room, ratePlanId } = resolve(property, channel, source.reservation)
  return asList(attributes.rooms).map(one => {
    const { room_type_id: roomTypeId, ...fields } = asObject(one)
    return roomTypeId ? one : { ...fields, room_type_id: room?.id ?? null, rate_plan_id: ratePlanId }
  })
}

function showBooking(store: Store, booking: Booking) {
  const last = lastOf(booking)
  return {
    type: 'booking',
    id: booking.id,
    attributes: {
      ...last.attributes,
      id: booking.id,
      revision_id: last.id,
      rooms: roomsOf(store, last),
      // The time of the first revision, also after changes.
      inserted_at: booking.revisions[0].attributes.inserted_at,
      acknowledge_status: last.acknowledged ? 'acknowledged' : 'pending',
      has_unacked_revisions: booking.revisions.some(({ acknowledged }) => !acknowledged),
    },
  }
}

const fields = ['inserted_at', 'arrival_date', 'departure_date'] as const

/** Without a zone a time is UTC; a day is its beginning. */
const timeOf = (text: string): number =>
  Date.parse(/z$|[+-]\d\d:\d\d$|^.{10}$/i.test(text) ? text : `${text}Z`)

/** Both ends are inclusive. A booking without the field passes no filter of it. */
function isWanted(query: URLSearchParams, attributes: Readonly<Record<string, unknown>>): boolean {
  const propertyId = query.get('filter[property_id]')
  if (propertyId !== null && attributes.property_id !== propertyId) return false
  return fields.every(field => {
    const at = timeOf(asText(attributes[field]) ?? '')
    const [from, until] = [query.get(`filter[${field}][gte]`), query.get(`filter[${field}][lte]`)]
    return (from === null || at >= timeOf(from)) && (until === null || at <= timeOf(until))
  })
}

/** Newest first. */
export function listBookings(store: Store, query: URLSearchParams) {
  const bookings = bookingsOf(store)
    .map(booking => showBooking(store, booking))
    .filter(({ attributes }) => isWanted(query, attributes))
  return page(bookings.toReversed(), query, booking => booking)
}
