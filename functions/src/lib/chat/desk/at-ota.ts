import * as z from 'zod'
import { channelOfType } from '../channels/naming.ts'
import type { StoredMessage } from '../message.ts'
import { atOta, type Exchange } from './exchange.ts'

const known = z.object(atOta)
type AtOta = z.infer<typeof known>

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

/** What the ledger has of the guest's messages at one OTA, that at which they wrote first. */
export const otaWait = z.object({
  provider: z.string(),
  asks: z.array(z.object({ at: z.date(), answeredAt: z.date().optional() })),
  /** When the OTA was told that they need no answer. */
  noReplyAt: z.date().optional(),
})
export type OtaWait = z.infer<typeof otaWait>

/** Each message is answered by the first answer there that followed it, in whichever exchange. */
export function otaWaitOf(
  one: AtOta & Pick<Exchange, 'noReply'>,
  all: readonly AtOta[],
): OtaWait | undefined {
  const provider = one.otaAsks?.[0]?.provider
  if (provider === undefined) return undefined
  const answers = all.flatMap(({ otaAnswers = [] }) => otaAnswers.map(({ at }) => at.getTime()))
  const asks = (one.otaAsks ?? []).filter(ask => ask.provider === provider)
  const ended = one.noReply?.ended
  return {
    provider,
    ...(ended?.how === 'went' && { noReplyAt: ended.at }),
    asks: asks.map(({ at }) => {
      const answeredAt = Math.min(...answers.filter(time => time >= at.getTime()))
      return { at, ...(Number.isFinite(answeredAt) && { answeredAt: new Date(answeredAt) }) }
    }),
  }
}
