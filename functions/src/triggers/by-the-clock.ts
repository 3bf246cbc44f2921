import type { Context } from '../lib/context.ts'
import type { Log } from '../lib/ports.ts'
import type { ScheduleName } from '../lib/schedules.ts'
import { type Round, type RoundName, rounds } from './due-work.ts'

/** Goes on with a round, unless somebody has paused its lane. */
export async function continueRound(context: Context, name: RoundName): Promise<void> {
  const { lane, run }: Round = rounds[name]
  if (lane && (await context.breaker.isPaused(lane)))
    return context.log.info('a round waits for its lane', { round: name, lane })
  await run(context)
}

/** One run of a schedule. A failure is an error in the log, and the next run's concern. */
export async function byTheClock(
  context: Context,
  schedule: ScheduleName,
  run: (context: Context) => Promise<void>,
): Promise<void> {
  try {
    await run(context)
  } catch (error) {
    context.log.error(`${schedule} failed`, { schedule, error })
  }
}

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
