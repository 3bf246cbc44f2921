import { describe, expect, it } from 'vitest'
import { Query, type Store } from '../../src/lib/store.ts'
import { workDue } from '../../src/triggers/work-due.ts'
import { storePieces } from '../support/due-pieces.ts'
import { fastestSecond } from '../support/fastest-second.ts'
import { tellOfMessage } from '../support/message-event.ts'
import {
  atOnce,
  dueMessages as count,
  deliveries,
  hour,
  minute,
  mostOvertaken,
  perSecond,
  type System,
  sending,
  untilSent,
  useSystems,
  ways,
} from './outage-systems.ts'
import { forward } from './time.ts'

const { vendors, ownSystem, outage } = useSystems()

/** The most tries in an outage: those that close the lane, those under way by then, and one a run. */
const mostTries = 100

const sends = async () =>
  (await vendors().requests('twilio')).filter(
    ({ method, path }) => method === 'POST' && path.endsWith('Messages.json'),
  )

const storedDue = async (): Promise<System> => {
  const system = ownSystem()
  await storePieces(system.db, 'chatapp-delivery', { count, now: new Date() })
  return system
}

/** The messages that the provider has accepted, in its order; the oldest was stored first. */
const accepted = async (): Promise<number[]> =>
  (await vendors().state('twilio')).messages.map(({ to }: { to: string }) => Number(to.slice(-7)))

describe('six hours in which the provider', () => {
  it.each(
    Object.entries({
      ...ways,
      'loses the answers to what it has accepted': { mode: 'processed-then-reset', method: 'POST' } as const,
    }),
  )('%s leave every message sent, once, oldest first, at the rate of the lane', async (_, way) => {
    const system = await storedDue()
    const { db } = system
    await outage(system, { vendor: 'twilio', way, kinds: sending })
    expect((await sends()).length).toBeLessThan(mostTries)
    const untried = await db.collectionGroup('messages').where('delivery.attempts', '==', 0).select().get()
    const waited = new Set(untried.docs.map(({ id }) => Number(id.slice(1))))
    expect(waited.size).toBeGreaterThan(count - mostTries)

    await untilSent(system)
    const order = await accepted()
    expect(order.toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (__, number) => number))
    expect(new Set((await deliveries(db)).map(({ status }) => status))).toEqual(new Set(['sent']))
    expect(await db.collection('items').where('status', '==', 'open').get()).toMatchObject({ empty: true })
    expect(mostOvertaken(order.filter(number => waited.has(number)))).toBeLessThan(atOnce)
    expect(fastestSecond(await sends())).toBeLessThanOrEqual(perSecond)
  })
})

// Without an order Firestore takes that of the inequality, which is the same.
it('a schedule that asks for the newest first is refused, since no index serves it', async () => {
  const system = await storedDue()
  const { store } = system.context
  const find: Store['find'] = query =>
    store.find(new Query({ ...query, order: query.order.map(([field]) => [field, 'desc']) }))
  const mistaken = { ...system, context: { ...system.context, store: { ...store, find } } }
  await expect(untilSent(mistaken)).rejects.toThrow('no index serves')
})

it('a key that is refused closes the lane at the first message, says so, and lets triggers wait', async () => {
  const system = await storedDue()
  const { db, context, build } = system
  await vendors().fault({ vendor: 'twilio', mode: 'status', status: 401 })
  await workDue(context, ['chatapp-delivery'])
  const tried = (await sends()).length
  // Sends that were under way, and the one that tries half a minute later.
  expect(tried).toBeLessThanOrEqual(atOnce + 1)
  const item = (await db.doc('items/vendor-unavailable_chatapp').get()).data()
  expect(item).toMatchObject({
    kind: 'vendor-unavailable',
    vendor: 'twilio',
    reason: 'credentials',
    secret: 'TWILIO_AUTH_TOKEN',
    detail: expect.stringContaining('TWILIO_AUTH_TOKEN'),
    status: 'open',
  })

  // Another process reads that the lane is closed.
  const last = { threadId: `p${count - 1}`, messageId: `p${count - 1}` }
  await tellOfMessage(build(), db, last)
  expect((await sends()).length).toBe(tried)

  forward(minute)
  await workDue(context, ['chatapp-delivery'])
  expect((await sends()).length, 'one probe each half minute').toBe(tried + 2)

  await vendors().clearFaults()
  await untilSent(system)
  expect(await accepted()).toHaveLength(count)
  expect((await db.doc('items/vendor-unavailable_chatapp').get()).get('status')).toBe('resolved')
})

it('a message that would come too late is not sent, and its author is told', async () => {
  const system = await storedDue()
  forward(25 * hour)
  await untilSent(system)
  expect(await sends()).toEqual([])
  const states = await deliveries(system.db)
  expect(states.map(({ status, failure }) => `${status} ${failure?.code}`)).toEqual(
    Array(count).fill('failed provider-unavailable'),
  )
})
