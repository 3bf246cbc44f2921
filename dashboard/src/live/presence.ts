/** The last report of each user of one thread. Times are the server's, milliseconds since 1970. */
export type Presence = Readonly<Record<string, { at: number; isWriting: boolean }>>

/** Time for which a report counts. Milliseconds. */
export const reportLifeMs = 45_000

/** The reports, and how far the server's clock is ahead of this window's, at least. */
export interface PresenceView {
  people: Presence
  aheadMs: number
}

export const noPresence: PresenceView = { people: {}, aheadMs: Number.NEGATIVE_INFINITY }

/**
 * Estimates the server's clock from the newest report, since this device's clock may be wrong. The newest report is at
 * most a moment old, since this window reports its own user before it listens. `now`: this window's clock, milliseconds.
 */
export const withReports = ({ aheadMs }: PresenceView, people: Presence, now: number): PresenceView => ({
  people,
  aheadMs: Math.max(aheadMs, ...Object.values(people).map(({ at }) => at - now)),
})

export interface Others {
  /** User ids in alphabetical order, so that no name changes its place. */
  writing: string[]
  open: string[]
}

/** Other users with the thread open, each in one of the two lists. */
export function othersIn(
  { people, aheadMs }: PresenceView,
  { uid, now }: { uid: string; now: number },
): Others {
  const there = Object.entries(people)
    .filter(([id, { at }]) => id !== uid && now + aheadMs - at <= reportLifeMs)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  const idsOf = (isWriting: boolean) =>
    there.flatMap(([id, one]) => (one.isWriting === isWriting ? [id] : []))
  return { writing: idsOf(true), open: idsOf(false) }
}
