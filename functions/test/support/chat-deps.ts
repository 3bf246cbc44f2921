import type { Firestore } from 'firebase-admin/firestore'
import { afterAll, beforeEach } from 'vitest'
import { twilioMessenger } from '../../src/adapters/twilio/messenger.ts'
import type { ContextOptions } from '../../src/composition.ts'
import type { Actor } from '../../src/lib/actor.ts'
import { byChannel } from '../../src/lib/chat/channels/naming.ts'
import type { Messenger } from '../../src/lib/chat/delivery/provider.ts'
import { receiveMessage } from '../../src/lib/chat/inbound/receive-message.ts'
import type { ReceivedMessage } from '../../src/lib/chat/inbound/received-message.ts'
import { createMessage } from '../../src/lib/chat/posting/create-message.ts'
import type { PostInput } from '../../src/lib/chat/posting/post-input.ts'
import type { Context } from '../../src/lib/context.ts'
import type { Clock } from '../../src/lib/ports.ts'
import { uniquePhone } from './builders.ts'
import { asJson } from './chat.ts'
import { newSid } from './inbound.ts'
import { memoryLog } from './memory-log.ts'
import { fromStack, uniqueId } from './stack.ts'
import { builtContext, sandboxSettings } from './test-context.ts'
import { countedFirestore, ownProject } from './world.ts'

/** A clock that stands still until it is moved, and never waits. */
export function steppedClock(start = new Date()): Clock & { forward(milliseconds: number): void } {
  let now = start.getTime()
  return {
    now: () => new Date(now),
    sleep: async () => {},
    forward: milliseconds => {
      now += milliseconds
    },
  }
}

/** For the tests of a file: the emulator's Firestore behind a counter, with the real stores on it. */
export async function startVerbs() {
  const counter = await countedFirestore()
  const { db, close } = ownProject(fromStack('GCLOUD_PROJECT'))
  db.settings({ ignoreUndefinedProperties: true })
  beforeEach(() => counter.reset())
  afterAll(async () => {
    await close()
    await counter.close()
  })
  return {
    db,
    counter,
    /** The calls to Firestore that something makes. */
    async callsOf(run: () => Promise<unknown>): Promise<string[]> {
      counter.reset()
      await run()
      return counter.calls()
    },
    /** Posts to a thread, as somebody of the staff unless told otherwise. */
    post: async (threadId: string, fields: Partial<PostInput> = {}, actor = staffActor()) =>
      createMessage(await postDeps(db), actor, input(threadId, fields)),
    receive: async (message: ReceivedMessage) => receiveMessage(await postDeps(db), message),
    /** A document, with its times as strings. */
    read: async (path: string) => asJson((await db.doc(path).get()).data()),
  }
}

/** A message that came in, under an id of its own. */
export const receivedFrom = (from: string, more: Partial<ReceivedMessage> = {}): ReceivedMessage => ({
  providerMessageId: newSid(),
  channel: 'chatapp',
  from,
  body: 'Hello',
  attachments: [],
  ...more,
})

type Fields = Record<string, unknown>

/** A thread, with the fields given. */
export async function seedThread(db: Firestore, fields: Fields = {}): Promise<string> {
  const threadId = uniqueId('thread')
  await db.doc(`threads/${threadId}`).set({
    source: 'guest',
    participantIds: ['member'],
    needsAttention: [],
    needsAttentionMap: {},
    ...fields,
  })
  return threadId
}

/** A guest, the reservation and its thread. */
export async function seedGuestThread(db: Firestore, fields: Fields = {}) {
  const [guestId, reservationId, phone] = [uniqueId('guest'), uniqueId('reservation'), uniquePhone()]
  await db.doc(`guests/${guestId}`).set({ name: 'Maria Rossi', phone })
  await db
    .doc(`reservations/${reservationId}`)
    .set({ guestId, arrival: '2026-01-01', departure: '2036-01-01' })
  return { threadId: await seedThread(db, { reservationId, ...fields }), guestId, reservationId, phone }
}

/** Everything a post has left behind. */
export async function leftBy(db: Firestore, threadId: string) {
  const [thread, messages, audit] = await Promise.all([
    db.doc(`threads/${threadId}`).get(),
    db.collection(`threads/${threadId}/messages`).orderBy('createdAt').get(),
    db.collection('auditLog').where('metadata.threadId', '==', threadId).get(),
  ])
  return {
    thread: asJson(thread.data()),
    messages: messages.docs.map(document => asJson(document.data())),
    audit: audit.docs.map(document => asJson(document.data())),
  }
}

/** What posting, receiving and `assignTriage` need. */
export async function postDeps(db: NonNullable<ContextOptions['firestore']>) {
  const log = memoryLog()
  return { ...(await builtContext({ firestore: db, log })), log }
}

/** What `deliverMessage` and `retryMessage` need; it sends to the sandbox. */
export const deliveryDeps = (db: Firestore) => builtContext({ firestore: db })

/** A messenger in place of every channel's. */
export const carriedBy = (messenger: Messenger): Pick<Context, 'carriers'> => ({
  carriers: byChannel(() => ({ messenger, media: { open: async () => undefined }, isCarriers: () => true })),
})

/** The real messenger, sending to the stack's sandbox unless told otherwise. */
export const sandboxMessenger = (url = `${fromStack('SANDBOX_URL')}/twilio`) =>
  twilioMessenger({
    ...sandboxSettings().twilioConfig(),
    url,
    templates: { greeting: `HX${'a'.repeat(32)}` },
  })

export const syncDeps = (db: Firestore) => builtContext({ firestore: db })

export const staffActor = (): Actor => ({
  uid: uniqueId('staff'),
  role: 'support',
  origin: { ipAddress: '203.0.113.9', userAgent: 'A browser/1.0' },
})

export const input = (threadId: string, fields: Partial<PostInput> = {}): PostInput => ({
  threadId,
  body: 'Hello',
  source: 'platform',
  type: 'message',
  contentType: 'text',
  ...fields,
})
