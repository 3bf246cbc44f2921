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
    this.#tell('…', what)
    this.#timer = setInterval(() => this.#tell('…', what), 10_000)
  }

  line(text: string): void {
    this.#stream.write(`${text}\n`)
  }

  done(what: string): void {
    this.stop()
    this.#tell('✓', what)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #tell(mark: string, what: string): void {
    this.line(`${mark} ${what} (${((Date.now() - this.#began) / 1000).toFixed(1)} s)`)
  }
}
