import * as z from 'zod'
import { properties } from '../../company.ts'
import type { Needs } from '../../context.ts'
import { dayOf, daysBetween } from '../../days.ts'
import { textAt } from '../../documents.ts'
import { clientId, documentId } from '../../identifiers.ts'
import { recordOf } from '../../record-of.ts'
import { nextCursor as cursorOfPage, sentDay } from '../../shapes.ts'
import type { Query, Store, StoredDocument } from '../../store.ts'
import { type LedgerPlace, type LedgerRecord, ledger, storedRecord } from '../desk/ledger.ts'
import { teams } from '../desk/teams.ts'
import { closings } from '../exchange.ts'
import { cursorOf, cut, daysOf, endOfDay, startIn, type Waits } from './ledger-pages.ts'
import { closingsOf, talliesBy, tally, tallyOf } from './tally.ts'

export const mostDays = 400

const day = sentDay.meta({ description: 'A day of UTC, YYYY-MM-DD.' })

export const ledgerQuery = z
  .object({
    from: day,
    to: day,
    teamId: documentId.optional(),
    propertyId: clientId.optional(),
    channel: z.string().min(1).max(64).optional(),
    format: z.enum(['json', 'csv']).default('json'),
    cursor: z.string().max(4096).optional(),
  })
  .refine(
    ({ from, to }) => {
      const days = daysBetween(from, to) + 1
      return days >= 1 && days <= mostDays
    },
    { path: ['to'], message: `must be from the day of "from" on, ${mostDays} days at most` },
  )
export type LedgerInput = Omit<z.infer<typeof ledgerQuery>, 'format'>
type LedgerFilter = Pick<LedgerInput, 'teamId' | 'propertyId' | 'channel'>

/** `until` is exclusive. */
interface LedgerSpan {
  from: Date
  until: Date
  after?: LedgerPlace | undefined
}

export const mostRecords = 10_000

const mostNames = 100

interface LedgerPage {
  records: LedgerRecord[]
  /** The last day may be incomplete. */
  days: string[]
  nextCursor: string | null
}

/**
 * At most 10,000 waits, oldest first, whole days if one fits. Throws `validation-failed` for an unknown
 * cursor.
 */
export async function ledgerPage(
  { store }: Needs<'store'>,
  { from, to, cursor, ...filter }: LedgerInput,
  most = mostRecords,
): Promise<LedgerPage> {
  const { day, after } = cursor === undefined ? { day: from } : startIn(cursor, from, to)
  const span = { from: new Date(day), until: endOfDay(to), after }
  const { records, next } = cut(await waitsIn(store, span, filter, most))
  return {
    records: records.filter(record => isOf(filter, record)),
    days: daysOf(day, to, next),
    nextCursor: next ? cursorOf(next) : null,
  }
}

/** Oldest first, then by id; skips unreadable records. */
async function waitsIn(
  store: Store,
  { from, until, after }: LedgerSpan,
  filter: LedgerFilter,
  limit: number,
): Promise<Waits> {
  const documents = await store.find(
    narrowed(filter)
      .where('arrivedAt', '>=', from)
      .where('arrivedAt', '<', until)
      .orderBy('arrivedAt')
      .orderBy('__name__')
      .after(after && [after.arrivedAt, after.id])
      .limit(limit),
  )
  const records = documents.flatMap(({ id, value }) => {
    const { data } = storedRecord.safeParse(value)
    return data ? [{ ...data, id }] : []
  })
  return { records, isCut: documents.length === limit }
}

/** `isOf` checks the other filters. */
function narrowed({ propertyId, teamId, channel }: LedgerFilter): Query {
  if (propertyId !== undefined) return ledger.any.where('propertyId', '==', propertyId)
  if (teamId !== undefined) return ledger.any.where('teamId', '==', teamId)
  return channel === undefined ? ledger.any.all() : ledger.any.where('channel', '==', channel)
}

const isOf = ({ teamId, propertyId, channel }: LedgerFilter, record: LedgerRecord): boolean =>
  (teamId === undefined || record.teamId === teamId) &&
  (propertyId === undefined || record.propertyId === propertyId) &&
  (channel === undefined || record.channel === channel)

const name = z.string().nullable().meta({ description: 'Where it is known, of the first hundred.' })

export const ledgerTallies = z
  .object({
    days: z.array(z.object({ day: z.string(), ...tally.shape })),
    total: tally,
    byChannel: z.array(z.object({ channel: z.string(), ...tally.shape })),
    byTeam: z.array(z.object({ teamId: z.string().nullable(), name, ...tally.shape })),
    byProperty: z.array(z.object({ propertyId: z.string().nullable(), name, ...tally.shape })),
    closings: z
      .object(recordOf(closings, () => z.number()))
      .meta({ description: 'Waits that were closed without an answer of ours.' }),
    nextCursor: cursorOfPage,
  })
  .meta({ id: 'Ledger' })
export type Ledger = z.infer<typeof ledgerTallies>

/** All but `days` cover the whole page. */
export async function readLedger(
  deps: Needs<'store'>,
  input: LedgerInput,
  most = mostRecords,
): Promise<Ledger> {
  const { records, days, nextCursor } = await ledgerPage(deps, input, most)
  const now = deps.clock.now()
  const byDay = Map.groupBy(records, ({ arrivedAt }) => dayOf(arrivedAt))
  const byTeam = talliesBy(records, ({ teamId }) => teamId, now)
  const byProperty = talliesBy(records, ({ propertyId }) => propertyId, now)
  const named = (of: typeof teams, rows: readonly { key: string | null }[]) =>
    rows
      .flatMap(({ key }) => key ?? [])
      .slice(0, mostNames)
      .flatMap(id => of.named(id) ?? [])
  const documents = await deps.store.get({
    teams: named(teams, byTeam),
    properties: named(properties, byProperty),
  })
  const nameIn = (among: readonly (StoredDocument | undefined)[], id: string | null) =>
    textAt(
      among.find(one => one?.id === id),
      'name',
    ) ?? null
  return {
    days: days.map(day => ({ day, ...tallyOf(byDay.get(day) ?? [], now) })),
    total: tallyOf(records, now),
    byChannel: talliesBy(records, ({ channel }) => channel, now).map(({ key, ...row }) => ({
      channel: key,
      ...row,
    })),
    byTeam: byTeam.map(({ key, ...row }) => ({ teamId: key, name: nameIn(documents.teams, key), ...row })),
    byProperty: byProperty.map(({ key, ...row }) => ({
      propertyId: key,
      name: nameIn(documents.properties, key),
      ...row,
    })),
    closings: closingsOf(records),
    nextCursor,
  }
}
