import type { Firestore as Sdk } from 'firebase-admin/firestore'
import { firestoreOver, firestoreWith, type Store } from '../../src/adapters/firestore/client.ts'
import { plain } from '../../src/adapters/firestore/repository.ts'
import { createContext } from '../../src/composition.ts'
import type { Actor } from '../../src/lib/actor.ts'
import { byChannel } from '../../src/lib/chat/channels/naming.ts'
import type { Files } from '../../src/lib/chat/files/ports.ts'
import { bookedStay, type GuestStay } from '../../src/lib/chat/guest.ts'
import { type StoredMessage, storedMessage } from '../../src/lib/chat/message.ts'
import { openFor } from '../../src/lib/chat/opening/open-thread.ts'
import type { Context } from '../../src/lib/context.ts'
import { ProviderError } from '../../src/lib/errors.ts'
import { steppedClock } from '../support/chat-deps.ts'
import { png } from '../support/files.ts'
import { memoryLog } from '../support/memory-log.ts'
import { OtaVendor } from '../support/ota/vendor.ts'
import { type Decorators, decorated, sandboxSettings } from '../support/test-context.ts'
import type { Data, inMemory } from './desk-world.ts'
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
/** So long that an OTA's own time ends before. */
export const teamMinutes = 3000

const channel = {
  ...{
    propertyId: property,
    ota: 'booking',
    status: 'active',
    hotelId: '123456',
    channelManagerChannelId: 'c',
  },
  ...{ mapping: { rooms: [], ratePlans: [] }, mappingStatus: 'initial' },
}

/** A property with three bookings and an inquiry at OTAs, all of whose inbox is in memory. */
export async function otaWorld(
  database: ReturnType<typeof inMemory> & { sdk?: Sdk },
  mistakes: Decorators = {},
) {
  const { store, documents, sdk } = database
  const start = new Date('2026-11-24T09:00:00Z')
  const clock = steppedClock(start)
  const vendor = new OtaVendor(clock, 'ota')
  const read = async (collection: string) =>
    new Map([...(await documents(collection))].map(([id, data]) => [id, plain(data) as Data]))
  const put = (path: string, fields: object) => store.commit([{ kind: 'set', path, fields: { ...fields } }])

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
      ...{ guestId, propertyId: property, bookingId: booking, ota: 'booking', status: 'confirmed' },
      ...{ arrival: days[0], departure: days[1] },
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
  const readMessages = async () =>
    (await Promise.all([...(await read('threads')).keys()].map(messagesOf))).flat()
  /** As they are until something is written; the emulator's are read each time. */
  let known: StoredMessage[] | undefined
  const everyMessage = async () => {
    const found = known ?? (await readMessages())
    if (!sdk) known = found
    return found
  }
  const stays = async (isWanted: (stay: GuestStay) => boolean) =>
    [...(await read('reservations'))]
      .flatMap(([reservationId, fields]): GuestStay[] => {
        const { guestId, ...stay } = bookedStay.parse(fields)
        return guestId ? [{ ...stay, guestId, reservationId }] : []
      })
      .filter(isWanted)
  const connected = [{ propertyId: property, channelManagerPropertyId }]

  /** What queries answer, which memory has none of. */
  const queries: Decorators = {
    threads: threads => ({
      ...threads,
      async ofGuest(guestId, reservationIds) {
        const listed = await threads.listed([...(await read('threads')).keys()])
        return listed.flatMap(({ threadId, stored }) => {
          const { guestId: of, participantIds = [], reservationId } = stored?.value ?? {}
          const isTheirs =
            of === guestId || participantIds.includes(guestId) || reservationIds.includes(reservationId ?? '')
          return stored && isTheirs ? [{ threadId, stored }] : []
        })
      },
    }),
    guests: guests => ({
      ...guests,
      async ofThread(thread) {
        const stay = thread.reservationId ? await guests.reservation(thread.reservationId) : undefined
        const sentTo = [...(await read('guests'))].find(([, { threadId }]) => threadId === thread.threadId)
        const guestId = thread.guestId ?? stay?.guestId ?? sentTo?.[0]
        const found = guestId && (await guests.read([guestId])).get(guestId)
        return found ? { guestId, guest: found.value } : undefined
      },
      staysOf: guestIds => stays(({ guestId }) => guestIds.includes(guestId)),
      staysOfBooking: bookingId => stays(stay => stay.bookingId === bookingId),
    }),
    messages: messages => ({
      ...messages,
      async knownProviderIds(ids) {
        const known = (await everyMessage()).flatMap(({ externalMessageId }) => externalMessageId ?? [])
        return new Set(known.filter(id => ids.includes(id)))
      },
      withProviderIds: async (threadId, ids) =>
        (await messagesOf(threadId)).filter(
          ({ externalMessageId: id }) => id !== undefined && ids.includes(id),
        ),
      claimedFor: async (to, since) =>
        (await everyMessage()).filter(
          ({ delivery }) => delivery?.to === to && delivery.claimedAt && delivery.claimedAt >= since,
        ),
    }),
    reservations: port => ({ ...port, connected: async () => connected, property: async () => connected[0] }),
    channels: port => ({
      ...port,
      count: async () => 1,
      pageAfter: async after =>
        after === undefined
          ? [
              {
                channelId: `${property}_booking`,
                booking: { ...channel, id: `${property}_booking`, isActive: true },
                channel: undefined,
              },
            ]
          : [],
    }),
  }
  const forgetting: Store = {
    ...store,
    async commit(writes) {
      const times = await store.commit(writes)
      known = undefined
      return times
    },
  }
  const firestore = sdk
    ? firestoreWith(sdk)
    : firestoreOver(forgetting, async () => Promise.reject(new Error('memory has no queries')))
  /** The bytes that are kept, by their files. */
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
      ...{ settings, firestore, clock, log: memoryLog([]) },
      decorate(name, port) {
        const made = decorated(mistakes, name, decorated(sdk ? {} : queries, name, inPlaceOf(name, port)))
        // One file after the other in a process: who dies here would keep those of the next one waiting.
        return name === 'files' ? made : process.watch(name, made)
      },
    })
    return { ...made, carriers: byChannel(() => ({ messenger, media, isCarriers: () => true })) }
  }
  /** Only the vendors' ports are others than in a deployment. */
  const inPlaceOf: NonNullable<Parameters<typeof createContext>[0]['decorate']> = (name, port) => {
    if (name === 'otaInbox') return Object.assign(Object.create(null), vendorAsInbox(vendor))
    if (name === 'files') return Object.assign(Object.create(null), filesIn(bytes))
    if (name === 'feed') return Object.assign(Object.create(null), emptyFeed)
    return port
  }
  return {
    ...{ clock, vendor, read, messagesOf, everyMessage, context, bytes },
    /** The booking comes in, as the pull leaves it. */
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

const filesIn = (kept: Map<string, Buffer>): Files => ({
  async store(fileId, { bytes }) {
    kept.set(fileId, bytes)
  },
  async stat(fileId) {
    const found = kept.get(fileId)
    return found && { size: found.length }
  },
  async open(fileId) {
    const found = kept.get(fileId)
    return found && streamOf(found)
  },
  async remove(fileId) {
    kept.delete(fileId)
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
