import type { Clock } from '../ports.ts'

/** Saves contention within one process only; work that waited too long runs anyway. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>()
  readonly #clock: Pick<Clock, 'sleep'>
  readonly #mostMs: number

  /** Per key. */
  constructor(clock: Pick<Clock, 'sleep'>, mostMs = 5_000) {
    this.#clock = clock
    this.#mostMs = mostMs
  }

  /** All callers list kinds of keys in one order. */
  run<T>([key, ...rest]: readonly string[], work: () => Promise<T>): Promise<T> {
    if (key === undefined) return work()
    const before = this.#last.get(key)
    const turn = before !== undefined ? this.#after(before, () => this.run(rest, work)) : this.run(rest, work)
    const end = () => {
      if (this.#last.get(key) === ended) this.#last.delete(key)
    }
    const ended = turn.then(end, end)
    this.#last.set(key, ended)
    return turn
  }

  async #after<T>(before: Promise<unknown>, work: () => Promise<T>): Promise<T> {
    await Promise.race([before, this.#clock.sleep(this.#mostMs)])
    return work()
  }
}
