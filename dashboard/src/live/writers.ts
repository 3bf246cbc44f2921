import { countsMs } from './presence.ts'

/** Somebody who writes in a thread, as they said last. Times are the server's, milliseconds since 1970. */
export interface Writer {
  threadId: string
  userId: string
  at: number
}

export interface WritersView {
  /** The newest first. */
  writers: readonly Writer[]
  /** How far the server's clock is ahead of this device's, at least; known once somebody has spoken meanwhile. */
  aheadMs?: number
}

/**
 * A report newer than all before is a moment old, whatever the device's clock says. The age of the first reports is
 * unknown, so that clock has to do. `now`: the device's clock, milliseconds.
 */
export function afterTelling(
  before: WritersView | undefined,
  writers: readonly Writer[],
  now: number,
): WritersView {
  const [newest] = writers
  const isNew = before && newest && newest.at > (before.writers[0]?.at ?? Number.NEGATIVE_INFINITY)
  if (!isNew) return { ...before, writers }
  return { writers, aheadMs: Math.max(before.aheadMs ?? Number.NEGATIVE_INFINITY, newest.at - now) }
}

/** User ids by thread, in the order of the ids, so that the list never jumps. */
export function writingByThread(
  view: WritersView | undefined,
  { uid, now }: { uid: string; now: number },
): ReadonlyMap<string, readonly string[]> {
  const server = now + (view?.aheadMs ?? 0)
  const there = view?.writers.filter(({ userId, at }) => userId !== uid && server - at <= countsMs) ?? []
  const byThread = Map.groupBy(there, ({ threadId }) => threadId)
  return new Map(
    [...byThread].map(([threadId, writers]) => [threadId, writers.map(({ userId }) => userId).toSorted()]),
  )
}
