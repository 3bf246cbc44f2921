import { expect, it } from 'vitest'
import { firestoreWith } from '../../src/adapters/firestore/client.ts'
import { heartbeats } from '../../src/adapters/firestore/operations.ts'
import { runSchedule } from '../../src/functions.ts'
import { ProviderError } from '../../src/lib/errors.ts'
import { scheduleNames, triggerNames, webhookNames } from '../../src/lib/health/subjects.ts'
import { heard } from '../../src/triggers/heard.ts'
import { steppedClock } from '../support/chat-deps.ts'
import { memoryLog } from '../support/memory-log.ts'
import { testContext } from '../support/test-context.ts'
import { ownProjects } from '../support/world.ts'

const minute = 60_000
const ownProject = ownProjects()

/** A system of its own, whose vendors are reached nowhere. */
function system() {
  const { db } = ownProject()
  const [clock, log] = [steppedClock(new Date('2031-05-01T12:00:00Z')), memoryLog([])]
  const context = testContext({ firestore: db, clock, log }, { sandboxUrl: 'http://127.0.0.1:9' })
  const heartbeatOf = async (subject: string) =>
    (await heartbeats(firestoreWith(db)).heartbeats()).get(subject)
  const line = (event: string) => log.fields[log.events.lastIndexOf(event)]
  return { db, clock, log, context, heartbeatOf, line }
}

it('a run that ended well leaves a heartbeat, and the report expects everything else from then on', async () => {
  const { clock, log, context, heartbeatOf, line } = system()
  await runSchedule(context, 'workdue')
  expect(await heartbeatOf('workdue')).toMatchObject({
    at: clock.now(),
    startedAt: clock.now(),
    vendorOutages: {},
  })
  const others = [...scheduleNames.slice(1), ...triggerNames, ...webhookNames]
  for (const name of others) expect(await heartbeatOf(name), name).toEqual({ expectedSince: clock.now() })
  expect(line('health')).toMatchObject({ alarms: 0, schedules: { workdue: 0 } })
  clock.forward(30 * minute)
  await runSchedule(context, 'workdue')
  const silent = log.events.filter(event => event === 'alarm')
  expect(silent).toHaveLength(5)
  expect(line('health')).toMatchObject({
    ...{ alarms: 5, worst: { periods: 30 } },
    schedules: { workdue: 0, watchroles: 1800, comparesearch: 1800 },
  })
  expect(log.fields).toContainEqual({ alarm: 'schedule-silent', subject: 'sweepinbound', seconds: 1800 })
})

it('a run that a vendor ended leaves one that says so, and one that failed leaves none', async () => {
  const { clock, log, context, heartbeatOf } = system()
  await runSchedule(context, 'sweepbookingfeed')
  const vendorOutages = { 'channel-manager': { since: clock.now(), at: clock.now() } }
  expect(await heartbeatOf('sweepbookingfeed')).toMatchObject({ at: clock.now(), vendorOutages })
  await context.recorder.ran('comparesearch', () => Promise.reject(new Error('the database did not answer')))
  expect(await heartbeatOf('comparesearch')).toBeUndefined()
  expect(log.events).toContain('comparesearch failed')
})

it('a trigger and a webhook leave one at most once a minute, and what fails for good leaves none', async () => {
  const { clock, log, context, heartbeatOf } = system()
  const event = {
    id: 'e',
    time: new Date(clock.now().getTime() - 2000).toISOString(),
    params: { emailId: 'x' },
  }
  const first = clock.now()
  await heard(context, 'sendemail', async () => {})(event)
  clock.forward(minute - 1)
  await heard(context, 'sendemail', async () => {})(event)
  expect(await heartbeatOf('sendemail')).toEqual({ at: first })
  expect(log.fields[0]).toEqual({
    ...{ kind: 'sendemail', eventId: 'e', emailId: 'x', ms: 0, lagMs: 2000, outcome: 'done' },
  })
  const down = new ProviderError('channel-manager', 'retryable', 'x', { status: 503 })
  await expect(heard(context, 'sendemail', () => Promise.reject(down))(event)).rejects.toThrow(down)
  expect(await heartbeatOf('sendemail')).toEqual({ at: first })
  const broken = new TypeError('x')
  await expect(heard(context, 'syncthread', () => Promise.reject(broken))(event)).rejects.toThrow(broken)
  expect(await heartbeatOf('syncthread')).toBeUndefined()
  await context.recorder.taken('inbound-messages')
  expect(await heartbeatOf('inbound-messages')).toEqual({ at: clock.now() })
})

it('messages that no trigger heard of raise the alarm of those that are silent', async () => {
  const { db, clock, context, log } = system()
  const alarms = () => log.fields.filter((_, index) => log.events[index] === 'alarm')
  await runSchedule(context, 'workdue')
  for (let number = 0; number < 5; number += 1) {
    clock.forward(2 * minute)
    const now = clock.now()
    await db.doc(`threads/t${number}`).set({ updatedAt: now, lastMessage: { createdAt: now } })
    // A booking that comes after the message.
    await db.doc(`threads/opened${number}`).set({ updatedAt: new Date(now.getTime() + 1) })
    await db.doc(`threadChanges/t${number}`).set({ at: now })
    await context.recorder.handled('syncthread', async () => {})
    for (const name of scheduleNames) await context.recorder.ran(name, async () => {})
    await runSchedule(context, 'workdue')
  }
  expect(new Set(alarms().map(fields => Reflect.get(Object(fields), 'subject')))).toEqual(
    new Set(['handlemessage']),
  )
})

it('a store of heartbeats that cannot be reached fails nothing', async () => {
  const { context, log } = system()
  const broken = testContext({
    log,
    decorate: (name, port) => {
      if (name === 'operations') throw new Error('not there')
      return port
    },
  })
  await expect(broken.recorder.handled('sendemail', async () => 'sent')).resolves.toBe('sent')
  await broken.recorder.taken('invoices')
  await broken.recorder.ran('watchroles', async () => {})
  expect(log.events).toEqual(['a heartbeat failed', 'a heartbeat failed', 'a heartbeat failed'])
  void context
})
