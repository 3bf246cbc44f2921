import type { Firestore } from 'firebase-admin/firestore'
import * as z from 'zod'
import type { Actor } from '../functions/src/lib/actor.ts'
import { lookAtChannel } from '../functions/src/lib/connection/watch/look-at-channel.ts'
import { seedGuestThread, seedThread, staffActor } from '../functions/test/support/chat-deps.ts'
import { storeProperty } from '../functions/test/support/connection-builders.ts'
import type { Bill, Platform } from '../functions/test/support/platform.ts'
import type { SandboxAt } from '../functions/test/support/sandbox.ts'
import { uniqueId } from '../functions/test/support/stack.ts'

/** Functions that ran, documents (a query that finds none reads one), and calls of vendors. */
export type Cost = ReturnType<typeof costOf>

export function costOf({ calls, ...counted }: Bill) {
  const smsCalls = calls.twilio.filter(call => call.endsWith(' to SMS')).length
  return {
    ...counted,
    indexCalls: calls.algolia.length,
    chatappCalls: calls.twilio.length - smsCalls,
    smsCalls,
    emailCalls: calls.sendgrid.length,
    guestPlatformCalls: calls['guest-platform'].length,
    channelManagerCalls: calls['channel-manager'].length,
  }
}

/**
 * The most that each act may take. A figure that rises needs a decision record with its cost a month; a figure that
 * falls is lowered here. A missing figure is 0.
 */
export const mostOf = {
  'a plain post': { invocations: 2, reads: 3, writes: 4, indexCalls: 1 },
  'a note': { invocations: 2, reads: 3, writes: 4, indexCalls: 1 },
  'a chatapp message that is sent, delivered and read': {
    invocations: 5,
    reads: 11,
    // Two writes accept the answer: to its thread and to the ledger.
    writes: 11,
    indexCalls: 1,
    chatappCalls: 1,
  },
  'an SMS that is sent and delivered': { invocations: 4, reads: 10, writes: 10, indexCalls: 1, smsCalls: 1 },
  'a message of a guest': { invocations: 2, reads: 9, writes: 4, indexCalls: 1 },
  'reading what a guest wrote': { invocations: 2, reads: 2, writes: 2, indexCalls: 1 },
  'a connection that is paid': {
    invocations: 5,
    reads: 55,
    writes: 22,
    emailCalls: 1,
    channelManagerCalls: 12,
  },
  'a booking': { invocations: 2, reads: 23, writes: 7, indexCalls: 1, channelManagerCalls: 3 },
  "a message of a guest in an OTA's inbox": {
    invocations: 2,
    reads: 12,
    writes: 7,
    indexCalls: 1,
    channelManagerCalls: 1,
  },
  "an answer in an OTA's inbox that is sent": {
    invocations: 2,
    reads: 6,
    writes: 7,
    indexCalls: 1,
    channelManagerCalls: 1,
  },
} satisfies Record<string, Partial<Cost>>
type ActName = keyof typeof mostOf

export interface Stage {
  db: Firestore
  sandbox: SandboxAt
  platform: Platform
}

const stored = z.object({ messageId: z.string() })

const staff = staffActor()
const text = () => `Hello, this is ${uniqueId('text')}.`

/** A guest's wait for an answer, as a thread stores it. */
function aWait() {
  const [arrivedAt, dueBy] = [new Date(), new Date(Date.now() + 3_600_000)]
  return {
    id: uniqueId('wait'),
    channel: 'chatapp',
    arrivedAt,
    lastAskedAt: arrivedAt,
    nearAt: dueBy,
    dueBy,
    answers: [],
  }
}

/** Posts by a channel, whose provider then reports `statuses`. */
async function sendIn(
  { db, sandbox, platform }: Stage,
  threadId: string,
  type: string,
  statuses: readonly string[],
): Promise<void> {
  const posted = await platform.call(staff, 'POST', `/chat/threads/${threadId}/messages`, {
    body: text(),
    type,
  })
  await platform.settled()
  const message = await db.doc(`threads/${threadId}/messages/${stored.parse(posted).messageId}`).get()
  for (const status of statuses) {
    await sandbox.tell({ sid: message.get('externalMessageId'), status })
    await platform.settled()
  }
  const became = (await message.ref.get()).get('delivery.status')
  if (became !== (statuses.at(-1) ?? 'sent')) throw new Error(`a send became ${became}`)
}

/** The acts of a day, each with the documents that it needs. An act can be played any number of times. */
export async function actsOn({
  db,
  sandbox,
  platform,
}: Stage): Promise<Record<ActName, () => Promise<unknown>>> {
  await sandbox.control('POST', 'config', { publicUrl: platform.url })
  const operations: Actor = { ...staff, role: 'operations' }
  const post = (threadId: string, fields: object = {}) =>
    platform.call(staff, 'POST', `/chat/threads/${threadId}/messages`, { body: text(), ...fields })

  const send = async (type: string, ...statuses: string[]) => {
    const { threadId } = await seedGuestThread({ exchanges: [aWait()] }, db)
    await sendIn({ db, sandbox, platform }, threadId, type, statuses)
  }

  const connect = async (propertyId: string, hotelId: string) => {
    await platform.call(operations, 'POST', '/api/integrations/booking/connect', {
      propertyId,
      hotelId,
      paymentId: `pay-${propertyId}`,
    })
    await lookAtChannel(platform.context, `${propertyId}_booking`)
  }
  const guest = await seedGuestThread({}, db)
  const live = await storeProperty({ plan: 'paid' }, { db, sandbox })
  await connect(live.propertyId, live.hotelId)
  await platform.settled()
  // The application that hands over guests' messages in the OTAs' inboxes.
  await sandbox.seed({ applications: [{ propertyId: live.channelManagerId }] })
  const book = async (stay: { arrival: string; departure: string }) => {
    const { hotelId } = live
    const roomId = Number(hotelId) * 10
    const code = uniqueId('code')
    const { revision } = await sandbox.book({
      hotelId,
      announce: true,
      reservation: {
        code,
        roomId,
        rateId: roomId * 10,
        ...stay,
        amount: '300.00',
        currency: 'EUR',
        guest: { name: 'Maria', surname: 'Rossi', mail: `${uniqueId('maria')}@example.org` },
      },
    })
    await platform.settled()
    return { code, bookingId: revision.attributes.booking_id }
  }
  const { bookingId } = await book({ arrival: '2031-04-01', departure: '2031-04-04' })
  const writesAtOta = async () => {
    const written = await sandbox.writeAtOta({
      propertyId: live.channelManagerId,
      bookingId,
      message: text(),
    })
    await platform.settled()
    return written
  }
  const { threadId: conversationId } = await writesAtOta()
  const conversation = await db.doc(`otaConversations/${conversationId}`).get()

  return {
    'a plain post': async () => post(await seedThread({}, db)),
    'a note': async () => post(await seedThread({}, db), { type: 'note' }),
    'a chatapp message that is sent, delivered and read': () =>
      send('chatapp-message', 'sent', 'delivered', 'read'),
    'an SMS that is sent and delivered': () => send('sms-message', 'sent', 'delivered'),
    'a message of a guest': () => sandbox.inbound({ from: `whatsapp:${guest.phone}`, body: text() }),
    'reading what a guest wrote': async () => {
      const attending = { needsAttention: [staff.uid], needsAttentionMap: { [staff.uid]: true } }
      await db.doc(`threads/${guest.threadId}`).update(attending)
      await platform.call(staff, 'POST', `/chat/threads/${guest.threadId}/read`, {})
    },
    'a connection that is paid': async () => {
      const property = await platform.aside(() => storeProperty({ plan: 'paid' }, { db, sandbox }))
      await connect(property.propertyId, property.hotelId)
    },
    'a booking': async () => {
      const { code } = await book({ arrival: '2031-05-01', departure: '2031-05-04' })
      const { docs } = await platform.aside(() =>
        db.collection('reservations').where('code', '==', code).get(),
      )
      if (docs[0]?.get('propertyId') !== live.propertyId) throw new Error('the booking is not there')
      await docs[0]?.ref.delete()
    },
    "a message of a guest in an OTA's inbox": async () => {
      const { messageId } = await writesAtOta()
      const message = await db.doc(`threads/${conversation.get('threadId')}/messages/${messageId}`).get()
      if (!message.exists) throw new Error('the message is not there')
    },
    "an answer in an OTA's inbox that is sent": () =>
      sendIn({ db, sandbox, platform }, conversation.get('threadId'), 'ota-message', []),
  }
}
