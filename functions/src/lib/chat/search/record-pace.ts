/** Records of one thread are this far apart, after so many at once. Milliseconds. */
export const spacingMs = 3_000
export const threadBurst = 5
const dayMs = 24 * 60 * 60_000
/** How much of a day's calls may be made at once. */
export const atOnce = 1 / 20
/** Threads that are remembered before those whose turn is over are forgotten. */
const fullAt = 10_000

/**
 * When this process writes the records of threads that landlords, members and strangers change: each call of the index
 * is paid for. A record is written from the thread as it stands, so one write covers all changes before it.
 */
export class RecordPace {
  readonly #perDay: () => number
  /**
   * When the next write of a thread's record begins, or the last one began, and until when all of them, evenly spread,
   * would take. Milliseconds since 1970.
   */
  readonly #turns = new Map<string, { begins: number; spentUntil: number }>()
  /** Until when all calls so far, evenly spread, would take. */
  #spentUntil = 0

  constructor(perDay: () => number) {
    this.#perDay = perDay
  }

  /** The time from which on a change may be written, which is taken; undefined where a write that is to come covers it. */
  turn(threadId: string, at: Date): Date | undefined {
    const now = at.getTime()
    const last = this.#turns.get(threadId) ?? { begins: 0, spentUntil: 0 }
    if (last.begins > now) return undefined
    this.#spentUntil = Math.max(this.#spentUntil, now)
    const spentByThread = last.spentUntil - spacingMs * (threadBurst - 1)
    const begins = Math.max(now, spentByThread, this.#spentUntil - dayMs * atOnce)
    this.#spentUntil += dayMs / Math.max(1, this.#perDay())
    if (this.#turns.size >= fullAt) this.#forgetBefore(now)
    this.#turns.set(threadId, { begins, spentUntil: Math.max(last.spentUntil, begins) + spacingMs })
    return new Date(begins)
  }

  /** The thread is read now: what changes from now on is not covered. */
  begin(threadId: string, at: Date): void {
    const turn = this.#turns.get(threadId)
    if (turn) turn.begins = at.getTime()
  }

  /** What had that turn could not be done. */
  forget(threadId: string): void {
    this.#turns.delete(threadId)
  }

  #forgetBefore(time: number): void {
    for (const [threadId, { spentUntil }] of this.#turns) if (spentUntil < time) this.#turns.delete(threadId)
  }
}
