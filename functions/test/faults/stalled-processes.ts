import { Process } from './effects.ts'

/** Processes that stand still at one of their effects, until they are told to go on. */
export class StalledProcesses {
  readonly #goOns: (() => Promise<void>)[] = []

  /** Runs a process until it comes to that effect, or to its end. */
  async run(at: number, run: (process: Process) => Promise<unknown>): Promise<void> {
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const process = new Process(at, async (_effect, goOn) => {
      reached.resolve()
      await released.promise
      return goOn()
    })
    const ended = run(process).then(
      () => {},
      () => {},
    )
    await Promise.race([reached.promise, ended])
    this.#goOns.push(() => {
      released.resolve()
      return ended
    })
  }

  /** One of them goes on to its end. */
  async goOn(pick: number): Promise<void> {
    const [goOn] = this.#goOns.splice(pick % Math.max(this.#goOns.length, 1), 1)
    await goOn?.()
  }

  async allGoOn(): Promise<void> {
    for (const goOn of this.#goOns) await goOn()
  }
}
