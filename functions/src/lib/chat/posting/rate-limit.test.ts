import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { law } from '../../../../test/support/law.ts'
import type { Actor } from '../../actor.ts'
import { isDocumentId } from '../../identifiers.ts'
import { storedThread } from '../thread.ts'
import type { ChatLimits } from './post-input.ts'
import { authorizePosting, isLimited, postCounter, postsAfter } from './rate-limit.ts'

const limits: ChatLimits = {
  messageBody: 1,
  outboundBody: 1,
  attachments: 1,
  paymentContentBytes: 1,
  participants: 1,
  userPostsPerMinute: 3,
  threadPostsPerMinute: 5,
  selfJoinedPostsPerMinute: 2,
}

const now = new Date('2026-06-15T12:00:15.250Z')
const minute = now.getTime() / 60_000
const user = (uid: string, role: Actor['role'] = 'user'): Actor => ({ uid, role })
const threadWith = (fields: object) => storedThread.parse({ source: 'guest', ...fields })

const added = { participantIds: ['u'] }

interface Posted {
  user?: number
  thread?: number
  selfJoined?: number
}

/** Authorizes a post after so many in the minute. */
function authorize(posted: Posted, membership: object = added, actor = user('u'), at = now) {
  const posts = { minute: Math.floor(minute), members: posted.thread ?? 0, others: posted.selfJoined ?? 0 }
  const thread = threadWith({ ...membership, posts })
  authorizePosting(actor, thread, { ofUser: posted.user ?? 0, limits, now: at })
}

describe('the limit', () => {
  it.each([
    [3, 0, 'A user may post 3'],
    [9, 9, 'A user may post 3'],
    [0, 5, 'A thread takes 5'],
  ])('refuses after %i of the user and %i to the thread', (byUser, toThread, words) => {
    expect(() => authorize({ user: byUser, thread: toThread })).toThrow(
      expect.objectContaining({
        code: 'rate-limited',
        detail: expect.stringContaining(words),
        nextAction: expect.any(String),
        retryAfterSeconds: 45,
      }),
    )
  })

  it.each([
    ['2026-06-15T12:00:00.000Z', 60],
    ['2026-06-15T12:00:00.001Z', 60],
    ['2026-06-15T12:00:59.001Z', 1],
    ['2026-06-15T12:00:59.999Z', 1],
    ['2026-06-15T12:01:02.000Z', 58],
  ])('says at %s to wait for %i seconds', (at, retryAfterSeconds) => {
    expect(() => authorize({ user: 3 }, added, user('u'), new Date(at))).toThrow(
      expect.objectContaining({ retryAfterSeconds }),
    )
  })
})

describe('an author who was not added to the thread', () => {
  it.each<[string, object]>([
    ['a stranger', { ...added, participantIds: ['other'] }],
    ['one who came in by posting', { ...added, selfJoinedIds: ['u'] }],
    ['one whose role has ended', { ...added, roleJoinedIds: ['u'] }],
  ])('shares a limit with all such authors, and with nobody else: %s', (_, thread) => {
    expect(() => authorize({ thread: 9, selfJoined: 1 }, thread)).not.toThrow()
    expect(() => authorize({ selfJoined: 2 }, thread)).toThrow('not added to it')
    expect(() => authorize({ user: 3 }, thread)).toThrow('A user may post 3')
  })

  it('loses at most half of the limit to one other author', () => {
    const posts = { minute: Math.floor(minute), members: 0, others: 0 }
    let thread = threadWith({ posts })
    const post = (uid: string) => {
      authorizePosting(user(uid), thread, {
        ofUser: 0,
        limits: { ...limits, selfJoinedPostsPerMinute: 4 },
        now,
      })
      thread = threadWith({ posts: postsAfter(user(uid), thread, now) })
    }
    const refused = (uid: string) => expect(() => post(uid)).toThrow('not added to it')
    for (const uid of ['a', 'a', 'a', 'a']) post(uid)
    refused('a')
    for (const uid of ['b', 'c']) post(uid)
    for (const uid of ['a', 'b', 'c', 'd']) refused(uid)
    expect(thread.posts).toMatchObject({ members: 0, others: 6, own: { a: 4, b: 1, c: 1 } })
  })

  it.each<[Actor['role'], object]>([
    ['user', added],
    ['landlord', added],
    ['support', { ...added, participantIds: [] }],
    ['service', { ...added, selfJoinedIds: ['u'] }],
  ])('uses up no limit of others: %s', (role, thread) => {
    expect(() => authorize({ selfJoined: 99 }, thread, user('u', role))).not.toThrow()
    expect(() => authorize({ thread: 5 }, thread, user('u', role))).toThrow('A thread takes 5')
  })
})

describe('the counters', () => {
  it.each(['operations', 'support', 'landlord', 'user'] as const)('count %s', role => {
    expect(postCounter(user('u', role), now)?.id).toMatch(/^u_\d+$/)
  })

  it('count automations by the thread alone, since one account posts to all threads', () => {
    expect(postCounter(user('u', 'service'), now)).toBeUndefined()
    expect(isLimited(user('u', 'service'))).toBe(true)
  })

  it('cover one minute, and expire two hours after its start', () => {
    const [first, last, next] = ['12:00:00.000', '12:00:59.999', '12:01:00.000'].map(time =>
      postCounter(user('u'), new Date(`2026-06-15T${time}Z`)),
    )
    expect(last?.id).toBe(first?.id)
    expect(next?.id).not.toBe(first?.id)
    expect(first?.minuteEndsAt).toEqual(new Date('2026-06-15T12:01:00.000Z'))
    expect(first?.expiresAt).toEqual(new Date('2026-06-15T14:00:00.000Z'))
  })

  it('of a thread begin anew with each minute, members apart from all others', () => {
    const thread = threadWith(added)
    const one = postsAfter(user('u'), thread, now)
    const two = postsAfter(user('stranger'), { ...thread, posts: one }, now)
    expect(two).toEqual({ minute: Math.floor(minute), members: 1, others: 1, own: { stranger: 1 } })
    const later = postsAfter(user('u'), { ...thread, posts: two }, new Date(now.getTime() + 60_000))
    expect(later).toEqual({ minute: Math.floor(minute) + 1, members: 1, others: 0 })
  })

  const uids = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 128 }),
    fc.constantFrom('.', '..', 'a/b', 'thread:t', 'thread%3At', '..%2F', '__proto__', '\ud800'),
  )

  law('are documents of their own for every user', [uids, uids], (one, other) => {
    const idOf = (uid: string) => postCounter(user(uid), now)?.id ?? ''
    const [mine, theirs] = [idOf(one), idOf(other)]
    expect(isDocumentId(mine)).toBe(true)
    expect(Buffer.byteLength(mine)).toBeLessThanOrEqual(1500)
    expect(mine === theirs).toBe(one.toWellFormed() === other.toWellFormed())
  })
})
