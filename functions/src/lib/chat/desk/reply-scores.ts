import type { Needs } from '../../context.ts'
import type { LedgerRecord } from './ledger.ts'
import { type Ledger, type LedgerInput, readLedger } from './read-ledger.ts'
import { isEnough, type ReplyScore, replyScoreOf, type ScoredAsk } from './reply-score.ts'

/** Null: of all properties together. */
export type PropertyScore = ReplyScore & { propertyId: string | null }

const provider = 'booking'
/** A wait that began earlier has no message that counts, unless older ones do. Milliseconds. */
const spanMs = 45 * 24 * 60 * 60_000
/** Records of the span, and older ones of a property, most. */
const [most, mostOlder] = [10_000, 50]
/** Properties, most. */
const mostScores = 100

/** The reply score of each property with guests of Booking.com, most messages first, and that of all; or of one alone. */
export async function readReplyScores(
  { clock, desk }: Needs<'desk'>,
  propertyId?: string,
): Promise<PropertyScore[]> {
  const now = clock.now()
  const since = new Date(now.getTime() - spanMs)
  const lately = await desk.waitsAtOta({ provider, propertyId, since }, most)
  const byProperty = Map.groupBy(lately, record => record.propertyId)
  const ids = propertyId === undefined ? [...byProperty.keys()].slice(0, mostScores) : [propertyId]
  const older = async (id: string) => asksOf(await desk.waitsAtOta({ provider, propertyId: id }, mostOlder))
  const all = await Promise.all(
    ids.map(async id => {
      const asks = asksOf(byProperty.get(id) ?? [])
      const isWhole = id === null || isEnough(replyScoreOf(asks, now))
      return { id, asks: isWhole ? asks : await older(id) }
    }),
  )
  const each = all
    .filter(({ id, asks }) => id !== null && asks.length > 0)
    .map(({ id, asks }) => ({ propertyId: id, ...replyScoreOf(asks, now) }))
    .toSorted((a, b) => b.counted - a.counted)
  const together = {
    propertyId: null,
    ...replyScoreOf(
      all.flatMap(({ asks }) => asks),
      now,
    ),
  }
  return propertyId === undefined && each.length > 0 ? [together, ...each] : each
}

export interface LedgerWithScores extends Ledger {
  /** As they are now; on the first page alone, and where they are asked for. */
  replyScores: (PropertyScore & { name: string | null })[]
}

/** How fast guests were answered, by our own deadlines and by the OTA's. */
export async function readLedgerWithScores(
  deps: Needs<'desk'>,
  { scores = true, ...input }: LedgerInput & { scores?: boolean },
): Promise<LedgerWithScores> {
  const isFirst = scores && input.cursor === undefined
  const [ledger, replyScores] = await Promise.all([
    readLedger(deps, input),
    isFirst ? readReplyScores(deps, input.propertyId) : [],
  ])
  const properties = replyScores.flatMap(({ propertyId }) => propertyId ?? [])
  const names =
    properties.length > 0 ? (await deps.desk.names({ teams: [], properties })).properties : undefined
  const named = replyScores.map(score => ({ ...score, name: names?.get(score.propertyId ?? '') ?? null }))
  return { ...ledger, replyScores: named }
}

const asksOf = (records: readonly LedgerRecord[]): ScoredAsk[] =>
  records.flatMap(({ ota }) => (ota?.asks ?? []).map(ask => ({ ...ask, noReplyAt: ota?.noReplyAt })))
