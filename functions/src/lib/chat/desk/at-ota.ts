import { channelOfType } from '../channels/naming.ts'
import type { StoredMessage } from '../message.ts'
import type { Exchange } from './exchange.ts'

type AtOta = Pick<Exchange, 'otaAsks' | 'otaAnswers'>

/** Messages of an exchange that are told apart, most; its last ones. */
const mostKept = 20

type Said = Pick<StoredMessage, 'messageId' | 'metadata' | 'type'>

/** Whether a message stands in an OTA's inbox. */
const isThere = ({ type }: Said): boolean => channelOfType(type) === 'ota'

/** The last exchange has the guest's message too, where it came by an OTA. */
export function withOtaAsk<One extends AtOta>(exchanges: readonly One[], message: Said, at: Date): One[] {
  const { provider, conversationId } = message.metadata ?? {}
  if (!isThere(message) || !provider || !conversationId) return [...exchanges]
  return withLast(exchanges, ({ otaAsks = [] }) => ({
    otaAsks: [...otaAsks, { provider, conversationId, at }].slice(-mostKept),
  }))
}

/** The same with an answer that was given there. */
export function withOtaAnswer<One extends AtOta>(exchanges: readonly One[], message: Said, at: Date): One[] {
  const { messageId } = message
  const isKnown = exchanges.some(one => one.otaAnswers?.some(answer => answer.messageId === messageId))
  if (!isThere(message) || isKnown) return [...exchanges]
  return withLast(exchanges, ({ otaAnswers = [] }) => ({
    otaAnswers: [...otaAnswers, { messageId, at }].slice(-mostKept),
  }))
}

function withLast<One extends AtOta>(exchanges: readonly One[], of: (last: One) => AtOta): One[] {
  const last = exchanges.at(-1)
  return last ? [...exchanges.slice(0, -1), { ...last, ...of(last) }] : []
}

/** A send failed: nothing stands there. */
export const withoutOtaAnswer = <One extends AtOta>(exchanges: readonly One[], messageId: string): One[] =>
  exchanges.map(one =>
    one.otaAnswers?.some(answer => answer.messageId === messageId)
      ? { ...one, otaAnswers: one.otaAnswers.filter(answer => answer.messageId !== messageId) }
      : one,
  )

/** Two stretches that have become one. */
export const bothAtOta = (first: AtOta, next: AtOta): AtOta => {
  const otaAsks = [...(first.otaAsks ?? []), ...(next.otaAsks ?? [])]
  const otaAnswers = [...(first.otaAnswers ?? []), ...(next.otaAnswers ?? [])]
  return { ...(otaAsks.length > 0 && { otaAsks }), ...(otaAnswers.length > 0 && { otaAnswers }) }
}
