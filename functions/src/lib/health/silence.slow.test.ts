import { describe, expect, it } from 'vitest'
import { SilenceWorld } from '../../../test/support/silence/world.ts'
import { type Lane, laneNames } from '../due/lanes.ts'
import {
  type Subject,
  scheduleNames,
  schedules,
  triggerNames,
  triggers,
  type WebhookName,
  webhookNames,
  webhooks,
} from './subjects.ts'

const minuteMs = 60_000
const midnight = new Date('2031-05-01T00:00:00Z')
const at = (hours: number) => new Date(midnight.getTime() + hours * 60 * minuteMs)

/** People write by day; some hours nobody does, and at night hardly anybody. */
function day(seed: number): SilenceWorld {
  const world = new SilenceWorld(midnight, seed)
  const isOpen = () => ![0, 1, 2, 3, 4, 5, 12, 19, 23].includes(world.clock.now().getUTCHours())
  world.load('post', 40, isOpen)
  world.load('guest', 90, isOpen)
  world.load('ota', 90, isOpen)
  world.load('email', 60, isOpen)
  world.load('connection', 60, isOpen)
  world.load('booking', 100, isOpen)
  world.load('post', 5000)
  world.load('guest', 5000)
  world.load('ota', 5000)
  world.load('booking', 9000)
  return world
}

it.each([1, 2, 3])('a healthy day raises no alarm, idle night included (seed %i)', async seed => {
  const world = day(seed)
  await world.clock.runUntil(at(24))
  expect(world.raised).toEqual([])
  // Each minute, and each five.
  expect(world.reports).toBeGreaterThan(1700)
})

/** Three periods of whatever finds it, and ten minutes where that comes every three minutes or more often. */
const within = (minutes: number): number => (minutes <= 3 ? 10 : 3 * minutes)

const findsEvery: Partial<Record<Subject | Lane, number>> = {
  // Callbacks are missed when a send is asked after, ten minutes after it.
  'message-status': 10,
  'inbound-messages': schedules.sweepinbound,
  bookings: schedules.sweepbookingfeed,
  // Hardly anything is due in it: the guests' messages are looked for in it.
  'look-up': schedules.sweepinbound,
}
const found = webhookNames.filter((path): path is WebhookName => webhooks[path] !== null)
const dead: [alarm: string, subject: Subject | Lane, minutes: number][] = [
  ...scheduleNames.map(name => ['schedule-silent', name, schedules[name]] as (typeof dead)[number]),
  ...triggerNames
    .filter(name => triggers[name] !== null)
    .map(name => ['trigger-silent', name, 1] as (typeof dead)[number]),
  ...found.map(path => ['webhook-silent', path, findsEvery[path] ?? 1] as (typeof dead)[number]),
  ...laneNames.map(lane => ['lane-stuck', lane, findsEvery[lane] ?? 1] as (typeof dead)[number]),
]

describe.each(dead)('%s %s', (alarm, subject, minutes) => {
  it.each([1, 2])('is raised in time, and nothing else (seed %i)', async seed => {
    const world = day(seed)
    // Never at the same moment of a minute.
    const killedAt = new Date(at(9).getTime() + seed * 17_341)
    await world.clock.runUntil(killedAt)
    expect(world.raised).toEqual([])
    world.kill(subject)
    await world.clock.runUntil(at(11))
    expect(world.raised.map(({ name }) => name)).toEqual([`${alarm} ${subject}`])
    const took = ((world.raised[0]?.at.getTime() ?? 0) - (world.firstMissed ?? killedAt).getTime()) / minuteMs
    expect(took).toBeLessThanOrEqual(within(minutes))
  })
})
