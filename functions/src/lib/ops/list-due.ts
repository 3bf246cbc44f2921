import type { Documents } from '../documents.ts'
import type { DueQuery, DueWork } from '../due/due.ts'
import type { LaneState, LaneStates } from '../due/lane-state.ts'
import { type Lane, laneNames } from '../due/lanes.ts'
import type { Clock } from '../ports.ts'

interface ListDueDeps {
  clock: Pick<Clock, 'now'>
  documents: Pick<Documents, 'find'>
  due: Pick<DueWork, 'count'>
  lanes: Pick<LaneStates, 'lane'>
}

type Kinds = Readonly<Record<string, { query: DueQuery; lane: Lane }>>

/** How much is due of each kind and for how long, which lanes are shut and why, and since when each round runs. */
export async function listDue({ clock, documents, due, lanes }: ListDueDeps, kinds: Kinds) {
  const now = clock.now()
  const counts = await Promise.all(
    Object.entries(kinds).map(async ([kind, { query, lane }]) => {
      const { count, later, oldest } = await due.count(query, now)
      const seconds = oldest ? Math.round((now.getTime() - oldest.getTime()) / 1000) : null
      return { kind, lane, count, later, oldestSeconds: seconds }
    }),
  )
  const states = await Promise.all(
    laneNames.map(async lane => ({ lane, says: whyShut((await lanes.lane(lane))?.value) })),
  )
  const rounds = (await documents.find({ collection: 'checkpoints' })).map(({ id, value }) => {
    const since = value.startedAt ?? value.readUntil
    return { round: id, since: since instanceof Date ? since.toISOString() : null }
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
