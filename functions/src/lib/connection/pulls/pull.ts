import * as z from 'zod'
import { reason } from '../../shapes.ts'

const conflict = z
  .object({
    reservationId: z.string(),
    arrival: z.string().meta({ description: 'A day, YYYY-MM-DD.' }),
    departure: z.string().meta({ description: 'A day, YYYY-MM-DD.' }),
    roomId: z.string().nullable().meta({ description: 'Null without a room of ours.' }),
    overlaps: z.array(z.string()).meta({ description: 'The reservations it lies over.' }),
  })
  .meta({ id: 'ReservationConflict' })
export type Conflict = z.infer<typeof conflict>

const count = z.number().int().nonnegative().default(0)

export const pullSummary = z.object({
  startedAt: z.date(),
  endedAt: z.date().nullish(),
  imported: count,
  updated: count,
  unmapped: z.array(z.string()).default([]),
  conflicts: z.array(conflict).default([]),
  /** An open pull continues from there. */
  error: reason.loose().nullish(),
})

const initiator = z.looseObject({
  auditId: z.string(),
  actorId: z.string(),
  ipAddress: z.string(),
  claimedAddress: z.string().optional(),
  userAgent: z.string(),
  ota: z.string(),
  channelId: z.string(),
})
export type PullInitiator = z.infer<typeof initiator>

export const storedPull = z.looseObject({
  channelManagerPropertyId: z.string(),
  /** Anybody may take it over without a live lease. */
  open: z.boolean(),
  /** Another request during the pull. */
  again: z.boolean().default(false),
  requestedAt: z.date(),
  claimId: z.string().nullish(),
  leaseUntil: z.date(),
  ...pullSummary.shape,
  /** The previous result, restored after a quiet pull. */
  before: pullSummary.nullish(),
  loadChannelIds: z.array(z.string()).default([]),
  /** The list is due: upcoming stays, and bookings since then. */
  listFrom: z.date().nullish(),
  presses: z.array(initiator).default([]),
  /** In a row. */
  failures: count,
  dueAt: z.date().nullish(),
})
export type Pull = z.infer<typeof storedPull>

const loaded = {
  imported: z.number().meta({ description: 'Reservations stored anew.' }),
  updated: z.number().meta({ description: 'Reservations changed or cancelled.' }),
  unmapped: z.number().meta({ description: 'Reservations without a room of ours.' }),
  conflicts: z.array(conflict),
}

export const loadProgress = z
  .object({
    status: z.enum(['idle', 'running', 'failed']),
    ...loaded,
    startedAt: z.date().nullable().meta({ description: 'Null before the first time.' }),
    endedAt: z.date().nullable(),
    error: reason.optional(),
  })
  .meta({ id: 'LoadProgress', description: 'How loading the reservations of a property goes.' })
export type LoadProgress = z.infer<typeof loadProgress>

export const loadedReservations = z.object(loaded).meta({ id: 'LoadedReservations' })
export type LoadResult = z.infer<typeof loadedReservations>

export function progressOf(pull: Pull | undefined): LoadProgress {
  const nothing = { imported: 0, updated: 0, unmapped: 0, conflicts: [] }
  if (!pull) return { status: 'idle', ...nothing, startedAt: null, endedAt: null }
  const { startedAt, endedAt = null, error } = pull
  return {
    status: pull.open && endedAt === null ? 'running' : error ? 'failed' : 'idle',
    ...resultOf(pull),
    startedAt,
    endedAt,
    ...(error && { error: { code: error.code, detail: error.detail, nextAction: error.nextAction } }),
  }
}

export const resultOf = ({ imported, updated, unmapped, conflicts }: Pull): LoadResult => ({
  imported,
  updated,
  unmapped: unmapped.length,
  conflicts,
})
