const everyMs = 10_000

/** Says what is being waited for, with the elapsed time, in a line at the beginning and every ten seconds. */
export class Progress {
  readonly #stream: NodeJS.WriteStream
  readonly #began = Date.now()
  #timer: NodeJS.Timeout | undefined

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream
  }

  /** From now on `what` is being waited for. */
  start(what: string): void {
    this.stop()
    const tell = () => this.line(`… ${what} (${this.#elapsed()})`)
    tell()
    this.#timer = setInterval(tell, everyMs)
  }

  line(text: string): void {
    this.#stream.write(`${text}\n`)
  }

  done(what: string): void {
    this.line(`✓ ${what} (${this.#elapsed()})`)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #elapsed(): string {
    return `${((Date.now() - this.#began) / 1000).toFixed(1)} s`
  }
}
