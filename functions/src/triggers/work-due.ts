import type { Context } from '../lib/context.ts'
import type { DueKind } from '../lib/due/due.ts'
import { type Lane, laneNames } from '../lib/due/lanes.ts'
import { reportAge } from '../lib/due/report-age.ts'
import { type LaneRun, type Worker, type WorkLaneDeps, workLane } from '../lib/due/work-lane.ts'
import { type DueKindName, dueKinds } from './due-work.ts'

/** A run begins nothing after this, so that it is over before the next one. Milliseconds. */
const runMs = 50_000
/** The same where one piece may take most of a minute. */
const slowRunMs = 10_000

/**
 * Works on whatever is due, all lanes side by side; only on these kinds where some are named. Answers the lanes that
 * could not be looked at.
 */
export async function workDue(context: Context, only?: readonly DueKindName[]): Promise<Lane[]> {
  const { clock, breaker } = context
  const startedAt = clock.now().getTime()
  const kinds = Object.entries(dueKinds).filter(([name]) => !only || only.some(one => one === name))
  const runOf = (lane: Lane, isMeant: (row: Omit<DueKind, 'name'>) => boolean): LaneRun => {
    const workers = kinds
      .map(([name, row]): Worker => ({ ...row, name, start: () => row.worker(context) }))
      .filter(worker => worker.lane === lane && isMeant(worker))
    const until = new Date(startedAt + (lane === 'channel-manager' ? slowRunMs : runMs))
    return { lane, atOnce: context.atOnce(lane), workers, until }
  }
  const failed = new Set<Lane>()
  const work = (lane: Lane, breaker: WorkLaneDeps['breaker'], isMeant: Parameters<typeof runOf>[1]) =>
    workLane({ ...context, breaker }, runOf(lane, isMeant)).catch((error: unknown) => {
      context.log.error(`due work of the lane ${lane} failed`, { lane, error })
      failed.add(lane)
    })
  // What asks no vendor goes on while one is away: it may be what asks it next.
  const unguarded: WorkLaneDeps['breaker'] = {
    state: async lane => ((await breaker.isPaused(lane)) ? 'open' : 'closed'),
    retriesAt: () => undefined,
  }
  const always: WorkLaneDeps['breaker'] = { state: async () => 'closed', retriesAt: () => undefined }
  await Promise.all(
    laneNames.flatMap(lane => [
      work(lane, breaker, ({ asksNobody }) => !asksNobody),
      work(lane, unguarded, ({ asksNobody, isUnpaused }) => Boolean(asksNobody) && !isUnpaused),
      work(lane, always, ({ isUnpaused }) => Boolean(isUnpaused)),
    ]),
  )
  return [...failed]
}

/** All of it, as the schedule does, with a report of its age. Throws when a lane could not be looked at. */
export async function workAllDue(context: Context): Promise<void> {
  const failed = await workDue(context)
  await reportAge(
    context,
    Object.entries(dueKinds).map(([name, kind]) => ({ ...kind, name })),
  )
  if (failed.length > 0) throw new Error(`due work could not be looked at: ${failed.join(', ')}`)
}
