import { deleteApp, initializeApp } from 'firebase-admin/app'
import { getFirestore } from 'firebase-admin/firestore'
import { afterAll, expect, it } from 'vitest'
import { firestoreWith } from '../../src/adapters/firestore/client.ts'
import { heartbeats } from '../../src/adapters/firestore/heartbeats.ts'
import { ProviderError } from '../../src/lib/errors.ts'
import { scheduleNames, triggerNames, webhookNames } from '../../src/lib/health/subjects.ts'
import { byTheClock } from '../../src/triggers/by-the-clock.ts'
import { heard } from '../../src/triggers/heard.ts'
import { steppedClock } from '../support/chat-deps.ts'
import { memoryLog } from '../support/memory-log.ts'
import { testServices } from '../support/services.ts'
import { uniqueId } from '../support/stack.ts'

const minute = 60_000
const apps = new Set<ReturnType<typeof initializeApp>>()
afterAll(() => Promise.all([...apps].map(app => deleteApp(app))))

/** A system of its own, whose vendors are reached nowhere. */
function system() {
  const app = initializeApp({ projectId: uniqueId('demo-beats') }, uniqueId('app'))
  apps.add(app)
  const db = getFirestore(app)
  const [clock, log] = [steppedClock(new Date('2031-05-01T12:00:00Z')), memoryLog([])]
  const services = testServices({ firestore: db, clock, log }, { sandboxUrl: 'http://127.0.0.1:9' })
  const beatOf = async (subject: string) => (await heartbeats(firestoreWith(db)).all()).get(subject)
  const line = (event: string) => log.fields[log.events.lastIndexOf(event)]
  return { db, clock, log, services, beatOf, line }
}

it('a run that ended well leaves a heartbeat, and the report expects everything else from then on', async () => {
  const { clock, log, services, beatOf, line } = system()
  await byTheClock(services, 'workdue')
  expect(await beatOf('workdue')).toMatchObject({ at: clock.now(), startedAt: clock.now(), hindered: {} })
  const others = [...scheduleNames.slice(1), ...triggerNames, ...webhookNames]
  for (const name of others) expect(await beatOf(name), name).toEqual({ expectedSince: clock.now() })
  expect(line('health')).toMatchObject({ alarms: 0, schedules: { workdue: 0 } })
  clock.forward(30 * minute)
  await byTheClock(services, 'workdue')
  const silent = log.events.filter(event => event === 'alarm')
  expect(silent).toHaveLength(4)
  expect(line('health')).toMatchObject({
    ...{ alarms: 4, worst: { periods: 30 } },
    schedules: { workdue: 0, watchroles: 1800, comparesearch: 1800 },
  })
  expect(log.fields).toContainEqual({ alarm: 'schedule-silent', subject: 'sweepinbound', seconds: 1800 })
})

it('a run that a vendor ended leaves one that says so, and one that failed leaves none', async () => {
  const { clock, log, services, beatOf } = system()
  await byTheClock(services, 'sweepbookingfeed')
  const hindered = { 'channel-manager': { since: clock.now(), at: clock.now() } }
  expect(await beatOf('sweepbookingfeed')).toMatchObject({ at: clock.now(), hindered })
  await services.beats.ran('comparesearch', () => Promise.reject(new Error('the database did not answer')))
  expect(await beatOf('comparesearch')).toBeUndefined()
  expect(log.events).toContain('comparesearch failed')
})

it('a trigger and a webhook leave one at most once a minute, and what fails for good leaves none', async () => {
  const { clock, log, services, beatOf } = system()
  const event = {
    id: 'e',
    time: new Date(clock.now().getTime() - 2000).toISOString(),
    params: { emailId: 'x' },
  }
  const first = clock.now()
  await heard(services, 'sendemail', async () => {})(event)
  clock.forward(minute - 1)
  await heard(services, 'sendemail', async () => {})(event)
  expect(await beatOf('sendemail')).toEqual({ at: first })
  expect(log.fields[0]).toEqual({
    ...{ kind: 'sendemail', eventId: 'e', emailId: 'x', ms: 0, lagMs: 2000, outcome: 'done' },
  })
  const down = new ProviderError('channel-manager', 'retryable', 'x', { status: 503 })
  await expect(heard(services, 'provechannel', () => Promise.reject(down))(event)).rejects.toThrow(down)
  expect(await beatOf('provechannel')).toEqual({ at: clock.now() })
  const broken = new TypeError('x')
  await expect(heard(services, 'syncthread', () => Promise.reject(broken))(event)).rejects.toThrow(broken)
  expect(await beatOf('syncthread')).toBeUndefined()
  await services.beats.taken('inbound-messages')
  expect(await beatOf('inbound-messages')).toEqual({ at: clock.now() })
})

it('messages that no trigger heard of raise the alarm of those that are silent', async () => {
  const { db, clock, services, log } = system()
  const alarms = () => log.fields.filter((_, index) => log.events[index] === 'alarm')
  await byTheClock(services, 'workdue')
  for (let number = 0; number < 5; number += 1) {
    clock.forward(2 * minute)
    const now = clock.now()
    await db.doc(`threads/t${number}`).set({ updatedAt: now, lastMessage: { createdAt: now } })
    for (const name of ['delivermessage', 'syncthread', 'syncthreadonmessage'] as const)
      await services.beats.handled(name, async () => {})
    for (const name of scheduleNames) await services.beats.ran(name, async () => {})
    await byTheClock(services, 'workdue')
  }
  expect(new Set(alarms().map(fields => Reflect.get(Object(fields), 'subject')))).toEqual(
    new Set(['forwardmessage']),
  )
})

it('a store of heartbeats that cannot be reached fails nothing', async () => {
  const { services, log } = system()
  const broken = testServices({
    log,
    decorate: (name, port) => {
      if (name === 'heartbeats') throw new Error('not there')
      return port
    },
  })
  await expect(broken.beats.handled('sendemail', async () => 'sent')).resolves.toBe('sent')
  await broken.beats.taken('invoices')
  await broken.beats.ran('watchroles', async () => {})
  expect(log.events).toEqual(['a heartbeat failed', 'a heartbeat failed', 'a heartbeat failed'])
  void services
})
