import fc from 'fast-check'
import { expect, it } from 'vitest'
import { law } from '../../../../test/support/law.ts'
import { type Actor, isTrusted } from '../../actor.ts'
import { isMember } from '../members.ts'
import { joining } from '../membership.ts'
import { messageTypes, type StoredMessage } from '../message.ts'
import { storedThread, type Thread } from '../thread.ts'
import { assembleMessage } from './assemble-message.ts'
import type { PostInput } from './post-input.ts'
import { threadPatch } from './thread-patch.ts'

/** Milliseconds. */
const waits = { chatapp: 1000, sms: 1000, ota: 1000 }

const times = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
const ids = fc.constantFrom('a', 'b', 'c', 'd')
const threads = fc
  .record({
    source: fc.constantFrom('guest', 'platform-guest'),
    participantIds: fc.array(ids),
    selfJoinedIds: fc.array(ids),
    roleJoinedIds: fc.array(ids),
    version: fc.nat(),
    updatedAt: fc.option(times, { nil: undefined }),
    lastChatappMessageSentAt: fc.option(times),
    reservationId: fc.option(fc.constant('r')),
  })
  .map(fields => storedThread.parse(fields))
const inputs = fc.record({
  threadId: fc.constant('t'),
  body: fc.string(),
  source: fc.constantFrom('platform', 'chatapp', 'sms', 'operations', 'platform-guest'),
  type: fc.constantFrom(...messageTypes),
  contentType: fc.constant('text' as const),
  externalMessageId: fc.option(fc.constant('x'), { nil: undefined }),
}) satisfies fc.Arbitrary<PostInput>
const actors: fc.Arbitrary<Actor> = fc.record({
  uid: ids,
  role: fc.constantFrom('operations', 'support', 'service', 'landlord', 'guest', 'user'),
})

interface Posted {
  thread: Thread
  input: PostInput
  author: Actor
  now: Date
  message: StoredMessage
  patch: ReturnType<typeof threadPatch>
}

const everyPost = (title: string, check: (posted: Posted) => void) =>
  law(title, [threads, inputs, actors, times], (thread, input, author, now) => {
    const message = assembleMessage({ input, messageId: 'm', author, thread, now, waits })
    check({ thread, input, author, now, message, patch: threadPatch(thread, message, author) })
  })

everyPost(
  'a post is later than everything in its thread, and the thread follows it',
  ({ thread, input, now, message, patch }) => {
    const next = thread.updatedAt ? thread.updatedAt.getTime() + 1 : 0
    expect(message.createdAt).toEqual(new Date(Math.max(now.getTime(), next)))
    expect(patch.updatedAt).toEqual(message.createdAt)
    expect(patch.version).toBe(thread.version + 1)
    expect(patch.lastMessage).toMatchObject({ messageId: 'm', type: input.type })
    expect(patch.lastMessage).not.toHaveProperty('delivery')
    expect(patch.lastMessage).not.toHaveProperty('forwarding')
    expect('lastPublicMessage' in patch).toBe(input.type !== 'note')
  },
)

everyPost(
  'participants hold everybody of before and the author, once',
  ({ thread, author, patch: { participantIds, selfJoinedIds, roleJoinedIds } }) => {
    expect([...participantIds].sort()).toEqual([...new Set([...thread.participantIds, author.uid])].sort())
    expect({ selfJoinedIds, roleJoinedIds }).toEqual(joining(thread, author))
  },
)

everyPost(
  'the time of the last chatapp message never goes back, and only our own sets it',
  ({ thread, input, message, patch }) => {
    const isOurs = input.type === 'chatapp-message' && input.source !== 'chatapp'
    const candidates = [message.createdAt, thread.lastChatappMessageSentAt ?? message.createdAt]
    const latest = new Date(Math.max(...candidates.map(Number)))
    expect(patch.lastChatappMessageSentAt).toEqual(isOurs ? latest : undefined)
  },
)

everyPost(
  'a send is due for our own chatapp and SMS texts without a provider id, a forward never for a note, and neither for authors who joined by posting',
  ({ thread, input, author, now, message }) => {
    const isOurs =
      (['chatapp-message', 'ota-message'].includes(input.type) && input.source === 'platform') ||
      (input.type === 'sms-message' && input.source !== 'sms')
    const mayGo = isTrusted(author) || isMember(thread, author.uid)
    const isDue = mayGo && isOurs && input.externalMessageId === undefined
    const standing = isTrusted(author) ? {} : { byMember: true }
    const due = { status: 'pending', attempts: 0, dueAt: expect.any(Date), ...standing }
    const reservation = thread.reservationId ? { reservationId: thread.reservationId } : {}
    const sendUntil = new Date(now.getTime() + 1000)
    const automated = author.role === 'service' ? { automated: true } : {}
    const delivery = { ...reservation, ...due, sendUntil, ...automated }
    expect(message.delivery).toEqual(isDue ? delivery : undefined)
    const isMirrored =
      mayGo &&
      thread.source === 'platform-guest' &&
      input.source !== 'platform-guest' &&
      input.type !== 'note'
    expect(message.forwarding).toEqual(isMirrored ? due : undefined)
  },
)

it('the patch of a thread has the name of its guest only when there is a new one', () => {
  const actor: Actor = { uid: 'a', role: 'guest' }
  const patched = (nameBefore: string | null, newName: string | null | undefined) => {
    const thread = storedThread.parse({ source: 'guest', guestName: nameBefore })
    const chatapp = { source: 'chatapp', type: 'chatapp-message', contentType: 'text' } as const
    const input = { threadId: 't', body: 'x', ...chatapp }
    const message = assembleMessage({
      input,
      messageId: 'm',
      author: { uid: 'a', role: 'user' },
      thread,
      now: new Date(0),
      waits,
    })
    return threadPatch(thread, message, actor, newName)
  }
  expect(patched(null, 'Maria')).toMatchObject({ guestName: 'Maria' })
  expect(patched('Maria', 'Maria R.')).toMatchObject({ guestName: 'Maria R.' })
  for (const newName of ['Maria', null, undefined, ''])
    expect(patched('Maria', newName)).not.toHaveProperty('guestName')
})
