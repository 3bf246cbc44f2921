import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { law } from '../../../../test/support/law.ts'
import type { Actor } from '../../actor.ts'
import { isDocumentId } from '../../identifiers.ts'
import type { ChatLimits } from './post-input.ts'
import { authorizeRate, type PostCounters, postCounters, postLimits } from './rate-limit.ts'

const limits: ChatLimits = {
  ...{ messageBody: 1, outboundBody: 1, attachments: 1, paymentContentBytes: 1, participants: 1 },
  userPostsPerMinute: 3,
  threadPostsPerMinute: 5,
  selfJoinedPostsPerMinute: 2,
}
type Membership = Parameters<typeof postLimits>[2]

const now = new Date('2026-06-15T12:00:15.250Z')
const user = (uid: string, role: Actor['role'] = 'user'): Actor => ({ uid, role })

function counters(actor = user('u'), threadId = 't', at = now): PostCounters {
  const found = postCounters(actor, threadId, at)
  if (!found) throw new Error('not counted')
  return found
}

const added = { participantIds: ['u'], selfJoinedIds: [], roleJoinedIds: [], removedIds: [] }

interface Posted {
  user?: number
  thread?: number
  selfJoined?: number
}

/** After so many posts of the minute. */
function authorize(posted: Posted, at = now, actor = user('u'), thread: Membership = added) {
  const found = counters(actor)
  const counts = new Map([
    [found.userCounterId, posted.user],
    [found.threadCounterId, posted.thread],
    [found.selfJoinedCounterId, posted.selfJoined],
  ])
  authorizeRate(id => counts.get(id) ?? 0, postLimits(found, actor, thread, limits), found, at)
}

describe('the limit', () => {
  it.each([
    [0, 0],
    [2, 4],
  ])('lets a post pass after %i of the user and %i to the thread', (byUser, toThread) => {
    expect(() => authorize({ user: byUser, thread: toThread })).not.toThrow()
  })

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
    ['2026-06-15T12:01:02.000Z', 1],
  ])('says at %s to wait for %i seconds', (at, retryAfterSeconds) => {
    expect(() => authorize({ user: 3, thread: 0 }, new Date(at))).toThrow(
      expect.objectContaining({ retryAfterSeconds }),
    )
  })
})

describe('who was not added to the thread', () => {
  it.each<[string, Membership]>([
    ['a stranger', { ...added, participantIds: ['other'] }],
    ['one who came in by posting', { ...added, selfJoinedIds: ['u'] }],
    ['one whose role has ended', { ...added, roleJoinedIds: ['u'] }],
  ])('shares a limit with all of those, and none with anybody else: %s', (_, thread) => {
    expect(() => authorize({ thread: 9, selfJoined: 1 }, now, user('u'), thread)).not.toThrow()
    expect(() => authorize({ selfJoined: 2 }, now, user('u'), thread)).toThrow('not added to it')
    expect(() => authorize({ user: 3 }, now, user('u'), thread)).toThrow('A user may post 3')
  })

  it.each<[Actor['role'], Membership]>([
    ['user', added],
    ['landlord', added],
    ['support', { ...added, participantIds: [] }],
    ['service', { ...added, selfJoinedIds: ['u'] }],
  ])('keeps nobody else out: %s', (role, thread) => {
    expect(() => authorize({ selfJoined: 99 }, now, user('u', role), thread)).not.toThrow()
    expect(() => authorize({ thread: 5 }, now, user('u', role), thread)).toThrow('A thread takes 5')
  })
})

describe('the counters', () => {
  it.each(['operations', 'support', 'landlord', 'user'] as const)('count %s', role => {
    expect(counters(user('u', role)).userCounterId).toMatch(/^u_\d+$/)
  })

  it('count automations by the thread alone, since one account posts to all of them', () => {
    const counted = counters(user('u', 'service'))
    expect(counted).toMatchObject({ userCounterId: undefined, threadCounterId: counters().threadCounterId })
  })

  it('leave alone what guests send in', () => {
    expect(postCounters(user('u', 'guest'), 't', now)).toBeUndefined()
  })

  it('are those of a minute, and go two hours later', () => {
    const first = counters(user('u'), 't', new Date('2026-06-15T12:00:00.000Z'))
    const last = counters(user('u'), 't', new Date('2026-06-15T12:00:59.999Z'))
    const next = counters(user('u'), 't', new Date('2026-06-15T12:01:00.000Z'))
    expect(last.userCounterId).toBe(first.userCounterId)
    expect(next.userCounterId).not.toBe(first.userCounterId)
    expect(next.threadCounterId).not.toBe(first.threadCounterId)
    expect(first.minuteEndsAt).toEqual(new Date('2026-06-15T12:01:00.000Z'))
    expect(first.expiresAt).toEqual(new Date('2026-06-15T14:00:00.000Z'))
  })

  const uids = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 128 }),
    fc.constantFrom('.', '..', 'a/b', 'thread:t', 'thread%3At', '..%2F', '__proto__', '\ud800'),
  )

  const threadIds = fc.stringMatching(/^[A-Za-z0-9_-]{1,128}$/)
  law(
    'are documents of their own for every user and every thread',
    [uids, uids, threadIds],
    (one, other, threadId) => {
      const [mine, theirs] = [counters(user(one), threadId), counters(user(other), threadId)]
      const shared = [mine.threadCounterId, mine.selfJoinedCounterId ?? '']
      expect(shared[0]).not.toBe(shared[1])
      for (const id of [mine.userCounterId ?? '', ...shared]) {
        expect(isDocumentId(id)).toBe(true)
        expect(Buffer.byteLength(id)).toBeLessThanOrEqual(1500)
      }
      expect(mine.userCounterId === theirs.userCounterId).toBe(one.toWellFormed() === other.toWellFormed())
      for (const id of shared) expect(theirs.userCounterId).not.toBe(id)
    },
  )
})
