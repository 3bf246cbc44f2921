import type { ScheduleName } from '../lib/health/subjects.ts'
import type { Services } from '../lib/services.ts'
import { byTheClock } from './by-the-clock.ts'

/** The part of Express's response that the scheduler's call needs. */
export interface SchedulerResponse {
  status(code: number): { send(body: string): unknown }
}

/** A run by the clock without `onSchedule` around it: the scheduler calls it, and is told whether it worked. */
export async function runScheduled(
  services: Services,
  name: ScheduleName,
  response: SchedulerResponse,
): Promise<void> {
  try {
    await byTheClock(services, name)
    response.status(200).send('')
  } catch (error) {
    services.log.error('a run by the clock failed', { schedule: name, error })
    response.status(500).send('')
  }
}
