import { describe, expect, it } from 'vitest'
import { storedThread } from '../thread.ts'
import { driftOf } from './drift.ts'
import { threadRecord } from './thread-record.ts'

const thread = storedThread.parse({
  source: 'guest',
  participantIds: ['a', 'b'],
  lastPublicMessage: { messageId: 'm', body: 'Hello', createdAt: new Date(0) },
  version: 3,
})
const record = threadRecord('t', thread)
const asStored = { ...structuredClone(record) }

describe('the drift of a record', () => {
  it.each([
    ['missing', undefined],
    ['behind', { ...asStored, version: 3 }],
    ['behind', { ...asStored, version: undefined }],
    ['behind', { ...asStored, version: '99' }],
    ['ahead', { ...asStored, version: 5, participantIds: [] }],
    ['different', { ...asStored, participantIds: ['b', 'a'] }],
    ['different', { ...asStored, lastMessage: { ...asStored.lastMessage, body: 'Hullo' } }],
    ['different', { ...asStored, lastMessage: { ...asStored.lastMessage, extra: 1 } }],
    ['different', { ...asStored, updatedAt: 0 }],
    ['different', { objectID: 't', version: 4 }],
  ])('is %s for %j', (expected, stored) => {
    expect(driftOf(record, stored)).toBe(expected)
  })

  it('is none for a correct record, whatever else it carries', () => {
    expect(driftOf(record, asStored)).toBeUndefined()
    expect(driftOf(record, { ...asStored, rank: 7, lastEditedBy: 'somebody' })).toBeUndefined()
  })
})
