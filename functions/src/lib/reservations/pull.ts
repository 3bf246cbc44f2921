import * as z from 'zod'

/** A reservation that was pulled and lies over others in the same room, or in a room that is not known. */
const conflict = z.object({
  reservationId: z.string(),
  arrival: z.string(),
  departure: z.string(),
  roomId: z.string().nullable(),
  overlaps: z.array(z.string()),
})
export type Conflict = z.infer<typeof conflict>

const count = z.number().int().nonnegative().default(0)
const reason = z.looseObject({ code: z.string(), detail: z.string(), nextAction: z.string() })

/** What a pull that has ended came to. */
export const pullSummary = z.object({
  startedAt: z.date(),
  endedAt: z.date().nullish(),
  imported: count,
  updated: count,
  /** Reservations of this pull without a room of ours. */
  unmapped: z.array(z.string()).default([]),
  conflicts: z.array(conflict).default([]),
  /** Why it stopped; it goes on from there if it is open. */
  error: reason.nullish(),
})

/** Who asked for the pull: for the audit entry of whoever finishes it. */
const initiator = z.looseObject({
  auditId: z.string(),
  actorId: z.string(),
  ipAddress: z.string(),
  claimedAddress: z.string().optional(),
  userAgent: z.string(),
  ota: z.string(),
  channelId: z.string(),
})
export type Initiator = z.infer<typeof initiator>

/** `reservationPulls/{propertyId}`: the right to pull a property's bookings, and how far the last pull has come. */
export const storedPull = z.looseObject({
  channelManagerPropertyId: z.string(),
  /** There is something to pull; whoever holds no lease then may take it over. */
  open: z.boolean(),
  /** Asked for once more while a pull ran. */
  again: z.boolean().default(false),
  requestedAt: z.date(),
  claimId: z.string().nullish(),
  leaseUntil: z.date(),
  ...pullSummary.shape,
  /** What the last one came to, kept for the case that this one, which nobody waits for, comes to nothing. */
  before: pullSummary.nullish(),
  /** Channels, by the channel manager's ids, whose reservations it has yet to be told to load. */
  loadChannelIds: z.array(z.string()).default([]),
  /** Who waits for this pull. */
  presses: z.array(initiator).default([]),
  /** Pulls in a row that failed. */
  failures: count,
  /** While it is open: when somebody has to look, to take over or to try again. */
  dueAt: z.date().nullish(),
})
export type Pull = z.infer<typeof storedPull>

/** What loading brought: reservations stored anew, changed or cancelled, without a room, and lying over others. */
export type LoadResult = Pick<LoadProgress, 'imported' | 'updated' | 'unmapped' | 'conflicts'>

/** How loading reservations goes, for people who wait for it. */
export interface LoadProgress {
  status: 'idle' | 'running' | 'failed'
  imported: number
  updated: number
  unmapped: number
  conflicts: Conflict[]
  /** Null before the first time. */
  startedAt: Date | null
  endedAt: Date | null
  error?: { code: string; detail: string; nextAction: string }
}

/** How far a property's pull is; `undefined` is a property that never had one. Pure. */
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
  ...{ imported, updated, unmapped: unmapped.length, conflicts },
})
