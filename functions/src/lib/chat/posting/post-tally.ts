/**
 * Counts posts in flight, since the stored counter lags (no commit depends on it): concurrent posts exceed a
 * limit at most once per process.
 */
export class PostTally {
  #minuteEndsAt = 0
  #counts = new Map<string, number>()

  count(counterId: string): number {
    return this.#counts.get(counterId) ?? 0
  }

  /** Returns the undo. */
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
