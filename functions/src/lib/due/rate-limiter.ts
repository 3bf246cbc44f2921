import type { Clock } from '../ports.ts'

/** Lets calls start at an even rate, first come, first served. */
export class RateLimiter {
  readonly #clock: Clock
  readonly #gapMs: number
  #freeAt = 0

  constructor(clock: Clock, perSecond: number) {
    this.#clock = clock
    this.#gapMs = 1000 / perSecond
  }

  /** How long the next call would wait behind `others` that are about to come. Milliseconds. */
  waitMs(others = 0): number {
    return Math.max(0, this.#freeAt - this.#clock.now().getTime()) + others * this.#gapMs
  }

  /** Resolves when this call may begin. */
  async acquire(): Promise<void> {
    const waitMs = this.waitMs()
    this.#freeAt = this.#clock.now().getTime() + waitMs + this.#gapMs
    if (waitMs > 0) await this.#clock.sleep(waitMs)
  }
}
