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

export function installTime(): void {
  globalThis.Date = MovedDate as DateConstructor
}

/** Moves now forward. A clock knows whole milliseconds, whatever fraction of one a pause of random length has. */
export function forward(milliseconds: number): void {
  offset += Math.ceil(milliseconds)
}
