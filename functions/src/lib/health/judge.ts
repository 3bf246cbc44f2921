import type { LaneState } from '../due/lane-state.ts'
import { type Lane, laneNames } from '../due/lanes.ts'
import { findsSince, type Heartbeat, lastSign, missedSince } from './heartbeat.ts'
import {
  type ScheduleName,
  type Subject,
  scheduleNames,
  schedules,
  type TriggerName,
  triggerNames,
  type WebhookName,
  webhookNames,
} from './subjects.ts'

/** Everything that is known of how the system is. */
export interface Signs {
  now: Date
  beats: ReadonlyMap<string, Heartbeat>
  /** Since when the oldest piece of work in a lane is due. */
  oldestDue: Readonly<Record<Lane, Date | undefined>>
  /** Why nothing goes through a lane. */
  states: Readonly<Partial<Record<Lane, LaneState>>>
}

/** What somebody is woken for. Each has a section in the runbook. */
export const alarmNames = ['schedule-silent', 'trigger-silent', 'webhook-silent', 'lane-stuck'] as const
export type AlarmName = (typeof alarmNames)[number]

export interface Alarm {
  alarm: AlarmName
  subject: Subject | Lane
  seconds: number
}

/** Ages in seconds, 0 where nothing is wrong. */
export interface Health {
  /** Since the last run that ended well. */
  schedules: Record<ScheduleName, number>
  /** Since the first event that was missed. */
  triggers: Record<TriggerName, number>
  webhooks: Record<WebhookName, number>
  /** Of the oldest work that is due. */
  due: Record<Lane, number>
  /** For how long its vendor has taken nothing. */
  lanes: Record<Lane, number>
}

const minute = 60
/** Reports come this often. Seconds. */
const reportEvery = minute
/** A schedule that has been silent for longer is heard, so that it is known within three periods. Seconds. */
export const silentAfter = (name: ScheduleName): number =>
  Math.max(4 * minute, 3 * schedules[name] * minute - reportEvery)
/** The same of work that is due, and of a vendor that takes nothing. Seconds. */
export const dueAfter = 5 * minute
export const hinderedAfter = 4 * minute
/** One event may be lost on its way to us; when two looks in a row find some, and no sign of life, it is no accident. */
const findsOfTheDead = 2

const ofAll = <Name extends string>(
  names: readonly Name[],
  seconds: (name: Name) => number,
): Record<Name, number> =>
  Object.fromEntries(names.map(name => [name, Math.max(0, Math.round(seconds(name)))])) as Record<
    Name,
    number
  >

export function healthOf({ now, beats, oldestDue, states }: Signs): Health {
  const secondsSince = (time: Date | undefined) => (time ? (now.getTime() - time.getTime()) / 1000 : 0)
  const beatOf = (name: string): Heartbeat => beats.get(name) ?? {}
  const troubles = scheduleNames.map(name => beatOf(name).hindered ?? {})
  const hinderedFor = (lane: Lane) =>
    Math.max(
      ...troubles.map(({ [lane]: one }) => (one ? (one.at.getTime() - one.since.getTime()) / 1000 : 0)),
    )
  // With nothing due, nobody has asked its vendor again.
  const isUntried = (lane: Lane) =>
    oldestDue[lane] === undefined && (states[lane]?.failing?.probeAt ?? now) < now
  // What a person has closed is known.
  const isPaused = (lane: Lane) => Boolean(states[lane]?.pausedBy)
  return {
    schedules: ofAll(scheduleNames, name => secondsSince(lastSign(beatOf(name)))),
    triggers: ofAll(triggerNames, name => secondsSince(missedSince(beatOf(name)))),
    webhooks: ofAll(webhookNames, path => secondsSince(missedSince(beatOf(path)))),
    due: ofAll(laneNames, lane => (isPaused(lane) ? 0 : secondsSince(oldestDue[lane]))),
    lanes: ofAll(laneNames, lane =>
      isPaused(lane)
        ? 0
        : Math.max(isUntried(lane) ? 0 : secondsSince(states[lane]?.failing?.since), hinderedFor(lane)),
    ),
  }
}

/** What to wake somebody for. Work that is due tells nothing of its lane while the schedule that works on it is silent. */
export function alarmsOf(health: Health, beats: Signs['beats']): Alarm[] {
  const found = <Name extends Alarm['subject']>(
    alarm: AlarmName,
    ages: Record<Name, number>,
    names: readonly Name[],
    isOver: (name: Name) => boolean,
  ): Alarm[] => names.filter(isOver).map(subject => ({ alarm, subject, seconds: ages[subject] }))
  const { schedules: runs, triggers: missed, webhooks: untold, due, lanes } = health
  const isStuck = (lane: Lane) => due[lane] > dueAfter || lanes[lane] > hinderedAfter
  const ages = ofAll(laneNames, lane => Math.max(due[lane], lanes[lane]))
  const silent = found('schedule-silent', runs, scheduleNames, name => runs[name] > silentAfter(name))
  const isWorking = silent.every(({ subject }) => subject !== 'workdue')
  const isDead = (name: string) => findsSince(beats.get(name) ?? {}) >= findsOfTheDead
  return [
    ...silent,
    ...found('trigger-silent', missed, triggerNames, isDead),
    ...found('webhook-silent', untold, webhookNames, isDead),
    ...(isWorking ? found('lane-stuck', ages, laneNames, isStuck) : []),
  ]
}
