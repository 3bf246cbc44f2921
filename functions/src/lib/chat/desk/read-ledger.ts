import type { Needs } from '../../context.ts'
import { dayOf } from '../../days.ts'
import type { Closing } from './exchange.ts'
import type { LedgerRecord } from './ledger.ts'
import { cursorOf, cut, daysOf, endOfDay, startIn } from './ledger-pages.ts'
import type { LedgerFilter } from './ports.ts'
import { closingsOf, type Tally, talliesBy, tallyOf } from './tally.ts'

export interface LedgerInput extends LedgerFilter {
  /** Days of UTC, YYYY-MM-DD, the last one included. */
  from: string
  to: string
  cursor?: string | undefined
}

/** Records that one answer is made of, most. */
export const mostRecords = 10_000

/** Names that are looked up for a list, most. */
const mostNames = 100

interface LedgerPage {
  records: LedgerRecord[]
  /** Those that the page is about, the last one perhaps only in part. */
  days: string[]
  nextCursor: string | null
}

/**
 * Records of waits that began on these days, oldest first; at most 10,000 are read, whole days where one fits. Throws
 * `validation-failed` for an unknown cursor.
 */
export async function ledgerPage(
  { desk }: Needs<'desk'>,
  { from, to, cursor, ...filter }: LedgerInput,
  most = mostRecords,
): Promise<LedgerPage> {
  const { day, after } = cursor === undefined ? { day: from } : startIn(cursor, from, to)
  const span = { from: new Date(day), until: endOfDay(to), after }
  const { kept, next } = cut(await desk.waits(span, filter, most))
  return {
    records: kept.filter(record => isOf(filter, record)),
    days: daysOf(day, to, next),
    nextCursor: next ? cursorOf(next) : null,
  }
}

const isOf = ({ teamId, propertyId, channel }: LedgerFilter, record: LedgerRecord): boolean =>
  (teamId === undefined || record.teamId === teamId) &&
  (propertyId === undefined || record.propertyId === propertyId) &&
  (channel === undefined || record.channel === channel)

export interface Ledger {
  days: (Tally & { day: string })[]
  total: Tally
  byChannel: (Tally & { channel: string })[]
  byTeam: (Tally & { teamId: string | null; name: string | null })[]
  byProperty: (Tally & { propertyId: string | null; name: string | null })[]
  /** Waits that were closed without an answer of ours, by the reason. */
  closings: Record<Closing, number>
  /** Asks for the days that follow; null where there are none. */
  nextCursor: string | null
}

/** How fast guests were answered. Everything but `days` is of the page's days together. */
export async function readLedger(
  deps: Needs<'desk'>,
  input: LedgerInput,
  most = mostRecords,
): Promise<Ledger> {
  const { records, days, nextCursor } = await ledgerPage(deps, input, most)
  const now = deps.clock.now()
  const byDay = Map.groupBy(records, ({ arrivedAt }) => dayOf(arrivedAt))
  const byTeam = talliesBy(records, ({ teamId }) => teamId, now)
  const byProperty = talliesBy(records, ({ propertyId }) => propertyId, now)
  const named = (rows: readonly { key: string | null }[]) =>
    rows.flatMap(({ key }) => key ?? []).slice(0, mostNames)
  const names = await deps.desk.names({ teams: named(byTeam), properties: named(byProperty) })
  const nameIn = (known: ReadonlyMap<string, string>, id: string | null) => known.get(id ?? '') ?? null
  return {
    days: days.map(day => ({ day, ...tallyOf(byDay.get(day) ?? [], now) })),
    total: tallyOf(records, now),
    byChannel: talliesBy(records, ({ channel }) => channel, now).map(({ key, ...tally }) => ({
      channel: key,
      ...tally,
    })),
    byTeam: byTeam.map(({ key, ...tally }) => ({ teamId: key, name: nameIn(names.teams, key), ...tally })),
    byProperty: byProperty.map(({ key, ...tally }) => ({
      propertyId: key,
      name: nameIn(names.properties, key),
      ...tally,
    })),
    closings: closingsOf(records),
    nextCursor,
  }
}
