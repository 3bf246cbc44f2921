import type { Answer, Closing, Exchange } from '../exchange.ts'
import { later } from '../times.ts'
import { earlier } from './deadline.ts'

const [mostExchanges, mostAnswers, mostOtaAsks] = [10, 20, 20]

interface End {
  how: 'answered' | Closing
  by: string
  at: Date
}

/** A wait spans exchanges up to the first with an end. */
export interface Wait extends Exchange {
  end?: End | undefined
}

type Ends = (answer: Answer) => boolean
const isAccepted: Ends = ({ send }) => send === undefined
const mayArrive: Ends = ({ send }) => send !== 'failed'

/** A late report of an answer elsewhere does not cover newer questions. */
function endOf({ answers, closed, lastAskedAt }: Exchange, ends: Ends): End | undefined {
  const first = answers.find(one => one.at >= lastAskedAt && ends(one))
  if (!first || (closed && closed.at <= first.at)) return closed
  return { how: first.elsewhere ? 'answered-elsewhere' : 'answered', by: first.by, at: first.at }
}

function waitsIn(exchanges: readonly Exchange[], ends: Ends): Wait[] {
  const waits: Wait[] = []
  for (const one of exchanges) {
    const end = endOf(one, ends)
    const last = waits.at(-1)
    if (last && !last.end) waits.splice(-1, 1, { ...goingOn(last, one), end })
    else waits.push({ ...one, end })
  }
  return waits
}

export const waitsOf = (exchanges: readonly Exchange[]): Wait[] => waitsIn(exchanges, isAccepted)

/** An answer under way ends the wait. */
export function openWait(exchanges: readonly Exchange[]): Wait | undefined {
  const last = waitsIn(exchanges, mayArrive).at(-1)
  return last?.end ? undefined : last
}

/** A message from triage may be older. */
function goingOn<Open extends Exchange>(open: Open, ask: Exchange): Open {
  const { arrivedAt, channel, lastAskedAt, lastChannel = channel, otaAsks = [] } = ask
  return {
    ...open,
    ...earlier(open, ask),
    ...(arrivedAt < open.arrivedAt && { arrivedAt }),
    ...(lastAskedAt >= open.lastAskedAt && { lastAskedAt, lastChannel }),
    ...(otaAsks.length > 0 && { otaAsks: [...(open.otaAsks ?? []), ...otaAsks].slice(-mostOtaAsks) }),
  }
}

export function afterAsk(exchanges: readonly Exchange[], ask: Exchange): Exchange[] {
  const last = exchanges.at(-1)
  if (last && last.answers.length === 0 && !last.closed)
    return [...exchanges.slice(0, -1), goingOn(last, ask)]
  const all = [...exchanges, ask]
  if (all.length <= mostExchanges) return all
  // A wait leaves the list as a whole, after its end.
  const ended = all.findIndex(one => endOf(one, isAccepted))
  return ended < 0 ? all.toSpliced(1, 1) : all.slice(ended + 1)
}

/** An answer after an accepted one does not count. The oldest failed one makes room for another. */
export function afterAnswer(exchanges: readonly Exchange[], answer: Answer): Exchange[] {
  const last = exchanges.at(-1)
  if (!last) return [...exchanges]
  const isNeedless = (one: Answer) =>
    one.messageId === answer.messageId ||
    (isAccepted(one) && one.at >= last.lastAskedAt && one.at <= answer.at && one.atOta === answer.atOta)
  if (last.answers.some(isNeedless)) return [...exchanges]
  const isFull = last.answers.length >= mostAnswers
  const forgotten = isFull ? last.answers.findIndex(({ send }) => send === 'failed') : -1
  if (isFull && forgotten < 0) return [...exchanges]
  const others = last.answers.filter((_, at) => at !== forgotten)
  // Clocks differ: an answer to a closing comes after it.
  const at = later(answer.at, last.closed?.at)
  const answers = [...others, { ...answer, at }].toSorted((a, b) => a.at.getTime() - b.at.getTime())
  return [...exchanges.slice(0, -1), { ...last, answers }]
}

/** An accepted answer stays accepted. */
export const afterSend = (
  exchanges: readonly Exchange[],
  messageId: string,
  send: Answer['send'],
): Exchange[] =>
  exchanges.map(one => ({
    ...one,
    answers: one.answers.map(({ send: before, ...answer }) => {
      const now = before && answer.messageId === messageId ? send : before
      return now ? { ...answer, send: now } : answer
    }),
  }))

/** An earlier release noted no state of an answer's send. */
export const underWay = (exchanges: readonly Exchange[], messageId: string): Exchange[] =>
  exchanges.map(one => ({
    ...one,
    answers: one.answers.map(answer =>
      answer.messageId === messageId ? { send: 'pending' as const, ...answer } : answer,
    ),
  }))

export const afterClosing = (
  exchanges: readonly Exchange[],
  closed: NonNullable<Exchange['closed']>,
): Exchange[] =>
  exchanges.map((one, at) => (at === exchanges.length - 1 && openWait(exchanges) ? { ...one, closed } : one))

export function afterReopening(
  exchanges: readonly Exchange[],
  { by, since }: { by: string; since: Date },
): Exchange[] {
  const last = exchanges.at(-1)
  if (last?.closed?.by !== by || last.closed.at < since) return [...exchanges]
  const { closed: _, noReply, ...open } = last
  return [...exchanges.slice(0, -1), { ...open, ...(noReply?.ended && { noReply }) }]
}

/** Ended waits with an item for a near deadline. */
export function waitsWithStaleAlert(exchanges: readonly Exchange[]): Exchange[] {
  const open = openWait(exchanges)
  return exchanges.filter(({ id, told }) => told?.near && id !== open?.id)
}

export function withAlerts(
  exchanges: readonly Exchange[],
  alerts: NonNullable<Exchange['told']>,
): Exchange[] {
  const [open, over] = [openWait(exchanges), waitsWithStaleAlert(exchanges)]
  return exchanges.map(one => {
    if (one.id === open?.id && Object.keys(alerts).length > 0)
      return { ...one, told: { ...one.told, ...alerts } }
    const { told: _, ...untold } = one
    return over.includes(one) ? untold : one
  })
}
