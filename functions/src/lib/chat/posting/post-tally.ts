/**
 * This process's posts of the current minute, stored or in flight, by counter. Stored counters are incremented
 * unconditionally, so that no commit depends on one, and lag behind posts in flight. With the tally, concurrent posts
 * exceed a limit at most once per process.
 */
export class PostTally {
  #minuteEndsAt = 0
  #counts = new Map<string, number>()

  count(counterId: string): number {
    return this.#counts.get(counterId) ?? 0
  }

  /** Counts a post about to be stored; returns the undo. */
  add(counterIds: readonly string[], minuteEndsAt: Date): () => void {
    if (minuteEndsAt.getTime() > this.#minuteEndsAt) {
      this.#minuteEndsAt = minuteEndsAt.getTime()
      this.#counts = new Map()
    }
    const counts = this.#counts
    const change = (by: number) => {
      for (const id of counterIds) counts.set(id, (counts.get(id) ?? 0) + by)
    }
    change(1)
    return () => change(-1)
  }
}
