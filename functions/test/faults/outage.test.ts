import { randomUUID } from 'node:crypto'
import { deleteApp, initializeApp } from 'firebase-admin/app'
import { type Firestore, getFirestore } from 'firebase-admin/firestore'
import { afterAll, describe, expect, it } from 'vitest'
import { shardOf } from '../../src/adapters/firestore/shards.ts'
import { systemClock } from '../../src/adapters/system.ts'
import type { Services } from '../../src/lib/services.ts'
import { onMessageDeliver } from '../../src/triggers/documents.ts'
import { workDue } from '../../src/triggers/work-due.ts'
import { type Fault, useSandbox } from '../adapters/harness.ts'
import { storeDue } from '../support/due.ts'
import { memoryLog } from '../support/memory-log.ts'
import { sandboxAt } from '../support/sandbox.ts'
import { testServices } from '../support/services.ts'
import { disturbed, Process } from './effects.ts'
import { forward, installTime } from './time.ts'

installTime()
const sandbox = useSandbox('twilio')
const apps = new Set<ReturnType<typeof initializeApp>>()
afterAll(() => Promise.all([...apps].map(app => deleteApp(app))))

/** Messages that are due when the outage begins, for each way of failing. */
const count = Math.round(Number(process.env.OUTAGE ?? 300) / 6)
const minute = 60_000
const hour = 60 * minute

/** A system of its own. Its clock and the provider's are moved together. */
function ownSystem() {
  const id = randomUUID().slice(0, 13)
  const app = initializeApp({ projectId: `demo-outage-${id}` }, id)
  apps.add(app)
  const db = getFirestore(app)
  const clock = { ...systemClock, sleep: async (milliseconds: number) => forward(milliseconds) }
  const sandboxUrl = sandbox.vendorUrl().replace(/\/twilio$/, '')
  const build = (timeoutMs = 15_000, process = new Process()) =>
    testServices(
      { firestore: db, clock, log: memoryLog([]), decorate: (name, port) => process.watch(name, port) },
      { sandboxUrl, timeoutMs },
    )
  return { db, clock, build, services: build() }
}

const deliveries = async (db: Firestore) =>
  (await db.collectionGroup('messages').get()).docs.map(document => document.get('delivery'))

const sends = async () =>
  (await sandbox.requests()).filter(({ method, path }) => method === 'POST' && path.endsWith('Messages.json'))

/** Everything that runs by the clock, until nothing is left to do. */
async function untilQuiet(services: Services, db: Firestore) {
  for (let round = 0; round < 60; round += 1) {
    await workDue(services, ['chatapp-delivery', 'look-up'])
    const states = await deliveries(db)
    if (states.every(({ status }) => status !== 'pending' && status !== 'sending' && status !== 'unknown'))
      return
    forward(minute)
  }
}

const failing: Record<string, Fault> = {
  'it refuses every request': { mode: 'status', status: 503 },
  'it asks for patience': { mode: 'status', status: 429 },
  'nothing is answered': { mode: 'timeout' },
  'it closes every connection': { mode: 'reset' },
  'our key is refused': { mode: 'status', status: 401 },
  'answers are lost after it has accepted': { mode: 'processed-then-reset', method: 'POST' },
}

describe('six hours in which', () => {
  it.each(Object.entries(failing))('%s leave every message sent, once', async (_, fault) => {
    const { db, clock, build, services } = ownSystem()
    await storeDue(db, { count, now: clock.now() })
    await sandbox.fault(fault)
    const waiting = build(fault.mode === 'timeout' ? 200 : undefined)
    const endsAt = clock.now().getTime() + 6 * hour
    for (let round = 0; clock.now().getTime() < endsAt; round += 1) {
      await workDue(waiting, ['chatapp-delivery', 'look-up'])
      forward(round < 10 ? minute : 20 * minute)
    }
    const inOutage = (await sends()).length
    await sandbox.control('DELETE', 'faults')
    await untilQuiet(services, db)
    const accepted = await sandbox.state('messages')
    expect(accepted.map(({ to }) => to)).toHaveLength(count)
    expect(new Set(accepted.map(({ to }) => to)).size).toBe(count)
    expect((await deliveries(db)).map(({ status }) => status)).toEqual(Array(count).fill('sent'))
    if (fault.mode !== 'processed-then-reset') expect(inOutage).toBeLessThan(count * 2)
    const items = await db.collection('items').get()
    expect(items.docs.filter(item => item.get('status') === 'open').map(({ id }) => id)).toEqual([])
  })
})

describe('a key that is refused', () => {
  it('closes the lane at the first message, says so, and lets triggers wait', async () => {
    const { db, clock, services, build } = ownSystem()
    await storeDue(db, { count, now: clock.now() })
    await sandbox.fault({ mode: 'status', status: 401 })
    await workDue(services, ['chatapp-delivery'])
    const tried = (await sends()).length
    expect(tried).toBeLessThanOrEqual(20)
    const item = (await db.doc('items/vendor-unavailable_chatapp').get()).data()
    expect(item).toMatchObject({
      kind: 'vendor-unavailable',
      vendor: 'twilio',
      reason: 'credentials',
      status: 'open',
    })

    // Another process, which reads of it.
    const message = (await db.doc(`threads/t${count - 1}/messages/m${count - 1}`).get()).data()
    await onMessageDeliver(build(), { threadId: `t${count - 1}`, messageId: `m${count - 1}` }, message)
    expect((await sends()).length).toBe(tried)

    forward(minute)
    await workDue(services, ['chatapp-delivery'])
    expect((await sends()).length, 'one probe a minute').toBe(tried + 1)

    await sandbox.control('DELETE', 'faults')
    await untilQuiet(services, db)
    expect(await sandbox.state('messages')).toHaveLength(count)
    expect((await db.doc('items/vendor-unavailable_chatapp').get()).get('status')).toBe('resolved')
  })
})

/** What else is due: how it is stored, and how many times each piece has reached its vendor. */
const otherWork = {
  forwarding: {
    vendor: 'guest-platform',
    store: (db: Firestore, id: string, now: Date) => [
      db.doc(`threads/${id}`).set({ source: 'platform-guest', participantIds: [], needsAttention: [] }),
      db.doc(`threads/${id}/messages/${id}`).set({
        ...{ messageId: id, threadId: id, authorId: 'staff', createdAt: now, source: 'platform', body: id },
        forwarding: { status: 'pending', attempts: 0, dueAt: now, dueShard: shardOf(id) },
      }),
    ],
    isDone: (db: Firestore, id: string) => db.doc(`threads/${id}/messages/${id}`).get(),
    done: { 'forwarding.status': 'forwarded' },
  },
  email: {
    vendor: 'sendgrid',
    store: (db: Firestore, id: string, now: Date) => [
      db.doc(`emails/${id}`).set({
        ...{ emailId: id, template: 'ota-listing-live', to: `${id}@guests.example`, data: {}, about: {} },
        ...{ status: 'pending', attempts: 0, createdAt: now, dueAt: now },
      }),
    ],
    isDone: (db: Firestore, id: string) => db.doc(`emails/${id}`).get(),
    done: { status: 'sent' },
  },
  'search-record': {
    vendor: 'algolia',
    store: (db: Firestore, id: string, now: Date) => [
      db.doc(`threads/${id}`).set({ source: 'guest', participantIds: [], needsAttention: [], version: 1 }),
      db.doc(`staleRecords/${id}`).set({ dueAt: now }),
    ],
    isDone: (db: Firestore, id: string) => db.doc(`staleRecords/${id}`).get(),
    done: { dueAt: undefined },
  },
} as const

describe.each(Object.entries(otherWork))('%s through six hours in which its vendor', (kind, work) => {
  const { vendor, store, isDone, done } = work
  it.each([
    ['asks for patience', { mode: 'status', status: 429 }],
    ['refuses our key', { mode: 'status', status: 401 }],
  ] as const)('%s', async (_, fault) => {
    const { db, clock, services } = ownSystem()
    const ids = Array.from({ length: count }, () => randomUUID())
    await Promise.all(ids.flatMap(id => store(db, id, clock.now())))
    const at = sandboxAt(sandbox.vendorUrl().replace(/\/twilio$/, ''))
    await at.fault({ vendor, ...fault })
    const endsAt = clock.now().getTime() + 6 * hour
    while (clock.now().getTime() < endsAt) {
      await workDue(services, [kind as keyof typeof otherWork])
      forward(20 * minute)
    }
    const tried = (await at.requests(vendor)).length
    expect(tried).toBeLessThan(count + 30)
    await at.clearFaults()
    for (let round = 0; round < 5; round += 1) {
      forward(hour)
      await workDue(services, [kind as keyof typeof otherWork])
    }
    const documents = await Promise.all(ids.map(id => isDone(db, id)))
    for (const [field, value] of Object.entries(done))
      expect(documents.map(document => document.get(field))).toEqual(ids.map(() => value))
    const accepted = (await at.requests(vendor)).filter(({ status }) => status !== null && status < 300)
    if (vendor !== 'algolia') expect(accepted).toHaveLength(count)
    const open = (await db.collection('items').where('status', '==', 'open').get()).docs.map(({ id }) => id)
    expect(open).toEqual([])
  })
})

it('a message that would come too late is not sent, and its author is told', async () => {
  const { db, clock, services } = ownSystem()
  await storeDue(db, { count, now: clock.now() })
  forward(25 * hour)
  await workDue(services, ['chatapp-delivery'])
  expect(await sends()).toEqual([])
  const states = await deliveries(db)
  expect(states.map(({ status, failure }) => `${status} ${failure?.code}`)).toEqual(
    Array(count).fill('failed provider-unavailable'),
  )
})

describe.each([
  ['before', 'alone'],
  ['after', 'beside another one'],
] as const)('a process that dies %s any of its effects, %s,', (when, how) => {
  const dying = (position: number, build: (process: Process) => Services) =>
    disturbed(
      position,
      process => workDue(build(process), ['chatapp-delivery', 'look-up']),
      die => async (_effect, run) => {
        if (when === 'after') await run()
        return die()
      },
    )

  it('leaves each message sent once, or to a person', async () => {
    const effects = new Process()
    const whole = ownSystem()
    await storeDue(whole.db, { count: 2, now: whole.clock.now() })
    await workDue(whole.build(undefined, effects), ['chatapp-delivery', 'look-up'])
    expect(effects.effects.length).toBeGreaterThan(10)
    for (const position of effects.effects.keys()) {
      await sandbox.control('POST', 'reset')
      const { db, clock, build, services } = ownSystem()
      await storeDue(db, { count: 2, now: clock.now() })
      const other = how === 'alone' ? undefined : workDue(build(), ['chatapp-delivery', 'look-up'])
      await Promise.all([other, dying(position, process => build(undefined, process))])
      await untilQuiet(services, db)
      const accepted = (await sandbox.state('messages')).map(({ to }) => to)
      expect(new Set(accepted).size, `died at ${position}`).toBe(accepted.length)
      const left = (await deliveries(db)).filter(({ status }) => status !== 'sent')
      // Where nobody saw the call end, it is for a person to say whether to send it again.
      expect(left.every(({ status, dueAt }) => status === 'unknown' && dueAt === undefined)).toBe(true)
      expect(accepted.length + left.length, `died at ${position}`).toBe(2)
    }
  })
})
