import type { Context } from '../lib/context.ts'
import { type ScheduleName, schedules } from '../lib/schedules.ts'
import type { Round, RoundName } from './due-work.ts'

async function continueRound(context: Context, name: RoundName): Promise<void> {
  // Within the run, whose failure raises the alarm.
  const { rounds } = await import('./due-work.ts')
  const { lane, run }: Round = rounds[name]
  if (lane && (await context.breaker.isPaused(lane)))
    return context.log.info('a round waits for its lane', { round: name, lane })
  await run(context)
}

/** In a row, in this process. */
const failures = new Map<ScheduleName, number>()

/** Short outages need no alarm. */
const alarmAfter = (schedule: ScheduleName): number => (schedules[schedule] < 60 ? 3 : 1)

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

const round = (name: RoundName) => (context: Context) => continueRound(context, name)

const eachRound =
  (...names: RoundName[]) =>
  async (context: Context) => {
    const ended = await Promise.allSettled(names.map(name => continueRound(context, name)))
    const failed = ended.find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
  }

const runs: Readonly<Record<ScheduleName, (context: Context) => Promise<void>>> = {
  workdue: async context => (await import('./work-due.ts')).workAllDue(context),
  watchroles: round('roles'),
  watchchannels: round('channel-watch'),
  sweepbookingfeed: round('booking-feed'),
  sweepinbound: round('inbound-catch-up'),
  sweepota: round('ota-inboxes'),
  comparesearch: eachRound('index-comparison', 'portfolio'),
}

export const runSchedule = (context: Context, name: ScheduleName): Promise<void> =>
  byTheClock(context, name, runs[name])
