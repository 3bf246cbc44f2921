import type { Context } from '../lib/context.ts'
import type { Log } from '../lib/ports.ts'
import { type ScheduleName, schedules } from '../lib/schedules.ts'
import { type Round, type RoundName, rounds } from './due-work.ts'

/** Goes on with a round, unless somebody has paused its lane. */
export async function continueRound(context: Context, name: RoundName): Promise<void> {
  const { lane, run }: Round = rounds[name]
  if (lane && (await context.breaker.isPaused(lane)))
    return context.log.info('a round waits for its lane', { round: name, lane })
  await run(context)
}

/** Runs of each schedule that failed one after another, in this process. */
const failures = new Map<ScheduleName, number>()

/** After so many an alarm is raised: of a vendor's short outage the next run makes up. */
const alarmAfter = (schedule: ScheduleName): number => (schedules[schedule] < 60 ? 3 : 1)

/** One run of a schedule. A failure is an error in the log, and the next run's concern. */
export async function byTheClock(
  context: Context,
  schedule: ScheduleName,
  run: (context: Context) => Promise<void>,
): Promise<void> {
  try {
    await run(context)
    failures.delete(schedule)
    context.log.info('a run by the clock ended', { schedule, minutes: schedules[schedule] })
  } catch (error) {
    const count = (failures.get(schedule) ?? 0) + 1
    failures.set(schedule, count)
    const alarm = count >= alarmAfter(schedule) && { alarm: 'schedule-failed' }
    context.log.error(`${schedule} failed`, { schedule, error, ...alarm })
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
