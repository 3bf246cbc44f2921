import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Attention,
  attentionAfterPost,
  attentionWith,
  attentionWithout,
  isAttending,
} from './attention.ts'

const hostile = ['__proto__', '__a__', 'constructor', 'toString', 'a.b', 'a/b', '`', '', ' ', '0', 'ä']
const userId = fc.oneof(fc.constantFrom(...hostile), fc.string({ maxLength: 5 }))
const userIds = fc.array(userId, { maxLength: 8 })
/** As stored: list and map may be out of step, and the map may hold anything. */
const stored = fc.record({
  needsAttention: userIds,
  needsAttentionMap: fc.dictionary(userId, fc.constantFrom<unknown>(true, false, null, 'true', 1)),
})

const isStorable = (id: string) => id !== '' && !/^__.*__$/.test(id)
const attending = ({
  needsAttention,
  needsAttentionMap,
}: {
  needsAttention: string[]
  needsAttentionMap: object
}) => [
  ...needsAttention,
  ...Object.entries(needsAttentionMap).flatMap(([id, value]) => (value === true ? [id] : [])),
]

function expectAgreement({ needsAttention, needsAttentionMap }: Attention): void {
  expect(new Set(needsAttention).size).toBe(needsAttention.length)
  expect(Object.entries(needsAttentionMap).sort()).toEqual(needsAttention.map(id => [id, true]).sort())
  expect(Object.getPrototypeOf(needsAttentionMap)).toBe(Object.prototype)
  expect(needsAttention.every(isStorable)).toBe(true)
}

describe('attention after a post', () => {
  it('names every other participant and whoever attended before, and nobody else', () => {
    fc.assert(
      fc.property(stored, userIds, userId, (before, participantIds, author) => {
        const after = attentionAfterPost(before, participantIds, author)
        expectAgreement(after)
        const others = participantIds.filter(id => id !== author)
        const expected = new Set([...attending(before), ...others].filter(isStorable))
        expect(new Set(after.needsAttention)).toEqual(expected)
      }),
    )
  })

  it('does not add the author, and does not clear the author either', () => {
    fc.assert(
      fc.property(stored, userIds, userId, (before, participantIds, author) => {
        const after = attentionAfterPost(before, [...participantIds, author], author)
        const attended = attending(before).includes(author) && isStorable(author)
        expect(after.needsAttention.includes(author)).toBe(attended)
      }),
    )
  })

  it('is the same when it is worked out again', () => {
    fc.assert(
      fc.property(stored, userIds, userId, (before, participantIds, author) => {
        const once = attentionAfterPost(before, participantIds, author)
        expect(attentionAfterPost(once, participantIds, author)).toEqual(once)
      }),
    )
  })
})

describe('attention after an event of one user', () => {
  it('names that user beside those who attended before', () => {
    fc.assert(
      fc.property(stored, userId, (before, user) => {
        const after = attentionWith(before, user)
        expectAgreement(after)
        expect(new Set(after.needsAttention)).toEqual(
          new Set([...attending(before), user].filter(isStorable)),
        )
        expect(attentionWith(after, user)).toEqual(after)
      }),
    )
  })
})

describe('attention after a user has read', () => {
  it('lacks that user in list and map, and nobody else', () => {
    fc.assert(
      fc.property(stored, userId, (before, user) => {
        const after = attentionWithout(before, user)
        expectAgreement(after)
        const others = attending(before).filter(id => id !== user)
        expect(new Set(after.needsAttention)).toEqual(new Set(others.filter(isStorable)))
        expect(isAttending(after, user)).toBe(false)
      }),
    )
  })

  it('had them when either list or map said so', () => {
    expect(isAttending({ needsAttention: ['a'], needsAttentionMap: {} }, 'a')).toBe(true)
    expect(isAttending({ needsAttention: [], needsAttentionMap: { a: true } }, 'a')).toBe(true)
    expect(isAttending({ needsAttention: ['b'], needsAttentionMap: { a: false } }, 'a')).toBe(false)
    expect(isAttending({ needsAttention: [], needsAttentionMap: {} }, 'constructor')).toBe(false)
  })
})
