import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { law } from '../../../test/support/law.ts'
import { areOfSeveralLandlords, conversationOf, hasReached, type Written } from './conversation.ts'
import { type GuestStay, storedGuest } from './guest.ts'
import { deliveryStatuses, type StoredMessage } from './message.ts'

const threadIds = ['a', 'b', 'hostile']
const stay = (threadId: string, guestId: string): GuestStay => ({
  reservationId: `r-${threadId}`,
  guestId,
  propertyId: `p-${threadId}`,
  arrival: '2026-06-01',
  departure: '2026-06-08',
  status: null,
})
const guest = (guestId: string) => ({ guestId, guest: storedGuest.parse({ phone: '+4915112345678' }) })
const written = (
  threadId: string,
  status: NonNullable<StoredMessage['delivery']>['status'] = 'sent',
): Written => ({
  threadId,
  delivery: { status, attempts: 1, reservationId: `r-${threadId}` },
})
/** Guests of the three threads, all with one number. */
const owners = fc.constantFrom(
  ['maria', 'maria', 'maria'],
  ['maria', 'tom', 'eve'],
  ['maria', 'maria', 'eve'],
)
const partiesOf = (guestIds: readonly string[]) => ({
  senders: [...new Set(guestIds)].map(guest),
  stays: threadIds.map((threadId, at) => stay(threadId, guestIds[at] ?? '')),
})
const sends = fc.array(
  fc
    .tuple(fc.constantFrom(...threadIds), fc.constantFrom(...deliveryStatuses))
    .map(([threadId, status]) => written(threadId, status)),
)

describe('the conversation that a message continues', () => {
  law(
    'is that of what it replies to, whatever was written since, and whoever has the number too',
    [fc.constantFrom(...threadIds), sends, owners],
    (threadId, sent, guestIds) => {
      const parties = partiesOf(guestIds)
      const at = threadIds.indexOf(threadId)
      expect(conversationOf({ repliedTo: written(threadId), sent, ...parties })).toMatchObject({
        threadId,
        writer: { guestId: guestIds[at] },
      })
    },
  )

  law('is else that of what last reached the address', [sends, owners], (sent, guestIds) => {
    const last = sent.find(hasReached)
    const conversation = conversationOf({ repliedTo: undefined, sent, ...partiesOf(guestIds) })
    if (!last) expect(conversation).toBeUndefined()
    else expect(conversation).toMatchObject({ threadId: last.threadId })
  })

  law('is not changed by stays that nobody wrote about', [sends, owners], (sent, guestIds) => {
    const honest = sent.filter(({ threadId }) => threadId !== 'hostile')
    const [all, before] = [partiesOf(guestIds), partiesOf(guestIds)]
    before.stays = before.stays.filter(({ reservationId }) => reservationId !== 'r-hostile')
    expect(conversationOf({ sent: honest, ...all })).toEqual(conversationOf({ sent: honest, ...before }))
  })

  it('is never another guest’s once the number was corrected or has a new owner', () => {
    const others = { senders: [guest('new')], stays: [stay('b', 'new')] }
    expect(conversationOf({ sent: [written('a'), written('b')], ...others })).toMatchObject({ threadId: 'b' })
    expect(conversationOf({ repliedTo: written('a'), sent: [], ...others })).toBe('astray')
    expect(conversationOf({ repliedTo: written('a'), sent: [], senders: [], stays: [] })).toBe('astray')
  })

  it('may be one without a stay', () => {
    const own = { guestId: 'maria', guest: storedGuest.parse({ threadId: 'own' }) }
    const message = { threadId: 'own', reservationId: null }
    expect(conversationOf({ repliedTo: message, sent: [], senders: [own], stays: [] })).toEqual({
      threadId: 'own',
      writer: own,
    })
  })
})

describe('stays', () => {
  const places = new Map([
    ['p1', { landlordId: 'ann' }],
    ['p2', { landlordId: 'ann' }],
    ['p3', { landlordId: 'bob' }],
  ])
  it.each([
    [['p1', 'p2'], false],
    [['p1', 'p3'], true],
    [['p1', 'p4'], true],
    [['p1', null], true],
    [['p5', 'p5'], false],
    [['p5', 'p6'], true],
    [[null, undefined], false],
    [[], false],
  ])('at %j are let by several landlords: %s', (propertyIds, expected) => {
    const stays = propertyIds.map(propertyId => ({ propertyId }))
    expect(areOfSeveralLandlords(stays, places)).toBe(expected)
  })
})
