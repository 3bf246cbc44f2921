/** Milliseconds between equal writes. */
export const paceMs = 20_000

export class PresencePace {
  /** By user and thread, oldest first. */
  readonly #said = new Map<string, { isWriting: boolean; at: number }>()

  /** True counts as written. */
  turn(key: string, isWriting: boolean, at: Date): boolean {
    const now = at.getTime()
    const last = this.#said.get(key)
    if (last?.isWriting === isWriting && now - last.at < paceMs && now >= last.at) return false
    this.#said.delete(key)
    this.#said.set(key, { isWriting, at: now })
    this.#forgetUntil(now - paceMs)
    return true
  }

  /** After a failed write. */
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
