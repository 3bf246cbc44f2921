import type { Context } from '../lib/context.ts'
import type { CircuitBreaker } from '../lib/due/circuit-breaker.ts'
import { type Lane, laneNames } from '../lib/due/lanes.ts'
import { reportAge } from '../lib/due/report-age.ts'
import { type Worker, type WorkLaneDeps, workLane } from '../lib/due/work-lane.ts'
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
  const all = kinds.map(([name, row]): Worker => ({ ...row, name, start: () => row.worker(context) }))
  const failed = new Set<Lane>()
  const work = (
    lane: Lane,
    breaker: WorkLaneDeps['breaker'],
    workers: readonly Worker[],
    atOnce = context.atOnce(lane),
  ) => {
    const isSlow = lane === 'channel-manager' || workers.some(({ alsoAsks }) => alsoAsks)
    const until = new Date(startedAt + (isSlow ? slowRunMs : runMs))
    return workLane({ ...context, breaker }, { lane, atOnce, workers, until }).catch((error: unknown) => {
      context.log.error(`due work of the lane ${lane} failed`, { lane, error })
      failed.add(lane)
    })
  }
  // What asks no vendor goes on while one is away: it may be what asks it next.
  const unguarded: WorkLaneDeps['breaker'] = {
    state: async lane => ((await breaker.isPaused(lane)) ? 'open' : 'closed'),
    retriesAt: () => undefined,
  }
  const always: WorkLaneDeps['breaker'] = { state: async () => 'closed', retriesAt: () => undefined }
  const isAlone = ({ isUnpaused, alsoAsks }: Worker) => isUnpaused || alsoAsks !== undefined
  await Promise.all([
    ...laneNames.flatMap(lane => {
      const workers = all.filter(worker => worker.lane === lane && !isAlone(worker))
      const asking = workers.filter(({ asksNobody }) => !asksNobody)
      const others = workers.filter(({ asksNobody }) => asksNobody)
      return [work(lane, breaker, asking), work(lane, unguarded, others)]
    }),
    // Such a kind may wait for what no other one asks: the sign-in service, or a second vendor.
    ...all.filter(isAlone).map(worker => {
      const { lane, alsoAsks } = worker
      return alsoAsks ? work(lane, ofBoth(breaker, alsoAsks), [worker], 1) : work(lane, always, [worker])
    }),
  ])
  return [...failed]
}

/** Closed while both lanes are; half-open to probe the other one's vendor. Its next probe is left to the next run. */
const ofBoth = (breaker: Pick<CircuitBreaker, 'state'>, other: Lane): WorkLaneDeps['breaker'] => ({
  state: async lane => ((await breaker.state(lane)) === 'closed' ? breaker.state(other) : 'open'),
  retriesAt: () => undefined,
})

/** All of it, as the schedule does, with a report of its age. Throws when a lane could not be looked at. */
export async function workAllDue(context: Context): Promise<void> {
  const failed = await workDue(context)
  await reportAge(
    context,
    Object.entries(dueKinds).map(([name, kind]) => ({ ...kind, name })),
  )
  if (failed.length > 0) throw new Error(`due work could not be looked at: ${failed.join(', ')}`)
}
