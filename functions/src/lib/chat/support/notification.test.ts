import { describe, expect, it } from 'vitest'
import type { Actor } from '../../actor.ts'
import type { StoredMessage } from '../message.ts'
import { storedThread } from '../thread.ts'
import { notificationPatch, unreadParticipants } from './notification.ts'

const createdAt = new Date('2026-06-15T12:00:00Z')
const dueAt = new Date('2026-06-15T12:10:00Z')
const staff: Actor = { uid: 'sam', role: 'support' }
const message = (type: StoredMessage['type'] = 'message'): StoredMessage => ({
  messageId: 'm',
  threadId: 't',
  body: 'Hello',
  authorId: 'sam',
  createdAt,
  source: 'platform',
  type,
  contentType: 'text',
})
const thread = (fields: object = {}) =>
  storedThread.parse({
    source: 'support',
    participantIds: ['lars', 'lena', 'sam'],
    needsAttention: ['lars'],
    ...fields,
  })

describe('a post to a support thread', () => {
  it.each(['support', 'operations'] as const)('of %s makes an e-mail due in ten minutes', role => {
    const patch = notificationPatch(thread(), message(), { uid: 'sam', role })
    expect(patch).toEqual({ supportNotificationDueAt: dueAt })
  })

  it('of a burst leaves it due when it was, and begins anew with who has read', () => {
    const open = thread({ supportNotificationDueAt: createdAt, supportNotificationReaders: ['lena'] })
    expect(notificationPatch(open, message(), staff)).toEqual({ supportNotificationReaders: [] })
  })

  it.each(['service', 'landlord', 'guest', 'user'] as const)('of %s makes nothing due', role => {
    expect(notificationPatch(thread(), message(), { uid: 'lars', role })).toEqual({})
  })

  it('that is a note makes nothing due', () => {
    expect(notificationPatch(thread(), message('note'), staff)).toEqual({})
  })

  it.each([
    ['a note', message('note'), staff],
    ['somebody else’s post', message(), { uid: 'lars', role: 'landlord' } as const],
  ])('that is %s remembers who had read what staff wrote', (_, posted, author) => {
    const open = thread({ supportNotificationDueAt: dueAt })
    const patch = notificationPatch(open, posted, author)
    expect(patch).toEqual({ supportNotificationReaders: ['lena', 'sam'] })
    const again = { ...open, ...patch, needsAttention: ['lars', 'lena'] }
    expect(notificationPatch(again, posted, author)).toEqual({})
    expect(unreadParticipants(again)).toEqual(['lars'])
  })

  it('makes an e-mail due again when the last one is done', () => {
    const done = thread({ supportNotificationDueAt: null })
    expect(notificationPatch(done, message(), staff)).toEqual({ supportNotificationDueAt: dueAt })
  })
})

it.each(['guest', 'platform-guest'])('a post to a thread of source %s makes nothing due', source => {
  expect(notificationPatch(thread({ source }), message(), staff)).toEqual({})
})

it('told are participants in attention, but not who came in only by posting', () => {
  const attending = thread({
    participantIds: ['lars', 'lena', 'self', 'map', 'lars'],
    selfJoinedIds: ['self'],
    needsAttention: ['lars', 'self', 'outsider'],
    needsAttentionMap: { map: true, lena: false },
  })
  expect(unreadParticipants(attending)).toEqual(['lars', 'map'])
})
