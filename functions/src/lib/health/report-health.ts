import type { Needs } from '../context.ts'
import type { DueKind } from '../due/due.ts'
import type { LaneStates } from '../due/lane-state.ts'
import { type Lane, laneNames } from '../due/lanes.ts'
import { recordOf } from '../record-of.ts'
import { afterLook, type Heartbeats, lastSign, type NewestEvents } from './heartbeat.ts'
import { alarmsOf, healthOf, type Signs } from './judge.ts'
import { scheduleNames, schedules, triggerNames, triggers, webhookNames } from './subjects.ts'

type Deps = Needs<'due'> & { operations: Heartbeats & Pick<LaneStates, 'lane'> }

/**
 * Checks every heartbeat and logs one line `health` with ages in seconds, and a line `alarm` for each problem. Whatever
 * is seen for the first time is monitored from then on.
 */
export async function reportHealth(
  deps: Deps,
  kinds: readonly Pick<DueKind, 'lane' | 'query'>[],
): Promise<void> {
  const [signs, newest] = await Promise.all([signsOf(deps, kinds), deps.operations.newestEvents()])
  const health = healthOf(signs)
  const alarms = alarmsOf(health, signs.heartbeats)
  const periods = scheduleNames.map(name => health.schedules[name] / (schedules[name] * 60))
  const worst = {
    periods: Math.max(...periods),
    missedSeconds: Math.max(...Object.values(health.triggers), ...Object.values(health.webhooks)),
    dueSeconds: Math.max(...Object.values(health.due)),
    laneSeconds: Math.max(...Object.values(health.lanes)),
  }
  deps.log.info('health', { ...health, worst, alarms: alarms.length })
  for (const alarm of alarms) deps.log.error('alarm', { ...alarm })
  await keepSigns(deps, signs, newest)
}

/** Reads what is due and who is alive. Work that is not yet due has no age. */
async function signsOf(
  { clock, due, operations }: Deps,
  kinds: readonly Pick<DueKind, 'lane' | 'query'>[],
): Promise<Signs> {
  const [heartbeats, oldest, states] = await Promise.all([
    operations.heartbeats(),
    Promise.all(kinds.map(({ query }) => due.oldest(query))),
    Promise.all(laneNames.map(async lane => [lane, (await operations.lane(lane))?.value] as const)),
  ])
  const now = clock.now()
  const oldestOf = (lane: Lane) =>
    oldest
      .filter((_, index) => kinds[index]?.lane === lane)
      .flatMap(time => time ?? [])
      .toSorted((a, b) => a.getTime() - b.getTime())[0]
  const oldestDue = recordOf(laneNames, oldestOf)
  return { now, heartbeats, oldestDue, states: Object.fromEntries(states) }
}

/** Stores when monitoring began, and which events were missed. */
async function keepSigns(
  { operations }: Deps,
  { now, heartbeats }: Signs,
  newest: NewestEvents,
): Promise<void> {
  const all = [...scheduleNames, ...triggerNames, ...webhookNames]
  const unknown = all.filter(name => lastSign(heartbeats.get(name) ?? {}) === undefined)
  await Promise.all([
    ...unknown.map(name => operations.noteHeartbeat(name, { expectedSince: now })),
    ...triggerNames.map(async name => {
      const source = triggers[name]
      const event = source === null ? undefined : newest[source]
      const fields = afterLook(heartbeats.get(name) ?? {}, event, now)
      if (fields && !unknown.includes(name)) await operations.noteHeartbeat(name, fields)
    }),
  ])
}
