import { bestEffort } from '../lib/best-effort.ts'
import type { Context } from '../lib/context.ts'
import { reporters, type ScheduleName } from '../lib/health/subjects.ts'
import type { Log } from '../lib/ports.ts'
import { dueKinds, type Round, type RoundName, rounds } from './due-work.ts'

/** Goes on with a round, unless somebody has paused its lane. */
export async function continueRound(context: Context, name: RoundName): Promise<void> {
  const { lane, run }: Round = rounds[name]
  if (lane && (await context.breaker.isPaused(lane)))
    return context.log.info('a round waits for its lane', { round: name, lane })
  await run(context)
}

/** One run of a schedule, with its heartbeat; some then report how everything is. */
export async function byTheClock(
  context: Context,
  name: ScheduleName,
  run: (context: Context) => Promise<void>,
): Promise<void> {
  await context.recorder.ran(name, () => run(context))
  if (reporters.includes(name))
    await bestEffort(context.log, 'the report of health', async () => {
      const { reportHealth } = await import('../lib/health/report-health.ts')
      await reportHealth(context, Object.values(dueKinds))
    })
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
