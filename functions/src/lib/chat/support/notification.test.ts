import { describe, expect, it } from 'vitest'
import type { Actor } from '../../actor.ts'
import type { StoredMessage } from '../message.ts'
import { storedThread } from '../thread.ts'
import { afterNotification, dueParticipants, notificationPatch } from './notification.ts'

const createdAt = new Date('2026-06-15T12:00:00Z')
const at = (minutes: number) => new Date(createdAt.getTime() + minutes * 60_000)
const dueAt = at(10)
const staff: Actor = { uid: 'sam', role: 'support' }
const landlord: Actor = { uid: 'lars', role: 'landlord' }
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
/** A burst that began eight minutes ago: Lars has not read, Lena has. */
const open = (fields: object = {}) =>
  thread({
    supportNotificationDueAt: at(2),
    supportNotificationDueFor: { lars: at(2), lena: at(2) },
    ...fields,
  })

describe('a post to a support thread', () => {
  it('of a burst keeps the due time of participants who have not read, and gives the others ten minutes', () => {
    expect(notificationPatch(open(), message(), staff)).toEqual({
      supportNotificationDueAt: at(2),
      supportNotificationDueFor: { lars: at(2), lena: dueAt },
    })
  })

  it.each([
    ['nobody', { needsAttention: [] }],
    ['only another of the staff', { participantIds: ['lars', 'sam', 'sue'], needsAttention: ['sam'] }],
  ])('gives everybody ten minutes when %s had unread posts before', (_, fields) => {
    const patch = notificationPatch(open(fields), message(), staff)
    expect(patch.supportNotificationDueAt).toEqual(dueAt)
    expect(patch.supportNotificationDueFor).toMatchObject({ lars: dueAt })
  })

  it.each(['service', 'landlord', 'guest', 'user'] as const)('of %s makes nothing due', role => {
    expect(notificationPatch(thread(), message(), { uid: 'lars', role })).toEqual({})
  })

  it.each([
    ['a note', message('note'), staff],
    ['somebody else’s post', message(), landlord],
  ])('removes participants who have read the posts of staff, also as %s', (_, posted, author) => {
    const patch = notificationPatch(open(), posted, author)
    expect(patch).toEqual({ supportNotificationDueFor: { lars: at(2) } })
    const again = open({ ...patch, needsAttention: ['lars', 'lena'] })
    expect(notificationPatch(again, posted, author)).toEqual({})
    expect(dueParticipants(again, at(2))).toEqual([{ userId: 'lars', dueAt: at(2) }])
  })

  it('names no user whose id Firestore could not hold', () => {
    const odd = thread({ participantIds: ['constructor', '__proto__', '', 'lars'] })
    const { supportNotificationDueFor } = notificationPatch(odd, message(), staff)
    expect(Object.entries(supportNotificationDueFor ?? {})).toEqual([
      ['constructor', dueAt],
      ['lars', dueAt],
    ])
  })
})

it.each(['guest', 'platform-guest'])('a post to a thread of source %s makes nothing due', source => {
  expect(notificationPatch(thread({ source }), message(), staff)).toEqual({})
})

it('participants in attention are told once due, but not those who joined by posting or in a role', () => {
  const ids = ['lars', 'lena', 'self', 'former', 'map', 'outsider', 'lars']
  const attending = thread({
    participantIds: ['lars', 'lena', 'self', 'former', 'map', 'lars', 'late', 'new'],
    selfJoinedIds: ['self'],
    roleJoinedIds: ['former'],
    needsAttention: ['lars', 'self', 'former', 'outsider', 'late', 'new'],
    needsAttentionMap: { map: true, lena: false },
    supportNotificationDueFor: { ...Object.fromEntries(ids.map(id => [id, at(2)])), late: at(3) },
  })
  const dueIds = (minutes: number) => dueParticipants(attending, at(minutes)).map(({ userId }) => userId)
  expect(dueIds(1)).toEqual([])
  expect(dueIds(2)).toEqual(['lars', 'map'])
  expect(dueIds(3)).toEqual(['lars', 'map', 'late'])
})

describe('after the due participants were told', () => {
  const burst = open({
    needsAttention: ['lars', 'lena'],
    supportNotificationDueFor: { lars: at(2), lena: at(5), read: at(4) },
  })

  it('the others are due at their time', () => {
    expect(afterNotification(burst, at(2))).toEqual({
      supportNotificationDueAt: at(5),
      supportNotificationDueFor: { lena: at(5) },
    })
  })
})
