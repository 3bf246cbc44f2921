import { bestEffort } from '../lib/best-effort.ts'
import { reporters, type ScheduleName } from '../lib/health/subjects.ts'
import type { Services } from '../lib/services.ts'
import { dueKinds, type Round, type RoundName, rounds } from './due-work.ts'
import { workDue } from './work-due.ts'

/** Goes on with a round, unless somebody has paused its lane. */
const round = (name: RoundName) => async (services: Services) => {
  const { lane, run }: Round = rounds[name]
  if (lane && (await services.gate.isPaused(lane)))
    return services.log.info('a round waits for its lane', { round: name, lane })
  await run(services)
}

/** What each schedule does. */
const work = {
  async workdue(services) {
    const failed = await workDue(services)
    if (failed.length > 0) throw new Error(`due work could not be looked at: ${failed.join(', ')}`)
  },
  watchroles: round('roles'),
  watchchannels: round('channel-watch'),
  sweepbookingfeed: round('booking-feed'),
  sweepinbound: round('inbound-catch-up'),
  comparesearch: round('index-comparison'),
} as const satisfies Record<ScheduleName, (services: Services) => Promise<void>>

/** One run of a schedule, with its sign of life; some tell then how everything is. */
export async function byTheClock(services: Services, name: ScheduleName): Promise<void> {
  await services.beats.ran(name, () => work[name](services))
  if (reporters.includes(name))
    await bestEffort(services.log, 'the report of health', async () => {
      const { reportHealth } = await import('../lib/health/report-health.ts')
      await reportHealth(await services.reportHealth(), Object.values(dueKinds))
    })
}
