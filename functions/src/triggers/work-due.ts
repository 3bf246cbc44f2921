import { type Lane, laneNames } from '../lib/due/lanes.ts'
import { workLane } from '../lib/due/work-lane.ts'
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
  const { limits, ...deps } = await services.workDue()
  const startedAt = deps.clock.now().getTime()
  const untilOf = (lane: Lane) => new Date(startedAt + (lane === 'channel-manager' ? slowRunMs : runMs))
  const kinds = Object.entries(dueKinds).filter(([name]) => !only || only.some(one => one === name))
  const workersOf = (lane: Lane) =>
    kinds
      .filter(([, row]) => row.lane === lane)
      .map(([name, row]) => ({ ...row, name, start: () => row.worker(services) }))
  const failed: Lane[] = []
  await Promise.all(
    laneNames.map(lane =>
      workLane(deps, {
        ...{ lane, atOnce: limits[lane].atOnce },
        ...{ workers: workersOf(lane), until: untilOf(lane) },
      }).catch((error: unknown) => {
        services.log.error(`due work of the lane ${lane} failed`, { lane, error })
        failed.push(lane)
      }),
    ),
  )
  return failed
}
