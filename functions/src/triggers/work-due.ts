import type { Context } from '../lib/context.ts'
import type { Lane } from '../lib/due/lanes.ts'
import { reportAge } from '../lib/due/report-age.ts'
import { type Gate, type Worker, workLane } from '../lib/due/work-lane.ts'
import { type DueKindName, dueKinds } from './due-work.ts'

/** A run begins nothing later, so that it ends before the next. */
const runMs = 50_000
const slowRunMs = 10_000

const ofNoLane = 10

/** A kind with no lane, or two, runs apart. Returns the failed ones. */
export async function workDue(context: Context, only?: readonly DueKindName[]): Promise<string[]> {
  const startedAt = context.clock.now().getTime()
  const kinds = Object.entries(dueKinds).filter(([name]) => !only || only.some(one => one === name))
  const all = kinds.map(
    ([name, row]): Worker => ({ ...row, name, work: piece => row.worker(context, piece) }),
  )
  const groups = Map.groupBy(all, ({ lane, alsoAsks, name }) => (alsoAsks ? name : (lane ?? name)))
  const failed: string[] = []
  await Promise.all(
    [...groups].map(async ([name, workers]) => {
      const { lane, alsoAsks } = workers[0] ?? {}
      const atOnce = alsoAsks ? 1 : lane ? context.atOnce(lane) : ofNoLane
      const isSlow = lane === 'channel-manager' || alsoAsks !== undefined
      const until = new Date(startedAt + (isSlow ? slowRunMs : runMs))
      const gate = lane && gateOf(context, lane, alsoAsks)
      await workLane(context, { gate, atOnce, workers, until }).catch((error: unknown) => {
        context.log.error(`due work of ${name} failed`, { lane, error })
        failed.push(name)
      })
    }),
  )
  return failed
}

/**
 * With a second lane: closed while both are; half-open to probe the other vendor, whose next probe is the next run's.
 */
const gateOf = ({ breaker }: Context, lane: Lane, other: Lane | undefined): Gate => ({
  async state() {
    const own = await breaker.state(lane)
    if (!other) return own
    return own === 'closed' ? breaker.state(other) : 'open'
  },
  retriesAt: () => (other ? undefined : breaker.retriesAt(lane)),
})

/** Throws if a lane failed. */
export async function workAllDue(context: Context): Promise<void> {
  const failed = await workDue(context)
  await reportAge(
    context,
    Object.entries(dueKinds).map(([name, kind]) => ({ ...kind, name })),
  )
  if (failed.length > 0) throw new Error(`due work could not be looked at: ${failed.join(', ')}`)
}
