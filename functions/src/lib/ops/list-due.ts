import { countDue } from '../due/due-work.ts'
import { type LaneState, lanes } from '../due/lane-state.ts'
import { laneNames } from '../due/lanes.ts'
import type { OpsContext } from './context.ts'
import { documentsIn } from './documents.ts'

export async function listDue({ clock, dueKinds, store }: OpsContext) {
  const now = clock.now()
  const counts = await Promise.all(
    Object.entries(dueKinds).map(async ([kind, { query, lane }]) => {
      const { count, later, oldest } = await countDue(store, query, now)
      const seconds = oldest ? Math.round((now.getTime() - oldest.getTime()) / 1000) : null
      return { kind, lane, count, later, oldestSeconds: seconds }
    }),
  )
  const stored = await store.readAll(laneNames.map(lane => lanes.at(lane)))
  const states = stored.map(({ id: lane, value }) => ({ lane, says: whyShut(value) }))
  const rounds = (await store.find(documentsIn('checkpoints'))).map(({ id, value }) => {
    const since = value.startedAt ?? value.readUntil
    const { looked, count } = value
    const watched = typeof looked === 'number' && { looked, count }
    return { round: id, since: since instanceof Date ? since.toISOString() : null, ...watched }
  })
  return { due: counts, lanes: states.filter(({ says }) => says !== ''), rounds }
}

function whyShut({ pausedBy, failing }: LaneState): string {
  const paused = pausedBy ? [`paused by ${pausedBy}`] : []
  if (!failing) return paused.join()
  const { reason, since, probeAt } = failing
  const closed = `closed (${reason}) since ${since.toISOString()}, tried again at ${probeAt.toISOString()}`
  return [...paused, closed].join(', ')
}
