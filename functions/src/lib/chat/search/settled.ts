import type { Clock } from '../../ports.ts'

/** What changed less than that many milliseconds ago may have its sync under way. */
const settling = 60_000

/** Whether what happened at that time has had the time to reach the index by itself. */
export const isSettled = (clock: Clock, time: Date): boolean =>
  clock.now().getTime() - time.getTime() >= settling
