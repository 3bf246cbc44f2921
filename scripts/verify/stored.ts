import type { Firestore } from 'firebase-admin/firestore'
import { dueWork } from '../../functions/src/adapters/firestore/due-queries.ts'
import { heartbeats, laneStates } from '../../functions/src/adapters/firestore/operations.ts'
import { laneNames } from '../../functions/src/lib/due/lanes.ts'
import type { Heartbeat } from '../../functions/src/lib/health/heartbeat.ts'
import { healthOf, silentAfter } from '../../functions/src/lib/health/judge.ts'
import { type ScheduleName, scheduleNames } from '../../functions/src/lib/health/subjects.ts'
import { recordOf } from '../../functions/src/lib/record-of.ts'
import { dueKinds } from '../../functions/src/triggers/due-work.ts'
import { firestoreByEnvironment } from '../firestore.ts'
import { type Check, check, refute, refuteAny } from './check.ts'

const noneDue = recordOf(laneNames, () => undefined)
const dueSeconds = 300

/**
 * The late schedules and their seconds of silence. For one that has never run, silence starts at its deployment.
 */
export function silentSchedules(
  heartbeats: ReadonlyMap<string, Heartbeat>,
  deployedAt: ReadonlyMap<string, Date>,
  now: Date,
): [ScheduleName, seconds: number][] {
  const known = scheduleNames.map(
    name => [name, { expectedSince: deployedAt.get(name), ...heartbeats.get(name) }] as const,
  )
  const { schedules } = healthOf({ now, heartbeats: new Map(known), oldestDue: noneDue, states: {} })
  return scheduleNames
    .filter(name => schedules[name] > silentAfter(name))
    .map(name => [name, schedules[name]])
}

/** Checks of the system's own records. */
export const storedChecks = (
  db: Firestore,
  deployedAt: () => Promise<ReadonlyMap<string, Date>> = async () => new Map(),
): Check[] => [
  check('heartbeats', async () => {
    const stored = await heartbeats(firestoreByEnvironment(db)).heartbeats()
    const silent = silentSchedules(stored, await deployedAt(), new Date())
    const told = silent.map(([name, seconds]) => `${name} for ${seconds} s`)
    refuteAny(told, 'silent', 'docs/runbook.md#a-schedule-is-silent')
    const alive = scheduleNames.filter(name => stored.get(name)?.at).length
    return `${alive} of ${scheduleNames.length} schedules have run, none is late`
  }),
  check('due work', async () => {
    const oldest = await Promise.all(
      Object.values(dueKinds).map(({ query }) => dueWork(firestoreByEnvironment(db)).oldest(query)),
    )
    const age = Math.max(0, ...oldest.map(time => (time ? (Date.now() - time.getTime()) / 1000 : 0)))
    if (age > dueSeconds)
      refute(`the oldest is due for ${Math.round(age)} s.`, 'docs/runbook.md#work-is-due-and-not-done')
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
