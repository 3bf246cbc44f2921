import type { Clock } from '../../../src/lib/ports.ts'

/** Draws the same numbers for the same seed. Source: https://gist.github.com/tommyettinger/46a874533244883189143505d203312c */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A clock that jumps from one thing that happens to the next. */
export class Clockwork implements Clock {
  #now: number
  readonly #coming: { at: number; happen: () => unknown }[] = []

  constructor(start: Date) {
    this.#now = start.getTime()
  }

  now(): Date {
    return new Date(this.#now)
  }

  async sleep(): Promise<void> {}

  /** Something happens after that many seconds. */
  in(seconds: number, happen: () => unknown): void {
    const at = this.#now + seconds * 1000
    const behind = this.#coming.findIndex(other => other.at > at)
    this.#coming.splice(behind < 0 ? this.#coming.length : behind, 0, { at, happen })
  }

  async runUntil(end: Date): Promise<void> {
    for (let next = this.#coming[0]; next && next.at <= end.getTime(); next = this.#coming[0]) {
      this.#coming.shift()
      this.#now = next.at
      await next.happen()
    }
    this.#now = end.getTime()
  }
}
