import { reportLifeMs } from './presence.ts'

/** A user's last report of writing in a thread. Times are the server's, milliseconds since 1970. */
export interface Writer {
  threadId: string
  userId: string
  at: number
}

export interface WritersView {
  /** The newest first. */
  writers: readonly Writer[]
  /** How far the server's clock is ahead of this device's, at least; known after a report that is newer than the first list. */
  aheadMs?: number
}

/**
 * A report newer than all before is a moment old, even if the device's clock is wrong. The age of the first reports is
 * unknown, so the device's clock has to do. `now`: the device's clock, milliseconds.
 */
export function withWriters(
  before: WritersView | undefined,
  writers: readonly Writer[],
  now: number,
): WritersView {
  const [newest] = writers
  const isNew = before && newest && newest.at > (before.writers[0]?.at ?? Number.NEGATIVE_INFINITY)
  if (!isNew) return { ...before, writers }
  return { writers, aheadMs: Math.max(before.aheadMs ?? Number.NEGATIVE_INFINITY, newest.at - now) }
}

/** User ids by thread, each list in alphabetical order, so that no name changes its place. */
export function writingByThread(
  view: WritersView | undefined,
  { uid, now }: { uid: string; now: number },
): ReadonlyMap<string, readonly string[]> {
  const server = now + (view?.aheadMs ?? 0)
  const there = view?.writers.filter(({ userId, at }) => userId !== uid && server - at <= reportLifeMs) ?? []
  const byThread = Map.groupBy(there, ({ threadId }) => threadId)
  return new Map(
    [...byThread].map(([threadId, writers]) => [threadId, writers.map(({ userId }) => userId).toSorted()]),
  )
}
