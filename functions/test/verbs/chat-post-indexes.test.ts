import { Timestamp, WriteBatch } from 'firebase-admin/firestore'
import { afterEach, expect, it, vi } from 'vitest'
import { assignTriage } from '../../src/lib/chat/inbound/assign-triage.ts'
import { indexSpec, specText } from '../rules/index-spec.ts'
import { uniquePhone } from '../support/builders.ts'
import {
  postDeps,
  receivedFrom,
  seedGuestThread,
  seedThread,
  staffActor,
  startVerbs,
} from '../support/chat-deps.ts'
import { uniqueId } from '../support/stack.ts'

const { db, post, receive } = await startVerbs()

const spec = indexSpec.parse(JSON.parse(specText))

/** What lists are ordered by. An index that only grows at its end takes few writes a second, so nothing else has one. */
const listed = ['threads updatedAt', 'messages createdAt']

/** Paths of the times in what is written. */
function timesIn(value: unknown, path: string[] = []): string[] {
  if (value instanceof Date || value instanceof Timestamp) return [path.join('.')]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => timesIn(item, [...path, key]))
}

const isExempt = (collection: string, field: string): boolean =>
  spec.fieldOverrides.some(
    ({ collectionGroup, fieldPath, indexes }) =>
      collectionGroup === collection &&
      indexes.length === 0 &&
      (field === fieldPath || field.startsWith(`${fieldPath}.`)),
  )

/** Times that commits write since now, by collection. */
function writtenTimes(): Set<string> {
  const found = new Set<string>()
  for (const method of ['create', 'set', 'update'] as const) {
    const original = WriteBatch.prototype[method]
    vi.spyOn(WriteBatch.prototype, method).mockImplementation(function (
      this: WriteBatch,
      ...given: unknown[]
    ) {
      const [document, fields] = given
      const collection = String(Reflect.get(Object(document), 'parent').id)
      for (const field of timesIn(fields)) found.add(`${collection} ${field}`)
      return Reflect.apply(original, this, given)
    })
  }
  return found
}

afterEach(() => vi.restoreAllMocks())

const landlord = async () => {
  const uid = uniqueId('landlord')
  await db.doc(`accounts/${uid}`).set({ name: 'L', email: 'l@example.com' })
  return uid
}

const chatapp = ['guests lastChatappInboundAt', 'inboundMessages receivedAt']
const posted = ['auditLog at', 'rateLimits expiresAt', ...listed]
const outbound = ['messages delivery.dueAt', 'messages delivery.sendUntil']

it.each<[string, string[], () => Promise<unknown>]>([
  ['a message', posted, async () => post(await seedThread(db))],
  ['a note', posted, async () => post(await seedThread(db), { type: 'note' })],
  [
    'a chatapp message',
    [...posted, ...outbound, 'threads lastChatappMessageSentAt'],
    async () => post((await seedGuestThread(db)).threadId, { type: 'chatapp-message' }),
  ],
  [
    'an SMS',
    [...posted, ...outbound],
    async () => post((await seedGuestThread(db)).threadId, { type: 'sms-message' }),
  ],
  [
    'a message for the guest platform',
    [...posted, 'messages forwarding.dueAt'],
    async () => post(await seedThread(db, { source: 'platform-guest' })),
  ],
  [
    'a message of support',
    [...posted, 'threads supportNotificationDueAt'],
    async () => post(await seedThread(db, { source: 'support', participantIds: [await landlord()] })),
  ],
  [
    'a message of a guest',
    [...listed, ...chatapp],
    async () => receive(receivedFrom((await seedGuestThread(db)).phone)),
  ],
  [
    'an opt-out',
    [...listed, ...chatapp, 'guests optedOut.chatapp'],
    async () => receive(receivedFrom((await seedGuestThread(db)).phone, { body: 'STOP' })),
  ],
  [
    'a message that staff assign',
    [...listed, 'inboundMessages receivedAt', 'triage assignedAt'],
    async () => {
      const { threadId } = await seedGuestThread(db)
      const message = receivedFrom(uniquePhone())
      await receive(message)
      vi.restoreAllMocks()
      const times = writtenTimes()
      await assignTriage(await postDeps(db), staffActor(), { entryId: message.providerMessageId, threadId })
      return times
    },
  ],
])('%s writes times that are indexed only where lists need them, or in shards', async (_, expected, run) => {
  const watched = writtenTimes()
  const ended = await run()
  const times = ended instanceof Set ? ended : watched
  expect([...times]).toEqual(expect.arrayContaining(expected))
  const indexed = [...times].filter(time => {
    const [collection = '', field = ''] = String(time).split(' ')
    return !isExempt(collection, field)
  })
  expect(indexed.toSorted()).toEqual(listed.toSorted())
})
