import type { LaneState } from '../due/lane-state.ts'
import { laneNames } from '../due/lanes.ts'
import type { OpsContext } from './context.ts'

/** How much is due of each kind and for how long, which lanes are shut and why, and since when each round runs. */
export async function listDue({ clock, documents, due, dueKinds, operations }: OpsContext) {
  const now = clock.now()
  const counts = await Promise.all(
    Object.entries(dueKinds).map(async ([kind, { query, lane }]) => {
      const { count, later, oldest } = await due.count(query, now)
      const seconds = oldest ? Math.round((now.getTime() - oldest.getTime()) / 1000) : null
      return { kind, lane, count, later, oldestSeconds: seconds }
    }),
  )
  const states = await Promise.all(
    laneNames.map(async lane => ({ lane, says: whyShut((await operations.lane(lane))?.value) })),
  )
  const rounds = (await documents.find({ collection: 'checkpoints' })).map(({ id, value }) => {
    const since = value.startedAt ?? value.readUntil
    const { looked, count } = value
    const watched = typeof looked === 'number' && { looked, count }
    return { round: id, since: since instanceof Date ? since.toISOString() : null, ...watched }
  })
  return { due: counts, lanes: states.filter(({ says }) => says !== ''), rounds }
}

function whyShut({ pausedBy, failing }: LaneState = {}): string {
  const paused = pausedBy ? [`paused by ${pausedBy}`] : []
  if (!failing) return paused.join()
  const { reason, since, probeAt } = failing
  const closed = `closed (${reason}) since ${since.toISOString()}, tried again at ${probeAt.toISOString()}`
  return [...paused, closed].join(', ')
}
