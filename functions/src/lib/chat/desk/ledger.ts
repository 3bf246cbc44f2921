import * as z from 'zod'
import { closings, type Exchange } from './exchange.ts'
import { endOf } from './exchanges.ts'

const id = z
  .string()
  .nullish()
  .transform(known => known ?? null)

/** `ledger/{id}`: one stretch in which a guest waited. It holds no text. */
export const storedRecord = z.object({
  threadId: z.string(),
  propertyId: id,
  teamId: id,
  channel: z.string(),
  /** The OTA, where it began at one. */
  provider: z.string().optional(),
  arrivedAt: z.date(),
  dueBy: z.date(),
  endedAt: z.date().optional(),
  how: z.enum(['answered', ...closings]).optional(),
  by: z.string().optional(),
  /** Whether it ended before it was due. */
  inTime: z.boolean().optional(),
})
export type LedgerRecord = z.infer<typeof storedRecord> & { id: string }

/** Records as they are from now on, and those that never were. */
export interface LedgerChanges {
  records: readonly LedgerRecord[]
  gone: readonly string[]
}

declare module '../../commit-extras.ts' {
  interface CommitExtras {
    ledger?: LedgerChanges | undefined
  }
}

/** What the ledger has to say of a thread whose exchanges have changed. Those that were only forgotten stay. */
export function ledgerChanges(
  threadId: string,
  before: readonly Exchange[],
  after: readonly Exchange[],
): LedgerChanges {
  const known = new Map(before.map(one => [one.id, one]))
  const isNews = (one: Exchange) => {
    const was = known.get(one.id)
    return !was || sayingOf(was) !== sayingOf(one)
  }
  const kept = new Set(after.map(({ id }) => id))
  const oldest = before.findIndex(({ id }) => kept.has(id))
  return {
    records: after.filter(isNews).map(one => {
      const { id, propertyId, teamId, channel, provider, arrivedAt, dueBy } = one
      const end = endOf(one)
      return {
        ...{
          id,
          threadId,
          propertyId: propertyId ?? null,
          teamId: teamId ?? null,
          channel,
          arrivedAt,
          dueBy,
        },
        ...(provider !== undefined && { provider }),
        ...(end && { endedAt: end.at, how: end.how, by: end.by, inTime: end.at <= dueBy }),
      }
    }),
    gone: before.filter(({ id }, at) => !kept.has(id) && oldest !== -1 && at > oldest).map(({ id }) => id),
  }
}

/** What its record says that may change. */
const sayingOf = (one: Exchange): string => JSON.stringify([one.arrivedAt, one.dueBy, endOf(one)])
