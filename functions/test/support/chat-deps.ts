import type { Firestore } from 'firebase-admin/firestore'
import { afterAll, beforeEach } from 'vitest'
import { twilioMessenger } from '../../src/adapters/twilio/messenger.ts'
import type { Actor, Role } from '../../src/lib/actor.ts'
import { byChannel } from '../../src/lib/chat/channel-types.ts'
import type { Messenger } from '../../src/lib/chat/delivery/provider.ts'
import { assignTriage } from '../../src/lib/chat/inbound/assign-triage.ts'
import { receiveMessage } from '../../src/lib/chat/inbound/receive-message.ts'
import type { ReceivedMessage } from '../../src/lib/chat/inbound/received-message.ts'
import { createMessage } from '../../src/lib/chat/posting/create-message.ts'
import type { PostInput } from '../../src/lib/chat/posting/post-input.ts'
import type { Context } from '../../src/lib/context.ts'
import type { Clock } from '../../src/lib/ports.ts'
import { uniquePhone } from './builders.ts'
import { asJson } from './chat.ts'
import { closeFirestore } from './firestore.ts'
import { firestoreCalls } from './firestore-calls.ts'
import { newSid } from './inbound.ts'
import { db, fromStack, stored, uniqueId } from './stack.ts'
import { builtContext, sandboxSettings } from './test-context.ts'

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

/** For the tests of a file: their Firestore, the counter of its calls, and acts on them. */
export function startVerbs() {
  const counter = firestoreCalls
  beforeEach(() => counter.reset())
  afterAll(() => closeFirestore(fromStack('GCLOUD_PROJECT')))
  return {
    db: db(),
    counter,
    /** The calls to Firestore during `run`. */
    async callsOf(run: () => Promise<unknown>): Promise<string[]> {
      counter.reset()
      await run()
      return counter.calls()
    },
    /** Posts to a thread, as staff by default. */
    post: async (threadId: string, fields: Partial<PostInput> = {}, actor = staffActor()) =>
      createMessage(await builtContext(), actor, input(threadId, fields)),
    /** Receives a message; returns the provider's id. */
    async receive(message: ReceivedMessage): Promise<string> {
      await receiveMessage(await builtContext(), message)
      return message.providerMessageId
    },
    /** Assigns a message in triage. */
    assign: async (home: Parameters<typeof assignTriage>[2], actor = staffActor()) =>
      assignTriage(await builtContext(), actor, home),
    /** A document, with its times as strings. */
    read: async (path: string) => asJson(await stored(path)),
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
export async function seedThread(fields: Fields = {}, at: Firestore = db()): Promise<string> {
  const threadId = uniqueId('thread')
  await at.doc(`threads/${threadId}`).set({
    source: 'guest',
    participantIds: ['member'],
    needsAttention: [],
    needsAttentionMap: {},
    ...fields,
  })
  return threadId
}

/** A guest, the reservation and its thread. */
export async function seedGuestThread(fields: Fields = {}, at: Firestore = db()) {
  const [guestId, reservationId, phone] = [uniqueId('guest'), uniqueId('reservation'), uniquePhone()]
  await at.doc(`guests/${guestId}`).set({ name: 'Maria Rossi', phone })
  await at
    .doc(`reservations/${reservationId}`)
    .set({ guestId, arrival: '2026-01-01', departure: '2036-01-01' })
  return { threadId: await seedThread({ reservationId, ...fields }, at), guestId, reservationId, phone }
}

/** Thread, messages and audit entries after a post. */
export async function postTrace(threadId: string, at: Firestore = db()) {
  const [thread, messages, audit] = await Promise.all([
    at.doc(`threads/${threadId}`).get(),
    at.collection(`threads/${threadId}/messages`).orderBy('createdAt').get(),
    at.collection('auditLog').where('metadata.threadId', '==', threadId).get(),
  ])
  return {
    thread: asJson(thread.data()),
    messages: messages.docs.map(document => asJson(document.data())),
    audit: audit.docs.map(document => asJson(document.data())),
  }
}

/** A messenger in place of every channel's. */
export const carriedBy = (messenger: Messenger): Pick<Context, 'carriers'> => ({
  carriers: byChannel(() => ({ messenger, media: { open: async () => undefined }, isCarriers: () => true })),
})

/** The real messenger, sending to the stack's sandbox by default. */
export const sandboxMessenger = (url = `${fromStack('SANDBOX_URL')}/twilio`) =>
  twilioMessenger({
    ...sandboxSettings().twilioConfig(),
    url,
    templates: { greeting: `HX${'a'.repeat(32)}` },
  })

/** A new user with that role, at a browser. */
export const actorOf = (role: Role): Actor => ({
  uid: uniqueId(role),
  role,
  origin: { ipAddress: '203.0.113.9', userAgent: 'A browser/1.0' },
})

export const staffActor = (): Actor => actorOf('support')

export const input = (threadId: string, fields: Partial<PostInput> = {}): PostInput => ({
  threadId,
  body: 'Hello',
  source: 'platform',
  type: 'message',
  contentType: 'text',
  ...fields,
})
