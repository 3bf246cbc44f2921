/**
 * Posts of the minute that this process has stored or is storing, by counter. Stored counters go up blindly, so that no
 * commit depends on one, and show a post only once it is stored: beside the tally, posts at once pass a limit at most
 * once in each process that they reach.
 */
export class PostTally {
  #minuteEndsAt = 0
  #counts = new Map<string, number>()

  count(counterId: string): number {
    return this.#counts.get(counterId) ?? 0
  }

  /** Counts a post that is about to be stored; answers how that is taken back. */
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
