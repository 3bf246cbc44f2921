import { bestEffort } from '../lib/best-effort.ts'
import type { Context } from '../lib/context.ts'
import { reporters, type ScheduleName } from '../lib/health/subjects.ts'
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
