import { deleteApp, initializeApp } from 'firebase-admin/app'
import { getFirestore } from 'firebase-admin/firestore'
import { afterAll, expect, it } from 'vitest'
import { messages } from '../../src/adapters/firestore/messages.ts'
import { allOf } from '../../src/adapters/firestore/query-pages.ts'
import { threads } from '../../src/adapters/firestore/threads.ts'
import { memoryLog } from '../support/memory-log.ts'
import { uniqueId } from '../support/stack.ts'

const app = initializeApp({ projectId: uniqueId('demo-pages') }, uniqueId('app'))
const db = getFirestore(app)
afterAll(() => deleteApp(app))

const now = new Date()
const [past, future] = [-1000, 1000].map(offset => new Date(now.getTime() + offset))

/** Stores these, each a few hundred times. */
async function store(documents: Record<string, object>, times = 1): Promise<void> {
  const writer = db.bulkWriter()
  for (const [path, fields] of Object.entries(documents))
    for (let number = 0; number < times; number += 1)
      void writer.set(db.doc(times === 1 ? path : `${path}${number}`), fields)
  await writer.close()
}

it('all of a query come, over the ends of pages, and no more than are asked for', async () => {
  const numbers = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`numbers/n${at}`, { at }]))
  await store(numbers)
  const query = db.collection('numbers').where('at', '>=', 0)
  const ids = async (...rest: [page: number, most?: number]) =>
    (await allOf(query, snapshot => snapshot.get('at') % 2 === 0, ...rest)).map(({ id }) => id)
  const even = ['n0', 'n2', 'n4', 'n6', 'n8']
  for (const page of [1, 3, 5, 10, 11]) expect(await ids(page)).toEqual(even)
  expect(await ids(3, 4)).toEqual(even.slice(0, 4))
})

it('forwardings that wait do not keep a sweep from those that are due', async () => {
  const thread = 'threads/forwarded/messages'
  await store({ [`${thread}/a`]: { forwarding: { status: 'pending', notBefore: future } } }, 600)
  await store({
    [`${thread}/b-new`]: { forwarding: { status: 'pending' } },
    [`${thread}/c-due`]: { forwarding: { status: 'pending', notBefore: past } },
    [`${thread}/d-done`]: { forwarding: { status: 'forwarded' } },
  })
  const found = await messages(db, memoryLog()).dueForwardings(now)
  expect(found).toEqual(['b-new', 'c-due'].map(messageId => ({ threadId: 'forwarded', messageId })))
})

it('deliveries that wait do not keep a sweep from those that are due', async () => {
  const thread = 'threads/delivered/messages'
  await store({ [`${thread}/a`]: { delivery: { status: 'pending', notBefore: future } } }, 600)
  await store({ [`${thread}/c`]: { delivery: { status: 'unknown', lookUpAt: past } } }, 600)
  await store({
    [`${thread}/d-new`]: { delivery: { status: 'pending' } },
    [`${thread}/e-due`]: { delivery: { status: 'pending', notBefore: past } },
    [`${thread}/f-being-sent`]: { delivery: { status: 'sending', notBefore: future } },
  })
  const found = (await messages(db, memoryLog()).dueDeliveries(now)).map(({ messageId }) => messageId)
  expect(found.filter(id => !id.startsWith('c')).sort()).toEqual(['d-new', 'e-due', 'f-being-sent'])
  expect(found.filter(id => id.startsWith('c'))).toHaveLength(600)
})

it('every thread whose landlords are to be told is found', async () => {
  await store({ 'threads/due': { supportNotificationDueAt: past } }, 600)
  await store({ 'threads/later': { supportNotificationDueAt: future } })
  const found = await threads(db).dueForLandlords(now)
  expect(found).toHaveLength(600)
  expect(found).not.toContain('later')
})
