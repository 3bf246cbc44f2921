import { describe, expect, it } from 'vitest'
import type { Delivery, StoredMessage } from '../message.ts'
import { afterFinding, type Finding } from './look-up.ts'
import type { ListedMessage } from './provider.ts'

const claimedAt = new Date('2026-05-01T12:00:00Z')
const minutes = (count: number): Date => new Date(claimedAt.getTime() + count * 60_000)
const failure = { code: 'outcome-unknown', detail: expect.any(String), nextAction: expect.any(String) }

const unknown = (more: Partial<Delivery> = {}): StoredMessage => ({
  messageId: 'm',
  threadId: 't',
  body: 'Hello',
  authorId: 'a',
  createdAt: claimedAt,
  source: 'platform',
  type: 'chatapp-message',
  contentType: 'text',
  delivery: {
    status: 'unknown',
    attempts: 1,
    claimId: 'c',
    claimedAt,
    answers: 2,
    to: '+4915112345678',
    dueAt: claimedAt,
    failure: { code: 'outcome-unknown', detail: 'd', nextAction: 'n' },
    ...more,
  },
})
const callEnded = true
const entry: ListedMessage = { providerMessageId: 'SM1', status: 'sent', body: 'Hello', createdAt: claimedAt }

it('a send that the provider does not show has failed when it would come too late', () => {
  const change = afterFinding(unknown({ callEnded, sendUntil: minutes(4) }), 'absent', minutes(5))
  expect(change?.delivery).toMatchObject({ status: 'failed', failure: { code: 'provider-unavailable' } })
})

describe('a provider that answers again after hours', () => {
  const looked = (message: StoredMessage, finding: Finding, at: Date): StoredMessage => {
    const { delivery } = afterFinding(message, finding, at) ?? {}
    return delivery ? { ...message, delivery } : message
  }

  it.each([
    ['absent', 'pending'],
    ['unclear', 'unknown'],
  ] as const)('is asked three times before its finding (%s) counts', (finding, status) => {
    let message = unknown({ callEnded, answers: 0 })
    for (const age of [10, 60, 120]) message = looked(message, 'unanswered', minutes(age))
    expect(message.delivery).toMatchObject({ status: 'unknown', answers: 0, dueAt: expect.any(Date) })
    for (const age of [121, 123]) {
      message = looked(message, finding, minutes(age))
      expect(message.delivery).toMatchObject({ status: 'unknown', callEnded, dueAt: expect.any(Date) })
    }
    const { delivery } = looked(message, finding, minutes(125))
    expect(delivery?.status).toBe(status)
    expect(delivery).not.toHaveProperty('answers')
    expect(delivery?.dueAt === undefined).toBe(status === 'unknown')
  })
})

describe('a send whose outcome stays unclear', () => {
  it.each([true, undefined])('is left to a person after 15 minutes (call ended: %s)', ended => {
    const message = unknown(ended ? { callEnded: ended } : {})
    const before = afterFinding(message, 'unclear', minutes(14.9))?.delivery
    expect(before).toMatchObject({ status: 'unknown', dueAt: expect.any(Date) })
    expect(before?.callEnded).toBe(ended)
    const after = afterFinding(message, 'unclear', minutes(15))?.delivery
    expect(after).toMatchObject({ status: 'unknown', failure })
    expect(after).not.toHaveProperty('dueAt')
    expect(after).not.toHaveProperty('callEnded')
  })

  it('is looked up less and less often, but at least every two minutes', () => {
    const waits = [0, 0.5, 1, 3, 10].map(age => {
      const { delivery } = afterFinding(unknown(), 'unclear', minutes(age)) ?? {}
      return (delivery?.dueAt?.getTime() ?? 0) - minutes(age).getTime()
    })
    expect(waits).toEqual([15_000, 30_000, 60_000, 120_000, 120_000])
  })
})

it.each(['sent', 'delivered', 'read'] as const)(
  'a send that the provider lists takes its status %s, at whatever age',
  status => {
    for (const age of [0.1, 6, 100]) {
      const change = afterFinding(unknown(), { ...entry, status }, minutes(age))
      expect(change).toMatchObject({ externalMessageId: 'SM1', delivery: { status, attempts: 1 } })
      expect(change?.delivery).not.toHaveProperty('failure')
    }
  },
)
