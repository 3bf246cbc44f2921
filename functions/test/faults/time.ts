/** Time that can be moved: everything in this process, the sandbox included, sees the same later now. */

const RealDate = Date
let offset = 0

class MovedDate extends RealDate {
  // Date's own constructor takes anything; only the empty one means now.
  constructor(...given: [] | ConstructorParameters<DateConstructor>) {
    if (given.length === 0) super(RealDate.now() + offset)
    else super(...(given as [number]))
  }

  static override now(): number {
    return RealDate.now() + offset
  }
}

/** Between these, in milliseconds, libraries wait before they try again; a test's own limits are longer. */
const [leastWait, mostWait] = [1000, 10_000]
const realSetTimeout = globalThis.setTimeout

/** What a library waits for before it tries again comes sooner, so that hundreds of cases fit into a run. */
const hastySetTimeout = (run: (...given: unknown[]) => void, delay = 0, ...given: unknown[]) => {
  const isRetry = delay >= leastWait && delay <= mostWait
  return realSetTimeout(run, isRetry ? delay / 20 : delay, ...given)
}

export function installTime(): void {
  globalThis.Date = MovedDate as DateConstructor
  globalThis.setTimeout = Object.assign(hastySetTimeout, realSetTimeout) as typeof setTimeout
}

/** Moves now forward, in milliseconds. */
export function forward(milliseconds: number): void {
  offset += milliseconds
}
