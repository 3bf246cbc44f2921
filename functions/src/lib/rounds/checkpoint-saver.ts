/**
 * Writes down how far work side by side has come, one write after another: whoever asks while one is under way shares
 * the next. Stops when somebody else was faster, which a write says by answering false.
 */
export class CheckpointSaver {
  readonly #write: () => Promise<boolean>
  #last: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined
  isAlone = true

  constructor(write: () => Promise<boolean>) {
    this.#write = write
  }

  /** Resolves when all that was done before is written. */
  save(): Promise<void> {
    this.#next ??= this.#after(this.#last)
    this.#last = this.#next
    return this.#next
  }

  async #after(before: Promise<void>): Promise<void> {
    await before.catch(() => {})
    this.#next = undefined
    if (this.isAlone) this.isAlone = await this.#write()
  }
}
