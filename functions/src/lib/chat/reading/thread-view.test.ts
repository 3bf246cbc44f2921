import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { law } from '../../../../test/support/law.ts'
import type { Actor } from '../../actor.ts'
import { storedThread, type Thread } from '../thread.ts'
import { threadView } from './thread-view.ts'

const staff: Actor = { uid: 'sam', role: 'support' }
const member: Actor = { uid: 'mia', role: 'user' }

const spoken = { messageId: 'said', type: 'message', body: 'Hello', createdAt: new Date(1000) }
const note = { messageId: 'noted', type: 'note', body: 'secret', createdAt: new Date(2000) }

const thread = (fields: object): Thread => storedThread.parse({ source: 'guest', ...fields })

const noted = thread({
  participantIds: ['mia', 'sam'],
  selfJoinedIds: ['zoe'],
  roleJoinedIds: ['sam'],
  needsAttention: ['sam', 'mia'],
  importantFor: ['sam'],
  lastMessage: note,
  lastPublicMessage: { ...spoken, delivery: { status: 'sent', to: '+49150000' } },
  updatedAt: note.createdAt,
  lastChatappMessageSentAt: new Date(500),
  version: 7,
  reservationId: 'stay',
  unheardOf: 'secret',
})

const common = {
  threadId: 't',
  source: 'guest',
  participantIds: ['mia', 'sam'],
  lastPublicMessage: spoken,
  lastChatappMessageSentAt: new Date(500),
  reservationId: 'stay',
  propertyId: null,
  lastFailureId: null,
}

const view = (actor: Actor, of: Thread) => threadView(actor, 't', of)

describe('a thread', () => {
  it('is shown whole to staff, except how a message was delivered', () => {
    expect(view(staff, noted)).toEqual({
      ...common,
      lastMessage: note,
      updatedAt: note.createdAt,
      needsAttention: ['sam', 'mia'],
      importantFor: ['sam'],
      unread: true,
      attention: [{ cause: 'message', since: null }],
      important: true,
      desk: {
        state: 'open',
        ownerId: null,
        teamId: null,
        snoozedUntil: null,
        unansweredSince: null,
        dueBy: null,
        escalatedAt: null,
        failedSends: [],
        scheduledIds: [],
      },
      selfJoinedIds: ['zoe'],
      roleJoinedIds: ['sam'],
      removedIds: [],
      mergedInto: null,
      merged: [],
      version: 7,
    })
  })

  it('is shown to a participant without notes, and without the attention of others', () => {
    expect(view(member, noted)).toEqual({
      ...common,
      lastMessage: spoken,
      updatedAt: spoken.createdAt,
      needsAttention: ['mia'],
      importantFor: [],
      unread: true,
      important: false,
    })
  })

  it('is unread for every user in the list or the map', () => {
    const uneven = thread({ needsAttention: ['a'], needsAttentionMap: { mia: true, a: true, sam: false } })
    expect(view(staff, uneven)).toMatchObject({ unread: false, needsAttention: ['a', 'mia'] })
    expect(view(member, uneven)).toMatchObject({ unread: true, needsAttention: ['mia'] })
  })

  it('shows a user their own failure alone', () => {
    const failed = thread({ lastFailures: { mia: 'm_1', sam: 7 } })
    expect(view(member, failed).lastFailureId).toBe('m_1')
    for (const uid of ['sam', 'constructor', '__proto__'])
      expect(view({ uid, role: 'support' }, failed).lastFailureId).toBeNull()
  })

  it('without a message has null as its last message', () => {
    const empty = thread({ updatedAt: new Date(9) })
    expect(view(staff, empty)).toMatchObject({ lastMessage: null, updatedAt: new Date(9) })
    expect(view(member, empty)).toMatchObject({ lastMessage: null, updatedAt: null })
  })

  it('without lastPublicMessage shows lastMessage to a participant, unless it is a note', () => {
    expect(view(member, thread({ lastMessage: spoken })).lastMessage).toEqual(spoken)
    expect(view(member, thread({ lastMessage: note, updatedAt: note.createdAt }))).toMatchObject({
      lastMessage: null,
      lastPublicMessage: null,
      updatedAt: null,
    })
  })

  const dates = fc.date({ noInvalidDate: true })
  const [text, type] = [fc.string(), fc.constant('message')]
  const summaries = fc.option(fc.record({ messageId: text, body: text, type, createdAt: dates }))
  law(
    'looks the same to a participant whatever notes there are',
    [summaries, dates, fc.nat()],
    (summary, updatedAt, version) => {
      const before = thread({ lastMessage: summary, lastPublicMessage: summary })
      const after = thread({ lastMessage: note, lastPublicMessage: summary, updatedAt, version })
      expect(view(member, after)).toEqual(view(member, before))
    },
  )
})
