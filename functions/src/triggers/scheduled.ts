import type { ScheduleName } from '../lib/health/subjects.ts'
import type { Log } from '../lib/ports.ts'

/** The part of Express's response that the scheduler's call needs. */
export interface SchedulerResponse {
  status(code: number): { send(body: string): unknown }
}

/** A run by the clock without `onSchedule` around it: the scheduler calls it, and is told whether it worked. */
export async function answerScheduler(
  response: SchedulerResponse,
  log: Log,
  schedule: ScheduleName,
  run: () => Promise<void>,
): Promise<void> {
  try {
    await run()
    response.status(200).send('')
  } catch (error) {
    log.error('a run by the clock failed', { schedule, error })
    response.status(500).send('')
  }
}
