import type { Firestore } from 'firebase-admin/firestore'
import { firestoreWith } from '../../functions/src/adapters/firestore/client.ts'
import { dueWork } from '../../functions/src/adapters/firestore/due-queries.ts'
import { heartbeats } from '../../functions/src/adapters/firestore/heartbeats.ts'
import { laneStates } from '../../functions/src/adapters/firestore/lanes.ts'
import { laneNames } from '../../functions/src/lib/due/lanes.ts'
import { healthOf, silentAfter } from '../../functions/src/lib/health/judge.ts'
import { scheduleNames } from '../../functions/src/lib/health/subjects.ts'
import { dueKinds } from '../../functions/src/triggers/due-work.ts'
import { type Check, refute } from './check.ts'

const noneDue = Object.fromEntries(laneNames.map(lane => [lane, undefined])) as Record<
  (typeof laneNames)[number],
  undefined
>
const dueSeconds = 300

/** What the system knows of itself. One whose first period has not ended is fresh. */
export const storedChecks = (db: Firestore): Check[] => [
  {
    title: 'heartbeats',
    async run() {
      const beats = await heartbeats(firestoreWith(db)).all()
      const health = healthOf({ now: new Date(), beats, oldestDue: noneDue, states: {} })
      const silent = scheduleNames.filter(name => health.schedules[name] > silentAfter(name))
      if (silent.length > 0)
        refute(
          `silent: ${silent.map(name => `${name} for ${health.schedules[name]} s`).join(', ')}.`,
          'docs/runbook.md#a-schedule-is-silent',
        )
      const alive = scheduleNames.filter(name => beats.get(name)?.at).length
      return `${alive} of ${scheduleNames.length} schedules have run, none is late`
    },
  },
  {
    title: 'due work',
    async run() {
      const oldest = await Promise.all(
        Object.values(dueKinds).map(({ query }) => dueWork(firestoreWith(db)).oldest(query)),
      )
      const age = Math.max(0, ...oldest.map(time => (time ? (Date.now() - time.getTime()) / 1000 : 0)))
      if (age > dueSeconds)
        refute(`the oldest is due for ${Math.round(age)} s.`, 'docs/runbook.md#work-is-due-and-not-done')
      return `the oldest is due for ${Math.round(age)} s`
    },
  },
  {
    title: 'lanes',
    async run() {
      const lanes = laneStates(firestoreWith(db))
      const states = await Promise.all(
        laneNames.map(async lane => [lane, (await lanes.read(lane))?.value] as const),
      )
      const closed = states.filter(([, state]) => state?.failing || state?.pausedBy)
      if (closed.length > 0)
        refute(
          `closed: ${closed.map(([lane, state]) => `${lane} (${state?.failing?.reason ?? 'paused'})`).join(', ')}.`,
          'docs/runbook.md#a-vendor-was-away',
        )
      return `all ${laneNames.length} are open`
    },
  },
]
