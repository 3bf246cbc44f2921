/** Says what is being waited for, with the elapsed time: one live line on a terminal, plain lines elsewhere. */
export class Progress {
  readonly #stream: NodeJS.WriteStream
  readonly #began = Date.now()
  #waitingFor = ''
  #timer: NodeJS.Timeout | undefined

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream
  }

  /** From now on `what` is being waited for. */
  start(what: string): void {
    this.#waitingFor = what
    this.#draw()
    this.#timer ??= setInterval(() => this.#draw(), this.#stream.isTTY ? 250 : 10_000)
  }

  /** A remark that stays on the screen. */
  line(text: string): void {
    this.#clear()
    this.#stream.write(`${text}\n`)
  }

  done(text: string): void {
    this.line(`✓ ${text} (${this.#elapsed()})`)
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#clear()
  }

  #elapsed(): string {
    return `${((Date.now() - this.#began) / 1000).toFixed(1)} s`
  }

  #draw(): void {
    this.#clear()
    this.#stream.write(`… ${this.#waitingFor} (${this.#elapsed()})${this.#stream.isTTY ? '' : '\n'}`)
  }

  #clear(): void {
    if (this.#stream.isTTY) this.#stream.write('\r\x1b[2K')
  }
}
