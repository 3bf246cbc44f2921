export interface Limit {
  quota: number
  windowMs: number
  /** Calls at once; 0: evenly. By default half of a minute's quota, a tenth of a longer window's. */
  burst?: number
}

const burstOf = ({ quota, windowMs }: Limit): number =>
  Math.max(1, windowMs <= 60_000 ? quota / 2 : quota / 10)

/** Every window, wherever it begins, keeps the quota. */
export class TokenBucket {
  readonly #gapMs: number
  readonly #leadMs: number
  #fullAt = 0

  constructor(limit: Limit) {
    const { burst = burstOf(limit), quota, windowMs } = limit
    this.#gapMs = windowMs / Math.max(quota - burst, quota / 2)
    this.#leadMs = Math.max(0, burst - 1) * this.#gapMs
  }

  waitMs(now: number, others = 0): number {
    return Math.max(0, Math.ceil(Math.max(this.#fullAt, now) + others * this.#gapMs - this.#leadMs - now))
  }

  take(now: number): void {
    this.#fullAt = Math.max(this.#fullAt, now) + this.#gapMs
  }
}
