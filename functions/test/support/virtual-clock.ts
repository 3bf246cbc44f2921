import type { Clock } from '../../src/lib/ports.ts'

export interface VirtualClock extends Clock {
  /** Lets time pass until that work is over. */
  during<T>(work: Promise<T>): Promise<T>
  /** Lets so many milliseconds pass. */
  pass(milliseconds: number): Promise<void>
}

/** A clock on which time passes only while everybody waits, so that hours of work side by side take seconds. */
export function virtualClock(start: Date): VirtualClock {
  let now = start.getTime()
  const sleepers = new Map<number, (() => void)[]>()
  const sleep = (milliseconds: number) =>
    new Promise<void>(resolve => {
      const at = now + Math.max(0, milliseconds)
      sleepers.set(at, [...(sleepers.get(at) ?? []), resolve])
    })

  async function during<T>(work: Promise<T>): Promise<T> {
    let isOver = false
    const end = () => {
      isOver = true
    }
    work.then(end, end)
    for (;;) {
      await new Promise(resolve => setImmediate(resolve))
      if (isOver) return work
      if (sleepers.size === 0) throw new Error('nobody sleeps, and the work does not end')
      now = Math.min(...sleepers.keys())
      const awake = sleepers.get(now) ?? []
      sleepers.delete(now)
      for (const wake of awake) wake()
    }
  }
  return { now: () => new Date(now), sleep, during, pass: milliseconds => during(sleep(milliseconds)) }
}
