import * as z from 'zod'
import { laneNames } from '../due/lanes.ts'
import type { EventSource, Subject } from './subjects.ts'

const time = z.date().optional().catch(undefined)
const vendorOutage = z.object({ since: z.date(), at: z.date() })

/** `heartbeats/{subject}`: when something was last alive, and what it has missed since. */
export const storedHeartbeat = z.object({
  /** Last sign of life. */
  at: time,
  /** When that run began. */
  startedAt: time,
  /** When monitoring began, for one that has never been alive. */
  expectedSince: time,
  /** Time of the first missed event. */
  missedSince: time,
  /** Time of the last missed event. */
  missedUntil: time,
  /** An event that may still be on its way. */
  candidate: time,
  /** How many checks in a row have found a missed event. */
  finds: z.number().optional().catch(undefined),
  /** Vendor outages seen by its process, by lane: since when, and when last. */
  vendorOutages: z.partialRecord(z.enum(laneNames), vendorOutage).optional().catch(undefined),
})
export type Heartbeat = z.infer<typeof storedHeartbeat>

/** `heartbeats`. Each call is one round trip, or several in parallel. */
export interface Heartbeats {
  heartbeats(): Promise<ReadonlyMap<string, Heartbeat>>
  /** Replaces these fields; undefined removes one, the others stay. */
  noteHeartbeat(subject: Subject, fields: Partial<Heartbeat>): Promise<void>
  /** The time of each source's newest event; undefined without one. */
  newestEvents(): Promise<NewestEvents>
}
export type NewestEvents = Record<EventSource, Date | undefined>

/** Heartbeats are recorded at most this often. Milliseconds. */
export const heartbeatEveryMs = 60_000

/** The last sign of life, or when monitoring began. */
export const lastSign = ({ at, expectedSince }: Heartbeat): Date | undefined => at ?? expectedSince

/** Whether an event came so long after the last heartbeat that it should have caused another one. */
function isMissed(event: Date, heartbeat: Heartbeat): boolean {
  const sign = lastSign(heartbeat)
  return sign !== undefined && event.getTime() > sign.getTime() + heartbeatEveryMs
}

/** Since when events are missed; undefined if there was a heartbeat after that. */
export const missedSince = (heartbeat: Heartbeat): Date | undefined =>
  heartbeat.missedSince && isMissed(heartbeat.missedSince, heartbeat) ? heartbeat.missedSince : undefined

/** How many missed events were found in a row without a heartbeat in between. */
export const findsSince = (heartbeat: Heartbeat): number =>
  missedSince(heartbeat) ? (heartbeat.finds ?? 0) : 0

/** The fields to note for an event without a heartbeat; undefined if it was not missed, or is known. */
export function afterFind(heartbeat: Heartbeat, event: Date): Partial<Heartbeat> | undefined {
  if (!isMissed(event, heartbeat)) return undefined
  const before = missedSince(heartbeat)
  if (before && event <= (heartbeat.missedUntil ?? before)) return undefined
  return { missedSince: before ?? event, missedUntil: event, finds: findsSince(heartbeat) + 1 }
}

/** An event counts as missed after this. Milliseconds. */
const patienceMs = 60_000

/** The fields to note for a trigger's newest event, which is checked again once it has had time to be handled. */
export function afterLook(
  heartbeat: Heartbeat,
  newest: Date | undefined,
  now: Date,
): Partial<Heartbeat> | undefined {
  const { candidate } = heartbeat
  if (candidate && now.getTime() - candidate.getTime() < patienceMs) return undefined
  const next = newest && newest > (candidate ?? lastSign(heartbeat) ?? now) ? newest : undefined
  if (!candidate && !next) return undefined
  return { ...(candidate && afterFind(heartbeat, candidate)), candidate: next }
}
