import { type Lane, laneNames } from '../lib/due/lanes.ts'
import { type Worker, type WorkLaneDeps, workLane } from '../lib/due/work-lane.ts'
import type { Services } from '../lib/services.ts'
import { type DueKindName, dueKinds } from './due-work.ts'

/** A run begins nothing after this, so that it is over before the next one. Milliseconds. */
const runMs = 50_000
/** The same where one piece may take most of a minute. */
const slowRunMs = 10_000

/**
 * Works on whatever is due, all lanes side by side; only on these kinds where some are named. Answers the lanes that could
 * not be looked at.
 */
export async function workDue(services: Services, only?: readonly DueKindName[]): Promise<Lane[]> {
  const { limits, gate, ...deps } = await services.workDue()
  const startedAt = deps.clock.now().getTime()
  const untilOf = (lane: Lane) => new Date(startedAt + (lane === 'channel-manager' ? slowRunMs : runMs))
  const kinds = Object.entries(dueKinds).filter(([name]) => !only || only.some(one => one === name))
  const workersOf = (lane: Lane, asksNobody: boolean) =>
    kinds
      .map(([name, row]): Worker => ({ ...row, name, start: () => row.worker(services) }))
      .filter(worker => worker.lane === lane && (worker.asksNobody ?? false) === asksNobody)
  const failed = new Set<Lane>()
  const work = (lane: Lane, gate: WorkLaneDeps['gate'], asksNobody: boolean) =>
    workLane(
      { ...deps, gate },
      {
        ...{ lane, atOnce: limits[lane].atOnce },
        ...{ workers: workersOf(lane, asksNobody), until: untilOf(lane) },
      },
    ).catch((error: unknown) => {
      services.log.error(`due work of the lane ${lane} failed`, { lane, error })
      failed.add(lane)
    })
  // What asks no vendor goes on while one is away: it may be what asks it next.
  const open: WorkLaneDeps['gate'] = {
    passage: async lane => ((await gate.isPaused(lane)) ? 'closed' : 'open'),
    opensAt: () => undefined,
  }
  await Promise.all(laneNames.flatMap(lane => [work(lane, gate, false), work(lane, open, true)]))
  return [...failed]
}
