/** So many calls in a window of time. */
export interface Limit {
  name: string
  quota: number
  windowMs: number
}

/** Of a minute's calls half may come at once, of a longer window's a tenth; the rest come evenly. */
const burstOf = ({ quota, windowMs }: Limit): number =>
  Math.max(1, windowMs <= 60_000 ? quota / 2 : quota / 10)

/** Keeps any window of that length, wherever it begins, within its quota. */
export class TokenBucket {
  readonly #gapMs: number
  readonly #leadMs: number
  #fullAt = 0

  constructor(limit: Limit) {
    const burst = burstOf(limit)
    // A quota below two leaves nothing beside the burst.
    this.#gapMs = limit.windowMs / Math.max(limit.quota - burst, limit.quota / 2)
    this.#leadMs = (burst - 1) * this.#gapMs
  }

  /** How long until another call may begin. Milliseconds. */
  waitMs(now: number): number {
    return Math.max(0, Math.ceil(this.#fullAt - this.#leadMs - now))
  }

  take(now: number): void {
    this.#fullAt = Math.max(this.#fullAt, now) + this.#gapMs
  }
}
