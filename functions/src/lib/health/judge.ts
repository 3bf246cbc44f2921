import type { LaneState } from '../due/lane-state.ts'
import { type Lane, laneNames } from '../due/lanes.ts'
import { recordOf } from '../record-of.ts'
import { findsSince, type Heartbeat, lastSign, missedSince } from './heartbeat.ts'
import {
  type ScheduleName,
  type Subject,
  scheduleNames,
  schedules,
  triggerNames,
  webhookNames,
} from './subjects.ts'

/** Everything health is judged from. */
export interface Signs {
  now: Date
  heartbeats: ReadonlyMap<string, Heartbeat>
  /** Due time of the oldest work in each lane. */
  oldestDue: Readonly<Record<Lane, Date | undefined>>
  /** The states of lanes that are not open. */
  states: Readonly<Partial<Record<Lane, LaneState>>>
}

/** Alarms that page somebody. Each has a section in the runbook. */
export const alarmNames = ['schedule-silent', 'trigger-silent', 'webhook-silent', 'lane-stuck'] as const
export type AlarmName = (typeof alarmNames)[number]

export interface Alarm {
  alarm: AlarmName
  subject: Subject | Lane
  seconds: number
}

const minute = 60
/** Interval of reports. Seconds. */
const reportEvery = minute
/** A schedule silent for longer raises an alarm, so that it is noticed within three periods. Seconds. */
export const silentAfter = (name: ScheduleName): number =>
  Math.max(4 * minute, 3 * schedules[name] * minute - reportEvery)
/** The same for due work and for a vendor outage. Seconds. */
export const dueAfter = 5 * minute
export const vendorOutageAfter = 4 * minute
/** A single event may get lost; two finds in a row without a heartbeat are no accident. */
const findsOfTheDead = 2

const ofAll = <Name extends string>(
  names: readonly Name[],
  seconds: (name: Name) => number,
): Record<Name, number> => recordOf(names, name => Math.max(0, Math.round(seconds(name))))

/** Ages in seconds, 0 where nothing is wrong. */
export function healthOf({ now, heartbeats, oldestDue, states }: Signs) {
  const secondsSince = (time: Date | undefined) => (time ? (now.getTime() - time.getTime()) / 1000 : 0)
  const heartbeatOf = (name: string): Heartbeat => heartbeats.get(name) ?? {}
  const outages = scheduleNames.map(name => heartbeatOf(name).vendorOutages ?? {})
  const vendorOutageFor = (lane: Lane) =>
    Math.max(...outages.map(({ [lane]: one }) => (one ? (one.at.getTime() - one.since.getTime()) / 1000 : 0)))
  // With nothing due, nobody has tried the vendor again.
  const isUntried = (lane: Lane) =>
    oldestDue[lane] === undefined && (states[lane]?.failing?.probeAt ?? now) < now
  // A pause by a person needs no alarm.
  const isPaused = (lane: Lane) => Boolean(states[lane]?.pausedBy)
  return {
    /** Since the last successful run. */
    schedules: ofAll(scheduleNames, name => secondsSince(lastSign(heartbeatOf(name)))),
    /** Since the first missed event. */
    triggers: ofAll(triggerNames, name => secondsSince(missedSince(heartbeatOf(name)))),
    webhooks: ofAll(webhookNames, path => secondsSince(missedSince(heartbeatOf(path)))),
    /** Of the oldest due work. */
    due: ofAll(laneNames, lane => (isPaused(lane) ? 0 : secondsSince(oldestDue[lane]))),
    /** How long its vendor has been down. */
    lanes: ofAll(laneNames, lane =>
      isPaused(lane)
        ? 0
        : Math.max(isUntried(lane) ? 0 : secondsSince(states[lane]?.failing?.since), vendorOutageFor(lane)),
    ),
  }
}

/** What to page somebody for. Due work says nothing about its lane while the schedule that works on it is silent. */
export function alarmsOf(health: ReturnType<typeof healthOf>, heartbeats: Signs['heartbeats']): Alarm[] {
  const found = <Name extends Alarm['subject']>(
    alarm: AlarmName,
    ages: Record<Name, number>,
    names: readonly Name[],
    isOver: (name: Name) => boolean,
  ): Alarm[] => names.filter(isOver).map(subject => ({ alarm, subject, seconds: ages[subject] }))
  const { schedules: runs, triggers: missed, webhooks: untold, due, lanes } = health
  const isStuck = (lane: Lane) => due[lane] > dueAfter || lanes[lane] > vendorOutageAfter
  const ages = ofAll(laneNames, lane => Math.max(due[lane], lanes[lane]))
  const silent = found('schedule-silent', runs, scheduleNames, name => runs[name] > silentAfter(name))
  const isWorking = silent.every(({ subject }) => subject !== 'workdue')
  const isDead = (name: string) => findsSince(heartbeats.get(name) ?? {}) >= findsOfTheDead
  return [
    ...silent,
    ...found('trigger-silent', missed, triggerNames, isDead),
    ...found('webhook-silent', untold, webhookNames, isDead),
    ...(isWorking ? found('lane-stuck', ages, laneNames, isStuck) : []),
  ]
}
