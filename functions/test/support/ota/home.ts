import type { Firestore } from 'firebase-admin/firestore'
import { hearConversation } from '../../../src/lib/chat/ota/hear-conversation.ts'
import { uniquePhone } from '../builders.ts'
import { carriedBy, postDeps, steppedClock } from '../chat-deps.ts'
import { forEachTest } from '../for-each-test.ts'
import { uniqueId } from '../stack.ts'
import { OtaVendor } from './vendor.ts'

/** A property that is live at an OTA, whose inbox is that vendor's. */
export async function otaHome(db: Firestore, vendor: OtaVendor) {
  const [propertyId, landlordId] = [uniqueId('property'), uniqueId('landlord')]
  const channelManagerPropertyId = uniqueId('cm')
  await db.doc(`properties/${propertyId}`).set({
    ...{ name: 'Harbour View', landlordId, channelManagerId: channelManagerPropertyId },
  })
  await db.doc(`propertyChannels/${propertyId}_booking`).set({
    ...{ propertyId, ota: 'booking', status: 'active', hotelId: '123456', channelManagerChannelId: 'c' },
    ...{ mapping: { rooms: [], ratePlans: [] }, mappingStatus: 'initial', createdAt: new Date() },
  })
  /** A booking, as the pull stores it. */
  async function booked(fields: object = {}) {
    const bookingId = uniqueId('booking')
    const guestId = uniqueId('guest')
    const reservationId = `${bookingId}_1`
    vendor.bookings.set(bookingId, { channelManagerPropertyId, provider: 'booking' })
    await db.doc(`guests/${guestId}`).set({ name: 'Maria Rossi', phone: uniquePhone() })
    await db.doc(`reservations/${reservationId}`).set({
      ...{ guestId, propertyId, bookingId, ota: 'booking', status: 'confirmed' },
      ...{ arrival: '2026-01-01', departure: '2036-01-01', ...fields },
    })
    return { bookingId, guestId, reservationId }
  }
  return { propertyId, landlordId, channelManagerPropertyId, booked }
}

/** What reading needs, with that vendor, at a clock that is moved by hand. */
async function otaDeps(db: Firestore) {
  const clock = steppedClock(new Date(Date.now() + 1000))
  const vendor = new OtaVendor(clock, uniqueId('ota'))
  /** The booking feed: nothing new unless told otherwise. */
  const feed = {
    loadFutureReservations: async () => {},
    revisions: async () => [],
    bookings: async () => [],
    acknowledge: async () => {},
  }
  const deps = { ...(await postDeps(db)), clock, feed, otaInbox: vendor, ...carriedBy(vendor) }
  return { clock, vendor, deps }
}

/** For each test of a file: such a vendor and such a property, whose guests write there. */
export function otaTalks(db: Firestore) {
  const world = forEachTest(() => otaDeps(db))
  const home = forEachTest(() => otaHome(db, world.vendor))
  const hear = (conversationId: string) =>
    hearConversation(world.deps, {
      conversationId,
      channelManagerPropertyId: home.channelManagerPropertyId,
    })
  /** A conversation of a booking that is stored. */
  async function conversation(fields: object = {}, provider = 'booking') {
    const booking = await home.booked(fields)
    const { channelManagerPropertyId } = home
    const { bookingId } = booking
    return {
      ...booking,
      conversationId: world.vendor.begins({ channelManagerPropertyId, bookingId, provider }),
    }
  }
  /** A guest who wrote there, and their thread. */
  async function talk(...given: Parameters<typeof conversation>) {
    const begun = await conversation(...given)
    world.vendor.guestSays(begun.conversationId, 'Hello')
    await hear(begun.conversationId)
    const heard = await db.doc(`otaConversations/${begun.conversationId}`).get()
    return { ...begun, threadId: String(heard.get('threadId')) }
  }
  return { world, home, hear, conversation, talk }
}
