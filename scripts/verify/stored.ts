import type { Firestore } from 'firebase-admin/firestore'
import { firestoreWith } from '../../functions/src/adapters/firestore/sdk.ts'
import { store } from '../../functions/src/adapters/firestore/store.ts'
import { oldestDue } from '../../functions/src/lib/due/due-work.ts'
import { lanes } from '../../functions/src/lib/due/lane-state.ts'
import { laneNames } from '../../functions/src/lib/due/lanes.ts'
import { dueKinds } from '../../functions/src/triggers/due-work.ts'
import { type Check, check, refute, refuteAny } from './check.ts'

const dueSeconds = 300

/** Checks of the system's own records. */
export const storedChecks = (db: Firestore): Check[] => [
  check('due work', async () => {
    const oldest = await Promise.all(
      Object.values(dueKinds).map(({ query }) => oldestDue(store(firestoreWith(db)), query)),
    )
    const age = Math.max(0, ...oldest.map(time => (time ? (Date.now() - time.getTime()) / 1000 : 0)))
    if (age > dueSeconds)
      refute(`the oldest is due for ${Math.round(age)} s.`, 'docs/runbook.md#due-work-is-old')
    return `the oldest is due for ${Math.round(age)} s`
  }),
  check('lanes', async () => {
    const states = await store(firestoreWith(db)).readAll(laneNames.map(lane => lanes.at(lane)))
    const closed = states.filter(({ value }) => value.failing || value.pausedBy)
    const lines = closed.map(({ id, value }) => `${id} (${value.failing?.reason ?? 'paused'})`)
    refuteAny(lines, 'closed', 'docs/runbook.md#a-vendor-was-away')
    return `all ${laneNames.length} are open`
  }),
]
