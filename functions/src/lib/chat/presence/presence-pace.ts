/** How far apart the writes are by which somebody says the same. Milliseconds. */
export const paceMs = 20_000

/** What people have said of themselves through this process: who says the same again soon need not be written again. */
export class PresencePace {
  /** By person and thread, the oldest first. */
  readonly #said = new Map<string, { isWriting: boolean; at: number }>()

  /** Whether it is to be written, which counts as done; of somebody in a thread, `key`. */
  turn(key: string, isWriting: boolean, at: Date): boolean {
    const now = at.getTime()
    const last = this.#said.get(key)
    if (last?.isWriting === isWriting && now - last.at < paceMs && now >= last.at) return false
    this.#said.delete(key)
    this.#said.set(key, { isWriting, at: now })
    this.#forgetUntil(now - paceMs)
    return true
  }

  /** It could not be written. */
  forget(key: string): void {
    this.#said.delete(key)
  }

  #forgetUntil(time: number): void {
    for (const [key, { at }] of this.#said) {
      if (at > time) return
      this.#said.delete(key)
    }
  }
}
