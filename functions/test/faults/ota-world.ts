import type { Firestore } from 'firebase-admin/firestore'
import { firestoreWith, plain } from '../../src/adapters/firestore/sdk.ts'
import { createContext } from '../../src/context.ts'
import type { Actor } from '../../src/lib/actor.ts'
import { byChannel } from '../../src/lib/chat/channel-types.ts'
import type { Files } from '../../src/lib/chat/files/model.ts'
import { type StoredMessage, storedMessage } from '../../src/lib/chat/message.ts'
import { openFor } from '../../src/lib/chat/opening/open-thread.ts'
import type { Context } from '../../src/lib/context.ts'
import { ProviderError } from '../../src/lib/errors.ts'
import { steppedClock } from '../support/chat-deps.ts'
import { png } from '../support/files.ts'
import { memoryLog } from '../support/memory-log.ts'
import { OtaVendor } from '../support/ota/vendor.ts'
import { type Decorators, decorated, sandboxSettings } from '../support/test-context.ts'
import type { Data } from './desk-world.ts'
import { Process } from './effects.ts'

const property = 'casa'
export const channelManagerPropertyId = 'cm-casa'
/** Bookings: two of one guest, one of another, and one that is not imported yet. */
export const bookings = {
  first: { guestId: 'maria', days: ['2026-11-20', '2026-11-27'] },
  second: { guestId: 'maria', days: ['2026-12-20', '2026-12-27'] },
  other: { guestId: 'ivan', days: ['2026-11-22', '2026-11-29'] },
  inquired: { guestId: 'ana', days: ['2026-12-01', '2026-12-05'] },
} as const
export type BookingName = keyof typeof bookings
export const reservationOf = (booking: BookingName): string => `${booking}_1`

export const staff: Actor = { uid: 'anna', role: 'support' }
/** A team's time to answer, longer than an OTA's own time. */
export const teamMinutes = 3000

const channel = {
  propertyId: property,
  ota: 'booking',
  status: 'active',
  hotelId: '123456',
  channelManagerChannelId: 'c',
  mapping: { rooms: [], ratePlans: [] },
  mappingStatus: 'initial',
}

/** A property with three bookings and an inquiry at OTAs, whose inboxes are in memory. */
export async function otaWorld(db: Firestore, mistakes: Decorators = {}) {
  const start = new Date('2026-11-24T09:00:00Z')
  const clock = steppedClock(start)
  const vendor = new OtaVendor(clock, 'ota')
  const read = async (collection: string) =>
    new Map((await db.collection(collection).get()).docs.map(one => [one.id, plain(one.data()) as Data]))
  const put = (path: string, fields: object) => db.doc(path).set(fields)

  await put(`properties/${property}`, {
    name: 'Casa',
    landlordId: 'lena',
    channelManagerId: channelManagerPropertyId,
  })
  await put(`propertyChannels/${property}_booking`, { ...channel, createdAt: start })
  for (const name of ['maria', 'ivan', 'ana']) await put(`guests/${name}`, { name })
  const imported = (booking: BookingName) => {
    const { guestId, days } = bookings[booking]
    return put(`reservations/${reservationOf(booking)}`, {
      guestId,
      propertyId: property,
      bookingId: booking,
      ota: 'booking',
      status: 'confirmed',
      arrival: days[0],
      departure: days[1],
    })
  }
  const conversations = ['first', 'second', 'other'] as const
  for (const booking of conversations) {
    await imported(booking)
    vendor.begins({ id: booking, channelManagerPropertyId, bookingId: booking })
    vendor.bookings.set(booking, { channelManagerPropertyId, provider: 'booking' })
  }
  vendor.begins({ id: 'inquiry', channelManagerPropertyId, provider: 'airbnb', title: 'Ana' })

  const messagesOf = async (threadId: string): Promise<StoredMessage[]> =>
    [...(await read(`threads/${threadId}/messages`)).values()].map(one => storedMessage.parse(one))
  const everyMessage = async () =>
    (await db.collectionGroup('messages').get()).docs.map(one => storedMessage.parse(plain(one.data())))
  const firestore = firestoreWith(db)
  /** The stored bytes of each file. */
  const bytes = new Map<string, Buffer>()
  const media = {
    async open() {
      if (vendor.isDown) throw new ProviderError('channel-manager', 'unknown', 'no answer')
      return { contentType: 'image/png', bytes: streamOf(png) }
    },
  }
  const settings = {
    ...sandboxSettings({ sandboxUrl: 'http://nowhere.invalid' }),
    answerWithinMinutes: () => teamMinutes,
  }
  const context = (process = new Process()): Context => {
    const messenger = process.watch(
      'otaMessenger',
      decorated(mistakes, 'otaMessenger', Object.assign(vendorAsMessenger(vendor))),
    )
    const made = createContext({
      settings,
      firestore,
      clock,
      log: memoryLog([]),
      decorate(name, port) {
        const made = decorated(mistakes, name, inPlaceOf(name, port))
        // The file store is not watched: after a death in it, the files of the next process would wait.
        return name === 'files' ? made : process.watch(name, made)
      },
    })
    return { ...made, carriers: byChannel(() => ({ messenger, media, isCarriers: () => true })) }
  }
  /** Replaces the vendors' ports, and no others. */
  const inPlaceOf: NonNullable<Parameters<typeof createContext>[0]['decorate']> = (name, port) => {
    if (name === 'otaInbox') return Object.assign(Object.create(null), vendorAsInbox(vendor))
    if (name === 'files') return Object.assign(Object.create(null), filesIn(bytes))
    if (name === 'feed') return Object.assign(Object.create(null), emptyFeed)
    return port
  }
  return {
    clock,
    vendor,
    read,
    messagesOf,
    everyMessage,
    context,
    bytes,
    /** Stores the booking as a pull does. */
    async imports(booking: BookingName) {
      await imported(booking)
      await openFor(context(), { guestId: bookings[booking].guestId, propertyId: property })
    },
  }
}
export type OtaWorld = Awaited<ReturnType<typeof otaWorld>>

async function* streamOf(bytes: Buffer) {
  yield bytes
}

const filesIn = (contents: Map<string, Buffer>): Files => ({
  async store(fileId, { bytes }) {
    contents.set(fileId, bytes)
  },
  async stat(fileId) {
    const found = contents.get(fileId)
    return found && { size: found.length }
  },
  async open(fileId) {
    const found = contents.get(fileId)
    return found && streamOf(found)
  },
  async remove(fileId) {
    contents.delete(fileId)
  },
})

const emptyFeed = {
  loadFutureReservations: async () => {},
  revisions: async () => [],
  bookings: async () => [],
  acknowledge: async () => {},
}

const vendorAsInbox = (vendor: OtaVendor) => ({
  conversations: vendor.conversations.bind(vendor),
  conversation: vendor.conversation.bind(vendor),
  messages: vendor.messages.bind(vendor),
  noReplyNeeded: vendor.noReplyNeeded.bind(vendor),
})

const vendorAsMessenger = (vendor: OtaVendor) => ({
  send: vendor.send.bind(vendor),
  sentTo: vendor.sentTo.bind(vendor),
  statusOf: vendor.statusOf.bind(vendor),
})
