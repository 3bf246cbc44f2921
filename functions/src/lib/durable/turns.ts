import type { Clock } from '../ports.ts'

/**
 * Work of one process that would fight for the same documents goes one after another instead. Nothing depends on it:
 * other processes do not know of it, and whoever has waited too long goes on as if nobody were before.
 */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>()
  readonly #clock: Pick<Clock, 'sleep'>
  readonly #mostMs: number

  /** `mostMs`: how long one waits for each of its turns. */
  constructor(clock: Pick<Clock, 'sleep'>, mostMs = 5_000) {
    this.#clock = clock
    this.#mostMs = mostMs
  }

  /** Runs when all before it under these keys have ended. Everybody must name keys of the same kinds in the same order. */
  take<T>([key, ...rest]: readonly string[], run: () => Promise<T>): Promise<T> {
    if (key === undefined) return run()
    const before = this.#last.get(key)
    const turn = this.#after(before, () => this.take(rest, run))
    const ended = turn.then(
      () => {},
      () => {},
    )
    this.#last.set(key, ended)
    void ended.then(() => this.#last.get(key) === ended && this.#last.delete(key))
    return turn
  }

  async #after<T>(before: Promise<unknown> | undefined, run: () => Promise<T>): Promise<T> {
    if (before !== undefined) await Promise.race([before, this.#clock.sleep(this.#mostMs)])
    return run()
  }
}
