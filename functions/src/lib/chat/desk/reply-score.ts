/** A guest's message at an OTA, and what became of it there. */
export interface ScoredAsk {
  at: Date
  answeredAt?: Date | undefined
  /** When the OTA was told that it needs no answer. */
  noReplyAt?: Date | undefined
}

export interface ReplyScore {
  /** 0 to 1; null while the OTA shows none. */
  share: number | null
  answered: number
  /** Of so many messages. */
  counted: number
}

const dayMs = 24 * 60 * 60_000
/** The days that count, and how many messages there are at least before it is shown, or older ones count. */
const [days, fewest] = [30, 10]

/**
 * Booking.com's reply score: the share of guests' messages of the last 30 days that were answered within 24 hours; where
 * there are fewer than ten, of the last ten. It is shown from the tenth message on. What was marked within 24 hours as
 * needing no reply is left out, and so is what may still be answered in time.
 */
export function replyScoreOf(asks: readonly ScoredAsk[], now: Date): ReplyScore {
  const decided = asks
    .filter(ask => !isExcused(ask) && (isAnswered(ask) || now.getTime() - ask.at.getTime() >= dayMs))
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
  const lately = decided.filter(({ at }) => now.getTime() - at.getTime() < days * dayMs)
  const counting = lately.length < fewest ? decided.slice(0, fewest) : lately
  const [answered, counted] = [counting.filter(isAnswered).length, counting.length]
  return { share: counted < fewest ? null : answered / counted, answered, counted }
}

/** How many messages are decided by the last 30 days alone: with so many no older one counts. */
export const isEnough = ({ counted }: ReplyScore): boolean => counted >= fewest

const within = (at: Date, then: Date | undefined): boolean =>
  then !== undefined && then >= at && then.getTime() - at.getTime() <= dayMs

const isAnswered = ({ at, answeredAt }: ScoredAsk): boolean => within(at, answeredAt)
const isExcused = ({ at, noReplyAt }: ScoredAsk): boolean => within(at, noReplyAt)
