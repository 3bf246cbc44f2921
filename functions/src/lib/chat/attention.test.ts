import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { law } from '../../../test/support/law.ts'
import {
  type Attention,
  attentionAfterPost,
  attentionBecause,
  attentionWithout,
  attentionWithoutCause,
  causesAfterPost,
  causesFor,
  isAttending,
} from './attention.ts'

const hostile = ['__proto__', '__a__', 'constructor', 'toString', 'a.b', 'a/b', '`', '', ' ', '0', 'ä']
const userId = fc.oneof(fc.constantFrom(...hostile), fc.string({ maxLength: 5 }))
const userIds = fc.array(userId, { maxLength: 8 })
/** Attention as stored: list and map may disagree, and the map may hold anything. */
const stored = fc.record({
  needsAttention: userIds,
  needsAttentionMap: fc.dictionary(userId, fc.constantFrom<unknown>(true, false, null, 'true', 1)),
})

const isStorable = (id: string) => id !== '' && !/^__.*__$/.test(id)
const storable = (ids: string[]) => new Set(ids.filter(isStorable))
interface Stored {
  needsAttention: string[]
  needsAttentionMap: Record<string, unknown>
}
const attending = ({ needsAttention, needsAttentionMap }: Stored) => [
  ...needsAttention,
  ...Object.entries(needsAttentionMap).flatMap(([id, value]) => (value === true ? [id] : [])),
]

function expectAgreement({ needsAttention, needsAttentionMap }: Attention): void {
  expect(new Set(needsAttention).size).toBe(needsAttention.length)
  expect(Object.entries(needsAttentionMap).sort()).toEqual(needsAttention.map(id => [id, true]).sort())
  expect(Object.getPrototypeOf(needsAttentionMap)).toBe(Object.prototype)
  expect(needsAttention.every(isStorable)).toBe(true)
}

/** Checks a law for any stored attention, list of users and user. */
const holds = (title: string, check: (before: Stored, userIds: string[], userId: string) => void) =>
  law(title, [stored, userIds, userId], check)

describe('attention after a post', () => {
  holds(
    'names every other participant and whoever attended before, and nobody else',
    (before, participantIds, author) => {
      const after = attentionAfterPost(before, participantIds, author)
      expectAgreement(after)
      const others = participantIds.filter(id => id !== author)
      expect(new Set(after.needsAttention)).toEqual(storable([...attending(before), ...others]))
    },
  )

  holds('is the same when it is worked out again', (before, participantIds, author) => {
    const once = attentionAfterPost(before, participantIds, author)
    expect(attentionAfterPost(once, participantIds, author)).toEqual(once)
  })
})

const since = new Date(0)
const because = (
  before: Stored & { attention?: Record<string, { cause: string; since: Date }[]> },
  userIds: string[],
  cause: string,
) => attentionBecause({ attention: {}, ...before }, userIds, cause, since)
const namesOf = (causes: readonly { cause: string }[] | undefined) => causes?.map(({ cause }) => cause)

describe('attention because of something', () => {
  holds('names those users beside those who attended before, and says why, once', (before, ids) => {
    const after = because(before, ids, 'escalated')
    expectAgreement(after)
    expect(new Set(after.needsAttention)).toEqual(storable([...attending(before), ...ids]))
    expect(Object.keys(after.attention).toSorted()).toEqual([...storable(ids)].toSorted())
    expect(because(after, ids, 'escalated')).toEqual(after)
  })

  it('keeps the cause of an unread message, and adds that of the next one', () => {
    const read = { needsAttention: [], needsAttentionMap: {} }
    const unread = { needsAttention: ['a'], needsAttentionMap: {} }
    expect(namesOf(because(read, ['a'], 'assigned').attention.a)).toEqual(['assigned'])
    expect(namesOf(because(unread, ['a'], 'assigned').attention.a)).toEqual(['message', 'assigned'])
    const { attention } = because(read, ['a', 'b'], 'assigned')
    const causesOfUsers = causesAfterPost(attention, ['a', 'c'], since)
    expect(
      Object.entries(causesOfUsers).map(([id, causes]) => [id, ...causes.map(({ cause }) => cause)]),
    ).toEqual([
      ['a', 'assigned', 'message'],
      ['b', 'assigned'],
    ])
    expect(causesAfterPost(causesOfUsers, ['a'], since)).toEqual(causesOfUsers)
  })
})

describe('attention without a cause', () => {
  holds('is as before it', (before, ids, user) => {
    const called = attentionBecause({ ...before, attention: {} }, [...ids, user], 'assigned', since)
    const after = { ...called, ...attentionWithoutCause(called, user, 'assigned') }
    expectAgreement(after)
    const others = called.needsAttention.filter(id => id !== user || attending(before).includes(user))
    expect(after.needsAttention).toEqual(others)
    expect(causesFor(after, user).map(({ cause }) => cause)).not.toContain('assigned')
    expect(attentionWithoutCause(after, user, 'assigned')).toEqual({})
  })
})

describe('the causes of a user', () => {
  const attention = { a: [{ cause: 'assigned', since }], b: [{ cause: 'escalated', since }] }

  it('are the stored ones, else a message, and none for a user without attention', () => {
    const before = { needsAttention: ['a', 'c'], needsAttentionMap: {}, attention }
    expect(causesFor(before, 'a')).toEqual([{ cause: 'assigned', since }])
    expect(causesFor(before, 'b')).toEqual([])
    expect(causesFor(before, 'c')).toEqual([{ cause: 'message', since: null }])
  })

  holds('are there for who has to attend, and for nobody else', (before, _others, user) => {
    const causes = causesFor({ ...before, attention: {} }, user)
    expect(causes.length > 0).toBe(isAttending(before, user))
    expect(isAttending(before, user)).toBe(storable(attending(before)).has(user))
  })
})

describe('attention after a user has read', () => {
  holds('lacks that user in list and map, and nobody else', (before, _others, user) => {
    const after = attentionWithout(before, user)
    expectAgreement(after)
    expect(new Set(after.needsAttention)).toEqual(storable(attending(before).filter(id => id !== user)))
    expect(isAttending(after, user)).toBe(false)
  })
})
