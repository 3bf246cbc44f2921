import * as z from 'zod'

/** A pulled reservation that overlaps others in the same room. */
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

/** The result of a finished pull. */
export const pullSummary = z.object({
  startedAt: z.date(),
  endedAt: z.date().nullish(),
  imported: count,
  updated: count,
  /** Reservations of this pull that match no room of ours. */
  unmapped: z.array(z.string()).default([]),
  conflicts: z.array(conflict).default([]),
  /** Why it stopped; if open, it continues from there. */
  error: reason.nullish(),
})

/** Who asked for the pull, for the audit entry written at its end. */
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

/** `reservationPulls/{propertyId}`: the lease on pulling a property's bookings, and the last pull's progress. */
export const storedPull = z.looseObject({
  channelManagerPropertyId: z.string(),
  /** There is something to pull. Without a live lease anybody may take it over. */
  open: z.boolean(),
  /** Requested again while a pull was running. */
  again: z.boolean().default(false),
  requestedAt: z.date(),
  claimId: z.string().nullish(),
  leaseUntil: z.date(),
  ...pullSummary.shape,
  /** The previous result, restored if this pull brings nothing and nobody waits for it. */
  before: pullSummary.nullish(),
  /** Channel manager ids of channels whose reservations are still to be loaded. */
  loadChannelIds: z.array(z.string()).default([]),
  /** The list of bookings is still to be read: what is upcoming, and what was made from that time on. */
  listFrom: z.date().nullish(),
  /** The initiators who wait for this pull. */
  presses: z.array(initiator).default([]),
  /** Failed pulls in a row. */
  failures: count,
  /** While open: when to take over or retry. */
  dueAt: z.date().nullish(),
})
export type Pull = z.infer<typeof storedPull>

/** Counts of a load: imported, updated, unmapped and conflicting reservations. */
export type LoadResult = Pick<LoadProgress, 'imported' | 'updated' | 'unmapped' | 'conflicts'>

/** Progress of loading reservations, for people who wait for it. */
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

/** A pull's progress; `undefined` for a property that never had one. Pure. */
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
