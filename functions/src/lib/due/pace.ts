import type { Clock } from '../ports.ts'

/** Lets so many calls begin in a second, evenly spread, in the order in which they come. */
export class Pace {
  readonly #clock: Clock
  readonly #gapMs: number
  #freeAt = 0

  constructor(clock: Clock, perSecond: number) {
    this.#clock = clock
    this.#gapMs = 1000 / perSecond
  }

  /** How long the next call has to wait, behind so many others that are still to come. Milliseconds. */
  waitMs(others = 0): number {
    return Math.max(0, this.#freeAt - this.#clock.now().getTime()) + others * this.#gapMs
  }

  /** Resolves when it is this call's turn. */
  async turn(): Promise<void> {
    const waitMs = this.waitMs()
    this.#freeAt = this.#clock.now().getTime() + waitMs + this.#gapMs
    if (waitMs > 0) await this.#clock.sleep(waitMs)
  }
}
