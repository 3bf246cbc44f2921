/**
 * This process's posts of the current minute, stored or in flight, by counter. A user's stored counter is incremented
 * unconditionally, so that no commit depends on it, and lags behind posts in flight. With the tally, concurrent posts
 * exceed a limit at most once per process.
 */
export class PostTally {
  #minuteEndsAt = 0
  #counts = new Map<string, number>()

  count(counterId: string): number {
    return this.#counts.get(counterId) ?? 0
  }

  /** Counts `times` more in the minute that ends then; returns the undo. */
  add(counterId: string, minuteEndsAt: Date, times = 1): () => void {
    if (minuteEndsAt.getTime() > this.#minuteEndsAt) {
      this.#minuteEndsAt = minuteEndsAt.getTime()
      this.#counts = new Map()
    }
    const counts = this.#counts
    const change = (by: number) => void counts.set(counterId, (counts.get(counterId) ?? 0) + by)
    change(times)
    return () => change(-times)
  }
}
