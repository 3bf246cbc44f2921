import * as z from 'zod'
import { collection, expiring, set, type Write } from '../../store.ts'
import { closings, type Exchange } from '../exchange.ts'
import { type Wait, waitsOf } from './exchanges.ts'

const id = z
  .string()
  .nullish()
  .transform(key => key ?? null)

/** One wait, without text. */
export const storedRecord = z.object({
  threadId: z.string(),
  propertyId: id,
  teamId: id,
  channel: z.string(),
  /** The OTA of the wait's first message. */
  provider: z.string().optional(),
  arrivedAt: z.date(),
  dueBy: z.date(),
  endedAt: z.date().optional(),
  how: z.enum(['answered', ...closings]).optional(),
  by: z.string().optional(),
  inTime: z.boolean().optional(),
})
export type LedgerRecord = z.infer<typeof storedRecord> & { id: string }

export type LedgerPlace = Pick<LedgerRecord, 'arrivedAt' | 'id'>

export const ledger = collection('ledger/{id}', storedRecord).sound

/** Records of forgotten waits stay. */
export function ledgerWrites(
  threadId: string,
  before: readonly Exchange[],
  after: readonly Exchange[],
): Write[] {
  const rows = (exchanges: readonly Exchange[]) => waitsOf(exchanges).map(one => rowOf(threadId, one))
  const stored = rows(before).map(row => JSON.stringify(row))
  return rows(after)
    .filter(row => !stored.includes(JSON.stringify(row)))
    .map(({ id, ...row }) => set(ledger.at(id), { ...row, ...expiring('ledger', row.arrivedAt) }))
}

function rowOf(threadId: string, wait: Wait): LedgerRecord {
  const { id, propertyId = null, teamId = null, channel, provider, arrivedAt, dueBy, end } = wait
  return {
    id,
    threadId,
    propertyId,
    teamId,
    channel,
    ...(provider !== undefined && { provider }),
    arrivedAt,
    dueBy,
    ...(end && { endedAt: end.at, how: end.how, by: end.by, inTime: end.at <= dueBy }),
  }
}
