import type { Firestore } from 'firebase-admin/firestore'
import { dueWork } from '../../functions/src/adapters/firestore/due-queries.ts'
import { laneStates } from '../../functions/src/adapters/firestore/operations.ts'
import { laneNames } from '../../functions/src/lib/due/lanes.ts'
import { dueKinds } from '../../functions/src/triggers/due-work.ts'
import { firestoreByEnvironment } from '../firestore.ts'
import { type Check, check, refute, refuteAny } from './check.ts'

const dueSeconds = 300

/** Checks of the system's own records. */
export const storedChecks = (db: Firestore): Check[] => [
  check('due work', async () => {
    const oldest = await Promise.all(
      Object.values(dueKinds).map(({ query }) => dueWork(firestoreByEnvironment(db)).oldest(query)),
    )
    const age = Math.max(0, ...oldest.map(time => (time ? (Date.now() - time.getTime()) / 1000 : 0)))
    if (age > dueSeconds)
      refute(`the oldest is due for ${Math.round(age)} s.`, 'docs/runbook.md#due-work-is-old')
    return `the oldest is due for ${Math.round(age)} s`
  }),
  check('lanes', async () => {
    const lanes = laneStates(firestoreByEnvironment(db))
    const states = await Promise.all(
      laneNames.map(async lane => [lane, (await lanes.lane(lane))?.value] as const),
    )
    const closed = states.filter(([, state]) => state?.failing || state?.pausedBy)
    const told = closed.map(([lane, state]) => `${lane} (${state?.failing?.reason ?? 'paused'})`)
    refuteAny(told, 'closed', 'docs/runbook.md#a-vendor-was-away')
    return `all ${laneNames.length} are open`
  }),
]
