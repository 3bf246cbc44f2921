import type { Firestore } from 'firebase-admin/firestore'
import { uniquePhone } from '../builders.ts'
import { carriedBy, postDeps, steppedClock } from '../chat-deps.ts'
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
export async function otaDeps(db: Firestore) {
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
