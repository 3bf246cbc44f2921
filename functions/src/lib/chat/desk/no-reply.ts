import type { Exchange, NoReply } from '../exchange.ts'

export type NoReplyEnd = NonNullable<NoReply['ended']>['how']

/** Only Booking.com takes the mark, within these milliseconds of the message. */
const [provider, markableMs] = ['booking', 24 * 60 * 60_000]
/** Milliseconds before that limit; then the mark goes despite a possible undo. */
const lastChanceMs = 2 * 60_000

const untilOf = (askedAt: Date): Date => new Date(askedAt.getTime() + markableMs)

/** The OTA hears of the closing only after the undo time. */
export function withNoReply(exchanges: readonly Exchange[], now: Date, undoMs: number): Exchange[] {
  const last = exchanges.at(-1)
  const ask = last?.otaAsks?.at(-1)
  if (!last?.closed || ask?.provider !== provider) return [...exchanges]
  const { conversationId, at: askedAt } = ask
  const until = untilOf(askedAt)
  const isSaid = last.noReply?.ended?.how === 'went' && last.noReply.askedAt >= askedAt
  if (until <= now || isSaid || isOvertaken(exchanges, ask)) return [...exchanges]
  const chance = Math.min(now.getTime() + undoMs, until.getTime() - lastChanceMs)
  const dueAt = new Date(Math.max(now.getTime(), chance))
  return [...exchanges.slice(0, -1), { ...last, noReply: { conversationId, askedAt, dueAt } }]
}

function isOvertaken(
  exchanges: readonly Exchange[],
  { conversationId, at }: { conversationId: string; at: Date },
): boolean {
  return exchanges.some(
    ({ otaAsks = [], answers }) =>
      otaAsks.some(ask => ask.conversationId === conversationId && ask.at > at) ||
      answers.some(answer => answer.atOta && answer.send !== 'failed' && answer.at >= at),
  )
}

/** Earliest first. */
const pendingIn = (exchanges: readonly Exchange[]) =>
  exchanges
    .flatMap(({ id, closed, noReply }) => (closed && noReply && !noReply.ended ? { id, ...noReply } : []))
    .toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime())

export const noReplyDueAt = (exchanges: readonly Exchange[]): Date | null =>
  pendingIn(exchanges)[0]?.dueAt ?? null

/** `end` means that the OTA hears nothing. */
export function dueNoReply(exchanges: readonly Exchange[], now: Date) {
  const next = pendingIn(exchanges)[0]
  if (!next || next.dueAt > now) return undefined
  const isGone = isOvertaken(exchanges, { ...next, at: next.askedAt })
  const end: NoReplyEnd | undefined = isGone ? 'overtaken' : untilOf(next.askedAt) <= now ? 'late' : undefined
  const { id: exchangeId, conversationId, askedAt } = next
  return { exchangeId, conversationId, askedAt, end }
}

/** The end counts even after an undo. */
export const afterNoReply = (
  exchanges: readonly Exchange[],
  {
    exchangeId,
    conversationId,
    askedAt,
  }: Pick<NoReply, 'conversationId' | 'askedAt'> & { exchangeId: string },
  ended: NonNullable<NoReply['ended']>,
): Exchange[] =>
  exchanges.map(one =>
    one.id === exchangeId
      ? { ...one, noReply: { conversationId, askedAt, dueAt: one.noReply?.dueAt ?? ended.at, ended } }
      : one,
  )
