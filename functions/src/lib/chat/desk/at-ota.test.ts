import { expect, it } from 'vitest'
import type { StoredMessage } from '../message.ts'
import { withOtaAnswer, withOtaAsk, withoutOtaAnswer } from './at-ota.ts'
import type { Exchange } from './exchange.ts'
import { afterAnswer, afterAsk, afterClosing, afterFailure } from './exchanges.ts'

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
const answersIn = (all: readonly Exchange[]) => all.flatMap(({ otaAnswers = [] }) => otaAnswers)

it('an answer by chatapp is none at the OTA, and a later one there is', () => {
  const all = answered(asked([], atOta('q'), 0), byChatapp('a'), 5)
  expect(answersIn(all)).toEqual([])
  expect(answersIn(answered(all, atOta('b'), 9))).toEqual([{ messageId: 'b', at: time(9) }])
})

it('an answer whose send failed is none, and messages go with waits that become one', () => {
  const one = answered(asked([], atOta('q'), 0), atOta('a'), 1)
  const failed = afterFailure(asked(one, atOta('r'), 2), 'a')
  expect(failed).toMatchObject([{ otaAsks: [{ at: time(0) }, { at: time(2) }] }])
  expect(answersIn(failed)).toEqual([])
  const closed = afterClosing(asked([], atOta('q'), 0), { how: 'other', by: 'ann', at: time(1) })
  expect(answersIn(withoutOtaAnswer(answered(closed, atOta('b'), 2), 'b'))).toEqual([])
})
