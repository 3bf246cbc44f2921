import { type Firestore, Timestamp } from 'firebase-admin/firestore'
import { dueWork } from '../../functions/src/adapters/firestore/due-queries.ts'
import { laneStates } from '../../functions/src/adapters/firestore/lanes.ts'
import { type Lane, laneNames } from '../../functions/src/lib/due/lanes.ts'
import { dueKinds } from '../../functions/src/triggers/due-work.ts'
import { firestoreByEnvironment } from '../firestore.ts'

/** `ops due`: prints how much is due of each kind and since when, which lanes are shut, and since when each round runs. */
export async function listDue(db: Firestore): Promise<object> {
  const now = new Date()
  const counts = await Promise.all(
    Object.entries(dueKinds).map(async ([kind, { query, lane }]) => {
      const { count, later, oldest } = await dueWork(firestoreByEnvironment(db)).count(query, now)
      const seconds = oldest ? Math.round((now.getTime() - oldest.getTime()) / 1000) : null
      return { kind, lane, count, later, oldestSeconds: seconds }
    }),
  )
  console.log(`${'kind'.padEnd(22)}${'lane'.padEnd(18)}${'due now'.padStart(8)}`)
  for (const { kind, lane, count, later, oldestSeconds } of counts) {
    const age = oldestSeconds === null ? [] : [`oldest due for ${oldestSeconds} s`]
    const waiting = later === 0 ? [] : [`${later} later`]
    const rest = [...age, ...waiting].join(', ')
    console.log(`${kind.padEnd(22)}${lane.padEnd(18)}${String(count).padStart(8)}  ${rest}`.trimEnd())
  }
  const lanes = await listLanes(db)
  for (const { lane, says } of lanes) console.log(`${'lane'.padEnd(22)}${lane.padEnd(18)}${says}`)
  const rounds = (await db.collection('checkpoints').get()).docs.map(document => {
    const time = document.get('startedAt') ?? document.get('readUntil')
    return { round: document.id, since: time instanceof Timestamp ? time.toDate().toISOString() : null }
  })
  for (const { round, since } of rounds)
    console.log(`${`round ${round}`.padEnd(48)}  since ${since ?? 'never'}`)
  return { due: counts, lanes, rounds }
}

/** Lanes through which nothing goes, and why. */
async function listLanes(db: Firestore): Promise<{ lane: Lane; says: string }[]> {
  const states = laneStates(firestoreByEnvironment(db))
  const all = await Promise.all(
    laneNames.map(async lane => {
      const { pausedBy, failing } = (await states.read(lane))?.value ?? {}
      const paused = pausedBy ? [`paused by ${pausedBy}`] : []
      const closed = failing
        ? [
            `closed (${failing.reason}) since ${failing.since.toISOString()}, tried again at ${failing.probeAt.toISOString()}`,
          ]
        : []
      return { lane, says: [...paused, ...closed].join(', ') }
    }),
  )
  return all.filter(({ says }) => says !== '')
}
