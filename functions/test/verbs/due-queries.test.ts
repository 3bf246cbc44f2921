import { beforeAll, expect, it } from 'vitest'
import { firestoreWith } from '../../src/adapters/firestore/sdk.ts'
import { store } from '../../src/adapters/firestore/store.ts'
import type { DuePiece } from '../../src/lib/due/due.ts'
import { countDue, duePage, quarantine } from '../../src/lib/due/due-work.ts'
import { shardOf } from '../../src/lib/shards.ts'
import { dueKinds } from '../../src/triggers/due-work.ts'
import { dueIds } from '../support/due.ts'
import { ownProjects } from '../support/world.ts'

const { db } = ownProjects()()
const stored = store(firestoreWith(db))

const now = new Date('2031-05-01T12:00:00Z')
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000)

const chatapp = (id: string, status: string, dueAt?: Date) => ({
  type: 'chatapp-message',
  delivery: { status, ...(dueAt && { dueAt, dueShard: shardOf(id) }) },
})

beforeAll(async () => {
  const writer = db.bulkWriter()
  const message = (id: string, fields: object) => void writer.set(db.doc(`threads/t/messages/${id}`), fields)
  for (let number = 0; number < 600; number += 1) {
    message(`later${number}`, chatapp(`later${number}`, 'pending', at(1)))
    message(`done${number}`, chatapp(`done${number}`, 'sent'))
  }
  for (let number = 0; number < 40; number += 1)
    message(`due${number}`, chatapp(`due${number}`, number % 2 ? 'pending' : 'sending', at(-number - 1)))
  message('now', chatapp('now', 'pending', now))
  message('asked-after', chatapp('asked-after', 'unknown', at(-9)))
  message('sms', { ...chatapp('sms', 'pending', at(-50)), type: 'sms-message' })
  message('forward', { type: 'message', forwarding: { status: 'pending', dueAt: at(-1), dueShard: 3 } })
  void writer.set(db.doc('threads/due'), { supportNotificationDueAt: at(-1), supportNotificationShard: 7 })
  void writer.set(db.doc('threads/later'), { supportNotificationDueAt: at(1), supportNotificationShard: 7 })
  await writer.close()
})

it('due pieces come oldest first, whatever their shard, and nothing else is read', async () => {
  const oldestFirst = Array.from({ length: 40 }, (_, position) => `due${39 - position}`)
  expect(await dueIds(db, now, 'chatapp-delivery')).toEqual([...oldestFirst, 'now'])
  expect(await dueIds(db, now, 'sms-delivery')).toEqual(['sms'])
  expect(await dueIds(db, now, 'look-up')).toEqual(['asked-after'])
  expect(await dueIds(db, now, 'forwarding')).toEqual(['forward'])
  expect(await dueIds(db, now, 'support-notification')).toEqual(['due'])
})

it.each([1, 7, 40, 41, 42])('pages of %i have every due piece once', async size => {
  const { query } = dueKinds['chatapp-delivery']
  const ids: string[] = []
  let after: DuePiece | undefined
  for (;;) {
    const page = await duePage(stored, query, { until: now, limit: size, after })
    if (page.length === 0) break
    ids.push(...page.map(piece => piece.ids.join('/')))
    after = page.at(-1)
  }
  expect(ids).toEqual((await dueIds(db, now, 'chatapp-delivery')).map(id => `t/${id}`))
})

it('due pieces are counted with the time of the oldest, and later ones apart', async () => {
  expect(await countDue(stored, dueKinds['chatapp-delivery'].query, now)).toEqual({
    count: 41,
    later: 600,
    oldest: at(-40),
  })
  expect(await countDue(stored, dueKinds.email.query, now)).toEqual({
    count: 0,
    later: 0,
    oldest: undefined,
  })
})

it('a piece without a due time is not counted as the oldest', async () => {
  await db.doc('emails/odd').set({ dueAt: null })
  expect(await countDue(stored, dueKinds.email.query, now)).toMatchObject({ count: 0, oldest: undefined })
})

it('a quarantined piece is no longer due, and its item opens only if the piece is unchanged', async () => {
  const { query } = dueKinds['channel-work']
  const [channel, id] = [db.doc('propertyChannels/p_booking'), 'stuck_lease']
  await channel.set({ leaseUntil: at(-60), dueAt: at(-60) })
  const [piece] = await duePage(stored, query, { until: now, limit: 1 })
  if (!piece) throw new Error('nothing is due')
  const item = { id, kind: 'due-work-failed', detail: 'd', nextAction: 'n', createdAt: now }
  await channel.update({ status: 'active' })
  await quarantine(stored, query, piece, { until: at(3600), item })
  expect((await db.doc(`items/${id}`).get()).exists).toBe(false)
  const [again] = await duePage(stored, query, { until: now, limit: 1 })
  if (!again) throw new Error('nothing is due')
  await quarantine(stored, query, again, { until: at(3600), item })
  expect((await db.doc(`items/${id}`).get()).exists).toBe(true)
  expect((await channel.get()).get('leaseUntil').toDate()).toEqual(at(-60))
  expect(await duePage(stored, query, { until: now, limit: 1 })).toEqual([])
})
