import { describe, expect, it } from 'vitest'
import type { StoredMessage } from '../message.ts'
import { otaWaitOf, withOtaAnswer, withOtaAsk, withoutOtaAnswer } from './at-ota.ts'
import type { Exchange } from './exchange.ts'
import { afterAnswer, afterAsk, afterClosing, afterFailure } from './exchanges.ts'
import { ledgerChanges } from './ledger.ts'

const time = (minute: number) => new Date(Date.parse('2026-11-30T12:00:00Z') + minute * 60_000)

type Said = Pick<StoredMessage, 'messageId' | 'metadata' | 'type'>
const atOta = (messageId: string): Said => ({
  ...{ messageId, type: 'ota-message' },
  metadata: { provider: 'booking', conversationId: 'c1' },
})
const byChatapp = (messageId: string): Said => ({ messageId, type: 'chatapp-message' })

const asked = (all: readonly Exchange[], message: Said, minute: number) => {
  const [arrivedAt, due] = [time(minute), time(minute + 60)]
  const channel = message.type.replace('-message', '')
  const wait = { id: `t_${message.messageId}`, channel, arrivedAt, lastAskedAt: arrivedAt }
  return withOtaAsk(afterAsk(all, { ...wait, nearAt: due, dueBy: due }), message, arrivedAt)
}
const answered = (all: readonly Exchange[], message: Said, minute: number) => {
  const { messageId } = message
  return withOtaAnswer(afterAnswer(all, { messageId, by: 'ann', at: time(minute) }), message, time(minute))
}
const waits = (all: readonly Exchange[]) => all.map(one => otaWaitOf(one, all))

describe('what the ledger has of an OTA', () => {
  it('is no answer there, while the guest was answered by chatapp', () => {
    const all = answered(asked([], atOta('q'), 0), byChatapp('a'), 5)
    expect(waits(all)).toEqual([{ provider: 'booking', asks: [{ at: time(0) }] }])
    expect(waits(answered(all, atOta('b'), 9))).toMatchObject([{ asks: [{ answeredAt: time(9) }] }])
  })

  it('is the first answer there after each message, also in a later wait, or after a closing', () => {
    const first = answered(asked(asked([], atOta('q'), 0), atOta('r'), 3), byChatapp('a'), 5)
    const second = answered(asked(first, byChatapp('s'), 10), atOta('b'), 12)
    expect(waits(second)).toMatchObject([
      { asks: [{ answeredAt: time(12) }, { answeredAt: time(12) }] },
      undefined,
    ])
    const closed = afterClosing(asked([], atOta('q'), 0), { how: 'other', by: 'ann', at: time(1) })
    expect(waits(answered(closed, atOta('b'), 2))).toMatchObject([{ asks: [{ answeredAt: time(2) }] }])
  })

  it('never was answered where the send failed, and goes with waits that become one', () => {
    const one = answered(asked([], atOta('q'), 0), atOta('a'), 1)
    const two = asked(one, atOta('r'), 2)
    expect(waits(afterFailure(two, 'a'))).toEqual([
      { provider: 'booking', asks: [{ at: time(0) }, { at: time(2) }] },
    ])
    const closed = afterClosing(asked([], atOta('q'), 0), { how: 'other', by: 'ann', at: time(1) })
    const late = answered(closed, atOta('b'), 2)
    expect(waits(withoutOtaAnswer(late, 'b'))).toEqual([{ provider: 'booking', asks: [{ at: time(0) }] }])
  })

  it('is written when it changes, with no word for other channels', () => {
    const before = answered(asked([], atOta('q'), 0), byChatapp('a'), 5)
    const after = answered(before, atOta('b'), 9)
    expect(ledgerChanges('t', before, after).records).toMatchObject([
      { id: 't_q', ota: { provider: 'booking' } },
    ])
    expect(ledgerChanges('t', after, answered(after, atOta('b'), 11)).records).toEqual([])
    const other = asked([], byChatapp('q'), 0)
    expect(ledgerChanges('t', [], other).records[0]).not.toHaveProperty('ota')
  })
})
