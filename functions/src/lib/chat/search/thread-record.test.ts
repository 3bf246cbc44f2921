import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { law } from '../../../../test/support/law.ts'
import { storedThread } from '../thread.ts'
import { threadRecord } from './thread-record.ts'

const secret = 'for staff only'
const dates = fc.date({ noInvalidDate: true })
const anything = fc.oneof(fc.jsonValue({ maxDepth: 2 }), dates, fc.constant(undefined))
const note = fc.constant({ type: 'note', body: secret, messageId: secret })
const types = fc.constantFrom('message', 'chatapp-message')
const message = fc.record(
  { type: types, body: anything, messageId: anything, createdAt: anything },
  { requiredKeys: [] },
)
const ids = fc.array(fc.string({ maxLength: 4 }), { maxLength: 3 })
const threads = fc
  .record(
    {
      source: fc.string({ minLength: 1 }),
      participantIds: ids,
      selfJoinedIds: ids,
      roleJoinedIds: ids,
      needsAttention: ids,
      importantFor: ids,
      version: fc.nat(),
      updatedAt: dates,
      lastMessage: fc.option(fc.oneof(note, message)),
      lastPublicMessage: fc.option(message),
      body: fc.constant(secret),
    },
    { requiredKeys: ['source'] },
  )
  .map(fields => storedThread.parse(fields))

/** The record of a thread with these fields. */
const recordOf = (fields: object) => threadRecord('t', storedThread.parse({ source: 'x', ...fields }))

const fields = [
  ...['_tags', 'guestName', 'important', 'lastMessage', 'needsAttention', 'objectID'],
  ...['participantIds', 'source', 'threadId', 'updatedAt', 'version'],
]

describe('the search record of a thread', () => {
  law('carries every field, none undefined, and a version above zero', [threads], thread => {
    const record = threadRecord('t', thread)
    expect(Object.keys(record).sort()).toEqual(fields)
    expect(JSON.parse(JSON.stringify(record))).toEqual(record)
    expect(record.version).toBe(thread.version + 1)
    expect(record.version).toBeGreaterThan(0)
  })

  law('never shows a note, nor a field it does not know', [threads], thread => {
    expect(JSON.stringify(threadRecord('t', thread))).not.toContain(secret)
  })

  it('marks the last message of an author who joined by posting', () => {
    const lastMessage = { type: 'message', authorId: 'b', body: 'Pay here' }
    const shown = (selfJoinedIds: string[]) =>
      recordOf({ participantIds: ['a', 'b'], selfJoinedIds, lastMessage }).lastMessage?.joined
    expect([shown(['b']), shown([])]).toEqual(['self', null])
  })

  it('names members as readers, and users who joined in a role only for the views of staff', () => {
    const all = ['a', 'b', 'c', 'd']
    const joined = { selfJoinedIds: ['b', 'gone'], roleJoinedIds: ['d'] }
    const shown = ['a', 'c', 'd']
    expect(
      recordOf({ ...joined, participantIds: all, needsAttention: all, importantFor: all }),
    ).toMatchObject({
      participantIds: shown,
      needsAttention: shown,
      important: shown,
      _tags: ['a', 'c'],
    })
  })

  law('does not grow with those who join without a role', [threads, fc.nat(150)], (thread, count) => {
    const puppets = Array.from({ length: count }, (_, at) => `puppet-${at}`)
    const crowded = {
      ...thread,
      participantIds: [...thread.participantIds, ...puppets],
      selfJoinedIds: [...thread.selfJoinedIds, ...puppets],
      needsAttention: [...thread.needsAttention, ...puppets],
      needsAttentionMap: {
        ...thread.needsAttentionMap,
        ...Object.fromEntries(puppets.map(id => [id, true])),
      },
      importantFor: [...thread.importantFor, ...puppets],
    }
    expect(threadRecord('t', crowded)).toEqual(threadRecord('t', thread))
  })

  it('has in needsAttention everybody in the stored list or map', () => {
    const { needsAttention } = recordOf({ needsAttention: ['a'], needsAttentionMap: { b: true, c: false } })
    expect(needsAttention).toEqual(['a', 'b'])
  })

  it('shows the last message of a thread without a stored public one', () => {
    const { lastMessage } = recordOf({ lastMessage: { messageId: 'm', type: 'message' } })
    expect(lastMessage).toMatchObject({ messageId: 'm' })
  })

  it('stays within the size of a record that any plan allows, by shortening the text', () => {
    const record = recordOf({
      participantIds: Array.from({ length: 130 }, (_, at) => `${at}`.padStart(28, 'u')),
      lastPublicMessage: { body: '🎉"'.repeat(2000) },
    })
    const size = Buffer.byteLength(JSON.stringify(record))
    expect(size).toBeLessThanOrEqual(10_000)
    expect(size).toBeGreaterThan(9_000)
    expect(record.lastMessage?.body?.isWellFormed()).toBe(true)
  })

  it.each([
    ['of Firebase', 28, 200],
    ['as long as ids may be', 128, 200],
    ['of any script', 40, 500],
  ])('then shortens its lists, that of the readers last, with ids %s', (what, length, count) => {
    const ids = Array.from({ length: count }, (_, at) =>
      `${at}`.padStart(length, what === 'of any script' ? '漢' : 'u'),
    )
    const record = recordOf({
      participantIds: ids,
      needsAttention: ids,
      importantFor: ids.slice(0, 3),
      lastPublicMessage: { body: 'x'.repeat(2000), messageId: 'm' },
    })
    const size = Buffer.byteLength(JSON.stringify(record))
    expect(size).toBeLessThanOrEqual(10_000)
    expect(size).toBeGreaterThan(9_500)
    expect(record).toMatchObject({ participantIds: [], lastMessage: { body: '', messageId: 'm' } })
    expect(record._tags).toEqual(ids.slice(0, record._tags.length))
    if (length === 28) expect(record._tags).toHaveLength(200)
  })

  it('shortens a text without cutting a character in two', () => {
    const body = `${'x'.repeat(999)}🎉`
    const shown = recordOf({ lastPublicMessage: { body } }).lastMessage?.body ?? ''
    expect(shown.isWellFormed()).toBe(true)
    expect(shown).toHaveLength(1000)
  })
})
