import type { Firestore } from 'firebase-admin/firestore'
import { hearConversation } from '../../../src/lib/chat/ota/hear-conversation.ts'
import type { OtaConversation } from '../../../src/lib/chat/ota/ports.ts'
import type { BookingRevision, FeedEntry } from '../../../src/lib/reservations/booking.ts'
import { receiveBookings } from '../../../src/lib/reservations/receive-bookings.ts'
import { uniquePhone } from '../builders.ts'
import { asJson } from '../chat.ts'
import { carriedBy, steppedClock } from '../chat-deps.ts'
import { forEachTest } from '../for-each-test.ts'
import { db, uniqueId } from '../stack.ts'
import { builtContext } from '../test-context.ts'
import { OtaVendor } from './vendor.ts'

/** A property that is live at an OTA, whose inbox is that vendor's. */
export async function otaHome(vendor: OtaVendor, at: Firestore = db()) {
  const [propertyId, landlordId] = [uniqueId('property'), uniqueId('landlord')]
  const channelManagerPropertyId = uniqueId('cm')
  await at.doc(`properties/${propertyId}`).set({
    name: 'Harbour View',
    landlordId,
    channelManagerId: channelManagerPropertyId,
  })
  await at.doc(`propertyChannels/${propertyId}_booking`).set({
    propertyId,
    ota: 'booking',
    status: 'active',
    hotelId: '123456',
    channelManagerChannelId: 'c',
    mapping: { rooms: [], ratePlans: [] },
    mappingStatus: 'initial',
    createdAt: new Date(),
  })
  /** A booking, as the pull stores it. */
  async function booked(fields: object = {}) {
    const bookingId = uniqueId('booking')
    const guestId = uniqueId('guest')
    const reservationId = `${bookingId}_1`
    vendor.bookings.set(bookingId, { channelManagerPropertyId, provider: 'booking' })
    await at.doc(`guests/${guestId}`).set({ name: 'Maria Rossi', phone: uniquePhone() })
    await at.doc(`reservations/${reservationId}`).set({
      guestId,
      propertyId,
      bookingId,
      ota: 'booking',
      status: 'confirmed',
      arrival: '2026-01-01',
      departure: '2036-01-01',
      ...fields,
    })
    return { bookingId, guestId, reservationId }
  }
  return { propertyId, landlordId, channelManagerPropertyId, booked }
}

/** A context that reads the inbox of such a vendor, by a clock that the test moves. */
async function otaDeps(firestore: Firestore) {
  const clock = steppedClock(new Date(Date.now() + 1000))
  const vendor = new OtaVendor(clock, uniqueId('ota'))
  /** The booking feed: by default empty. */
  const feed = {
    loadFutureReservations: async () => {},
    revisions: async () => [],
    bookings: async () => [],
    acknowledge: async () => {},
  }
  const deps = { ...(await builtContext({ firestore })), clock, feed, otaInbox: vendor, ...carriedBy(vendor) }
  return { clock, vendor, deps }
}

/** Fields of an entry's revision. */
type EntryOf = Partial<BookingRevision> & { days?: { arrival: string; departure: string } }

/** For each test of a file a vendor and a property, and what its guests do at the OTA. */
export function otaTalks(at: Firestore = db()) {
  const world = forEachTest(() => otaDeps(at))
  const home = forEachTest(() => otaHome(world.vendor, at))
  const hear = (conversationId: string) =>
    hearConversation(world.deps, {
      conversationId,
      channelManagerPropertyId: home.channelManagerPropertyId,
    })
  /** A conversation at that property. */
  const begin = (fields: Partial<OtaConversation> = {}) =>
    world.vendor.begins({ channelManagerPropertyId: home.channelManagerPropertyId, ...fields })
  /** Writes as the guest, and reads the message. */
  async function writes(conversationId: string, text: string) {
    const message = world.vendor.guestSays(conversationId, text)
    await hear(conversationId)
    return message
  }
  /** A conversation of a booking that is stored. */
  async function conversation(fields: object = {}, provider = 'booking') {
    const booking = await home.booked(fields)
    return { ...booking, conversationId: begin({ bookingId: booking.bookingId, provider }) }
  }
  /** A guest who wrote there, and their thread. */
  async function talk(...given: Parameters<typeof conversation>) {
    const opening = await conversation(...given)
    await writes(opening.conversationId, 'Hello')
    return { ...opening, threadId: String((await stored(opening.conversationId)).threadId) }
  }
  /** The document of a conversation, with its times as strings. */
  const stored = async (conversationId: string) =>
    asJson((await at.doc(`otaConversations/${conversationId}`).get()).data())
  /** An entry of the booking feed, by default of a booking that was modified. */
  function entry(
    bookingId: string,
    { days = { arrival: '2031-01-01', departure: '2031-01-05' }, ...more }: EntryOf = {},
    of: Partial<FeedEntry> = {},
  ): FeedEntry {
    const id = uniqueId('revision')
    return {
      id,
      channelManagerPropertyId: null,
      isAcknowledged: false,
      defects: [],
      revision: {
        id,
        bookingId,
        status: 'modified',
        code: null,
        ota: null,
        currency: null,
        channelManagerChannelId: null,
        insertedAt: world.clock.now(),
        otaBookingNumber: null,
        notes: null,
        arrivalTime: null,
        guest: { name: 'Maria', phone: null, email: null },
        rooms: [{ ...days, roomTypeId: null, ratePlanId: null, amount: null, party: null }],
        ...more,
      },
      ...of,
    }
  }
  /** Pulls the property's bookings from this feed and this list. */
  async function pull(revisions: FeedEntry[], bookings: FeedEntry[] = []): Promise<void> {
    Object.assign(world.deps.feed, { revisions: async () => revisions, bookings: async () => bookings })
    await receiveBookings(world.deps, home.channelManagerPropertyId)
  }
  return { world, home, hear, conversation, talk, begin, writes, stored, entry, pull }
}
