import * as z from 'zod'
import { laneNames } from '../due/lanes.ts'
import type { EventSource, Subject } from './subjects.ts'

const time = z.date().optional().catch(undefined)
const trouble = z.object({ since: z.date(), at: z.date() })

/** `heartbeats/{subject}`: when something was last alive, and what came for it since. */
export const storedHeartbeat = z.object({
  /** When it last did what it is there for. */
  at: time,
  /** When the run that ended then began. */
  startedAt: time,
  /** Since when it is looked at, for one that has never been alive. */
  expectedSince: time,
  /** When the first event came that it has missed. */
  missedSince: time,
  /** The last of them. */
  missedUntil: time,
  /** An event that may still be on its way. */
  candidate: time,
  /** How many looks in a row have found one that it has missed. */
  finds: z.number().optional().catch(undefined),
  /** Lanes whose vendor has taken nothing from its process: since when, and when that was last so. */
  hindered: z.partialRecord(z.enum(laneNames), trouble).optional().catch(undefined),
})
export type Heartbeat = z.infer<typeof storedHeartbeat>

/** `heartbeats`. Each call is one round trip, or some side by side. */
export interface Heartbeats {
  all(): Promise<ReadonlyMap<string, Heartbeat>>
  /** Writes these fields, whole; one that is undefined is taken away, the others stay. */
  note(subject: Subject, fields: Partial<Heartbeat>): Promise<void>
  /** When the newest event of each source was; undefined where there was none. */
  newestEvents(): Promise<NewestEvents>
}
export type NewestEvents = Record<EventSource, Date | undefined>

/** What is alive says so at most this often. Milliseconds. */
export const beatEveryMs = 60_000

/** Since when it is known to be alive, or to be looked at. */
export const lastSign = ({ at, expectedSince }: Heartbeat): Date | undefined => at ?? expectedSince

/** Whether an event came so long after the last sign of life that it must have caused another one. */
function isMissed(event: Date, beat: Heartbeat): boolean {
  const sign = lastSign(beat)
  return sign !== undefined && event.getTime() > sign.getTime() + beatEveryMs
}

/** Since when events are missed; undefined where there was a sign of life after that. */
export const missedSince = (beat: Heartbeat): Date | undefined =>
  beat.missedSince && isMissed(beat.missedSince, beat) ? beat.missedSince : undefined

/** How many were found one after the other that have been missed, without a sign of life in between. */
export const findsSince = (beat: Heartbeat): number => (missedSince(beat) ? (beat.finds ?? 0) : 0)

/** What is noted when an event was found that should have caused a sign of life; undefined where it is no news. */
export function afterFind(beat: Heartbeat, event: Date): Partial<Heartbeat> | undefined {
  if (!isMissed(event, beat)) return undefined
  const before = missedSince(beat)
  if (before && event <= (beat.missedUntil ?? before)) return undefined
  return { missedSince: before ?? event, missedUntil: event, finds: findsSince(beat) + 1 }
}

/** Whoever is called for an event is given this long before it counts as missed. Milliseconds. */
const patienceMs = 60_000

/** What is noted of a trigger when its newest event is known: it is looked at again when it has had time to be handled. */
export function afterLook(
  beat: Heartbeat,
  newest: Date | undefined,
  now: Date,
): Partial<Heartbeat> | undefined {
  const { candidate } = beat
  if (candidate && now.getTime() - candidate.getTime() < patienceMs) return undefined
  const next = newest && newest > (candidate ?? lastSign(beat) ?? now) ? newest : undefined
  if (!candidate && !next) return undefined
  return { ...(candidate && afterFind(beat, candidate)), candidate: next }
}
