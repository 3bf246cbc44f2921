import { bothAtOta, withoutOtaAnswer } from './at-ota.ts'
import { type Deadline, earlier } from './deadline.ts'
import type { Answer, Closing, Exchange } from './exchange.ts'

/** Exchanges whose answers may still fail, and answers of each. */
const [mostExchanges, mostAnswers] = [10, 20]

const isOpen = ({ answers, closed }: Exchange): boolean => answers.length === 0 && !closed

/** The one in which a guest waits now. Only the last one can be open. */
export function openOne(exchanges: readonly Exchange[]): Exchange | undefined {
  const last = exchanges.at(-1)
  return last && isOpen(last) ? last : undefined
}

/** When and by whom an exchange ended. */
export function endOf({
  answers,
  closed,
}: Exchange): { how: 'answered' | Closing; by: string; at: Date } | undefined {
  const [first] = answers
  if (!first) return closed
  return { how: first.elsewhere ? 'answered-elsewhere' : 'answered', by: first.by, at: first.at }
}

/** A guest wrote: they wait since then, unless they have waited for longer. */
export function afterAsk(exchanges: readonly Exchange[], { latest, ...asked }: Asked): Exchange[] {
  const open = openOne(exchanges)
  if (!open) return [...exchanges, { ...asked, answers: [] }].slice(-mostExchanges)
  const { arrivedAt, nearAt, dueBy } = asked
  // What was in triage may be older than what came to the thread meanwhile.
  const since = arrivedAt < open.arrivedAt ? { arrivedAt, nearAt, dueBy } : {}
  const { channel: lastChannel, lastAskedAt } = asked
  const last = lastAskedAt < open.lastAskedAt ? {} : { lastChannel, lastAskedAt }
  const bounded = latest ? earlier({ ...open, ...since }, latest) : {}
  return [...exchanges.slice(0, -1), { ...open, ...since, ...last, ...bounded }]
}

/** What is known of an exchange when it begins. */
type Asked = Pick<
  Exchange,
  'id' | 'propertyId' | 'teamId' | 'channel' | 'provider' | 'arrivedAt' | 'lastAskedAt' | 'nearAt' | 'dueBy'
> & {
  /** By when the channel wants an answer, whoever has waited for longer. */
  latest?: Deadline | undefined
}

/**
 * An answer ends the wait. A further one counts if all before it fail. One that was given elsewhere may become known
 * late: it answers what was asked before it, and counts from when it was given.
 */
export function afterAnswer(exchanges: readonly Exchange[], given: Answer): Exchange[] {
  const last = exchanges.at(-1)
  if (!last || last.closed || last.answers.length >= mostAnswers) return [...exchanges]
  if (last.answers.some(({ messageId }) => messageId === given.messageId)) return [...exchanges]
  if (!given.elsewhere) return [...exchanges.slice(0, -1), { ...last, answers: [...last.answers, given] }]
  if (given.at < last.lastAskedAt) return [...exchanges]
  const answers = [...last.answers, given].toSorted((a, b) => a.at.getTime() - b.at.getTime())
  return [...exchanges.slice(0, -1), { ...last, answers }]
}

export function afterClosing(
  exchanges: readonly Exchange[],
  closed: NonNullable<Exchange['closed']>,
): Exchange[] {
  const open = openOne(exchanges)
  return open ? [...exchanges.slice(0, -1), { ...open, closed }] : [...exchanges]
}

/** A closing by that user since then never was. What people were told of its end they are told anew. */
export function afterReopening(
  exchanges: readonly Exchange[],
  { by, since }: { by: string; since: Date },
): Exchange[] {
  const last = exchanges.at(-1)
  if (last?.closed?.by !== by || last.closed.at < since) return [...exchanges]
  const { closed: _, told, noReply: said, ...open } = last
  const kept = { ...(told && !told.over && { told }), ...(said?.ended && { noReply: said }) }
  return [...exchanges.slice(0, -1), { ...open, ...kept }]
}

/** A send failed: its answer never was one. Who has no other answer has waited since they wrote first. */
export function afterFailure(before: readonly Exchange[], messageId: string): Exchange[] {
  const exchanges = withoutOtaAnswer(before, messageId)
  const at = exchanges.findIndex(({ answers }) => answers.some(one => one.messageId === messageId))
  const failed = exchanges[at]
  if (!failed) return exchanges
  const left = { ...failed, answers: failed.answers.filter(one => one.messageId !== messageId) }
  const [those, [next, ...others]] = [exchanges.slice(0, at), exchanges.slice(at + 1)]
  if (!isOpen(left)) return [...those, left, ...exchanges.slice(at + 1)]
  return [...those, next ? joined(left, next) : toldAnew(left), ...others]
}

/** Two stretches of which the first has not ended: one, whose items are those of the second if there are some. */
function joined({ told, ...first }: Exchange, next: Exchange): Exchange {
  const { answers, closed, lastAskedAt, lastChannel = next.channel } = next
  const ended = { answers, lastAskedAt, lastChannel, ...(closed && { closed }) }
  const both = { ...first, ...ended, ...bothAtOta(first, next) }
  if (next.told) return { ...both, told: { ...next.told, as: next.told.as ?? next.id } }
  const whole = told ? { ...both, told } : both
  return isOpen(whole) ? toldAnew(whole) : whole
}

/** What people were told was over is not. */
function toldAnew({ told, ...rest }: Exchange): Exchange {
  return told && !told.over ? { ...rest, told } : rest
}

/** An end of which nobody has been told who knew that it was nearly late. */
export const isQuietlyOver = (one: Exchange): boolean =>
  one.told?.near !== undefined && one.told.over === undefined && !isOpen(one)

/** Notes what people were told of the open one, and of those that are over. */
export const afterTelling = (
  exchanges: readonly Exchange[],
  told: NonNullable<Exchange['told']>,
  over: Date,
): Exchange[] =>
  exchanges.map(one => {
    if (isOpen(one)) return Object.keys(told).length > 0 ? { ...one, told: { ...one.told, ...told } } : one
    return isQuietlyOver(one) ? { ...one, told: { ...one.told, over } } : one
  })
