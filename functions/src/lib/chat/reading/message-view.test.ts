import { describe, expect, it } from 'vitest'
import { storedMessage } from '../message.ts'
import { messageView } from './message-view.ts'
import { repliedElsewhere, replyFinder } from './replies.ts'

const spoken = {
  messageId: 'm',
  threadId: 't',
  body: 'Hello',
  authorId: 'sam',
  createdAt: new Date(1000),
  source: 'platform',
  type: 'chatapp-message',
  contentType: 'text',
  externalMessageId: 'SM1',
  attachments: ['a'],
  paymentContent: { amount: 1 },
}

describe('a message', () => {
  it('is shown with the fields of the specification and no others', () => {
    const stored = { ...spoken, forwarding: { status: 'pending', attempts: 0 }, unheardOf: 'secret' }
    expect(messageView(storedMessage.parse(stored))).toEqual(spoken)
  })

  it('is shown with the state of its delivery, not with how and where it is sent', () => {
    const failure = { code: 'opted-out', detail: 'They do not want it.', nextAction: 'Call them.' }
    const delivery = {
      status: 'failed',
      attempts: 2,
      failure,
      template: { name: 'welcome', variables: { 1: 'secret' } },
      reservationId: 'stay',
      claimId: 'c',
      to: '+4915000000',
      claimedAt: new Date(1),
      leaseUntil: new Date(2),
      dueAt: new Date(4),
      callEnded: true,
      replacedIds: ['SM0'],
    }
    const view = messageView(storedMessage.parse({ ...spoken, delivery }))
    expect(view).toEqual({
      ...spoken,
      delivery: { status: 'failed', attempts: 2, failure, template: 'welcome' },
    })
  })

  it('is shown with the provider’s metadata that is known to hold no address', () => {
    const metadata = {
      replyToProviderId: 'SM0',
      button: { text: 'Yes', payload: 'y' },
      mediaTypes: ['image/png'],
    }
    const stored = storedMessage.parse({ ...spoken, metadata: { ...metadata, WaId: '4915000000' } })
    expect(messageView(stored, 'other')).toEqual({ ...spoken, metadata, replyTo: 'other' })
  })
})

describe('a reply', () => {
  const answered = { messageId: 'm1', externalMessageId: 'SM1' }
  const reply = { messageId: 'm2', metadata: { replyToProviderId: 'SM1' } }

  it('needs one look-up elsewhere, and only if the page lacks the message it answers', () => {
    expect(repliedElsewhere([answered, reply])).toEqual([])
    expect(repliedElsewhere([reply, reply, { messageId: 'm3' }])).toEqual(['SM1'])
  })

  it('finds its message among the candidates', () => {
    expect(replyFinder([answered, reply])(reply)).toBe('m1')
    expect(replyFinder([reply])(reply)).toBeUndefined()
    expect(replyFinder([{ messageId: 'without' }])({})).toBeUndefined()
  })
})
