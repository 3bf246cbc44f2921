import { afterEach, expect, it } from 'vitest'
import { isTime } from '../../src/adapters/firestore/sdk.ts'
import { assignTriage } from '../../src/lib/chat/inbound/assign-triage.ts'
import { receiveMessage } from '../../src/lib/chat/inbound/receive-message.ts'
import type { ReceivedMessage } from '../../src/lib/chat/inbound/received-message.ts'
import { createMessage } from '../../src/lib/chat/posting/create-message.ts'
import type { PostInput } from '../../src/lib/chat/posting/post-input.ts'
import { indexSpec, specText } from '../rules/index-spec.ts'
import { uniquePhone } from '../support/builders.ts'
import {
  input,
  receivedFrom,
  seedGuestThread,
  seedThread,
  staffActor,
  startVerbs,
} from '../support/chat-deps.ts'
import { detouredFirestore } from '../support/lossy-firestore.ts'
import { put, uniqueId } from '../support/stack.ts'
import { builtContext } from '../support/test-context.ts'

const { db } = startVerbs()

/** Times that commits have written, by collection. */
let times = new Set<string>()
afterEach(() => {
  times = new Set()
})

const watched = () =>
  builtContext({
    firestore: detouredFirestore(db, {
      commit(writes, send) {
        for (const { path, fields } of writes)
          for (const field of timesIn(fields)) times.add(`${path.split('/').at(-2)} ${field}`)
        return send(writes)
      },
    }),
  })
const post = async (threadId: string, fields: Partial<PostInput> = {}) =>
  createMessage(await watched(), staffActor(), input(threadId, fields))
const receive = async (message: ReceivedMessage) => receiveMessage(await watched(), message)

const spec = indexSpec.parse(JSON.parse(specText))

/** Times that lists are ordered by. An index of growing values takes few writes a second, so no other time has one. */
const listed = ['threads updatedAt', 'messages createdAt']
/** Times that the desk's lists are ordered by. */
const desk = ['threads unansweredSince', 'threads dueBy', 'ledger arrivedAt']

/** Paths of the times in a written value. */
function timesIn(value: unknown, path: string[] = []): string[] {
  if (value instanceof Date || isTime(value)) return [path.join('.')]
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

const landlord = async () => {
  const uid = uniqueId('landlord')
  await put(`accounts/${uid}`, { name: 'L', email: 'l@example.com' })
  return uid
}

const chatapp = ['guests lastChatappInboundAt', 'inboundMessages receivedAt']
const posted = ['auditLog at', 'rateLimits expiresAt', ...listed]
const outbound = ['messages delivery.dueAt', 'messages delivery.sendUntil']

it.each<[string, string[], () => Promise<unknown>]>([
  ['a message', posted, async () => post(await seedThread())],
  ['a note', posted, async () => post(await seedThread(), { type: 'note' })],
  [
    'a chatapp message',
    [...posted, ...outbound, 'threads lastChatappMessageSentAt'],
    async () => post((await seedGuestThread()).threadId, { type: 'chatapp-message' }),
  ],
  [
    'an SMS',
    [...posted, ...outbound],
    async () => post((await seedGuestThread()).threadId, { type: 'sms-message' }),
  ],
  [
    'a message for the guest platform',
    [...posted, 'messages forwarding.dueAt'],
    async () => post(await seedThread({ source: 'platform-guest' })),
  ],
  [
    'a message of support',
    [...posted, 'threads supportNotificationDueAt'],
    async () => post(await seedThread({ source: 'support', participantIds: [await landlord()] })),
  ],
  [
    'a message of a guest',
    [...listed, ...desk, ...chatapp],
    async () => receive(receivedFrom((await seedGuestThread()).phone)),
  ],
  [
    'an opt-out',
    [...listed, ...desk, ...chatapp, 'guests optedOut.chatapp'],
    async () => receive(receivedFrom((await seedGuestThread()).phone, { body: 'STOP' })),
  ],
  [
    'a message that staff assign',
    [...listed, ...desk, 'inboundMessages receivedAt', 'triage assignedAt'],
    async () => {
      const { threadId } = await seedGuestThread()
      const message = receivedFrom(uniquePhone())
      await receive(message)
      times = new Set()
      await assignTriage(await watched(), staffActor(), { entryId: message.providerMessageId, threadId })
    },
  ],
])('%s writes times that are indexed only where lists need them, or in shards', async (_, expected, run) => {
  await run()
  expect([...times]).toEqual(expect.arrayContaining(expected))
  const indexed = [...times].filter(time => {
    const [collection = '', field = ''] = String(time).split(' ')
    return !isExempt(collection, field)
  })
  expect(indexed.toSorted()).toEqual(expected.filter(time => [...listed, ...desk].includes(time)).toSorted())
})
