import { beforeEach, expect, it } from 'vitest'
import { sweepInboxes } from '../../src/lib/chat/ota/sweep.ts'
import type { StoredChannel } from '../../src/lib/connection/channels/ports.ts'
import { leftBy, startVerbs } from '../support/chat-deps.ts'
import { otaHome, otaTalks } from '../support/ota/home.ts'

const { db, read } = await startVerbs()
const minute = 60_000
const day = 24 * 60 * minute

const { world, home, conversation } = otaTalks(db)
let missed: string[]
let properties: StoredChannel[]
beforeEach(async () => {
  missed = []
  properties = []
  await add(home.propertyId)
  await db.doc('checkpoints/ota-inboxes').delete()
})

/** The sweep goes through this property's channel, and no other test's. */
async function add(propertyId: string) {
  properties.push(...(await world.deps.channels.pageAfter(`${propertyId}_bookin`, 1)))
  properties.sort((a, b) => (a.channelId < b.channelId ? -1 : 1))
}

const channels = () => ({
  ...world.deps.channels,
  count: async () => properties.length,
  pageAfter: async (after = '', limit: number) =>
    properties.filter(({ channelId }) => channelId > after).slice(0, limit),
})
const sweep = async () => {
  await sweepInboxes({
    ...world.deps,
    channels: channels(),
    webhookItems: { ...world.deps.webhookItems, missed: async webhook => void missed.push(webhook) },
  })
  world.clock.forward(minute)
}

const stored = (conversationId: string) => read(`otaConversations/${conversationId}`)
const bodies = async (conversationId: string) => {
  const { threadId } = await stored(conversationId)
  return threadId ? (await leftBy(db, threadId)).messages.map(({ body }) => body) : []
}

it('finds what no event told, and reads it at once', async () => {
  const { conversationId } = await conversation()
  world.vendor.guestSays(conversationId, 'Hello')
  await sweep()
  expect(await bodies(conversationId)).toEqual(['Hello'])
  expect(missed).toEqual(['ota-messages'])
})

it('looks at a property that sells at an OTA alone which nobody connects from here any more', async () => {
  await db.doc(`propertyChannels/${home.propertyId}_booking`).update({ ota: 'airbnb' })
  properties = []
  await add(home.propertyId)
  const { conversationId } = await conversation()
  world.vendor.guestSays(conversationId, 'Hello')
  await sweep()
  expect(await bodies(conversationId)).toEqual(['Hello'])
})

it('asks one call of a property where nothing is new', async () => {
  const { conversationId } = await conversation()
  world.vendor.guestSays(conversationId, 'Hello')
  await sweep()
  await sweep()
  world.vendor.calls.length = 0
  await sweep()
  expect(world.vendor.calls).toEqual(['conversations'])
  world.vendor.guestSays(conversationId, 'Hello again')
  await sweep()
  expect(await bodies(conversationId)).toEqual(['Hello', 'Hello again'])
})

it('skips a property without the application, and asks it again later', async () => {
  const { conversationId } = await conversation()
  world.vendor.guestSays(conversationId, 'Hello')
  world.vendor.withoutApplication.add(home.channelManagerPropertyId)
  await sweep()
  await sweep()
  expect(world.vendor.calls).toEqual(['conversations'])
  world.vendor.withoutApplication.clear()
  world.clock.forward(10 * minute)
  await sweep()
  expect(await bodies(conversationId)).toEqual(['Hello'])
})

it.each<object>([
  { id: 'a/b' },
  { id: '..' },
  { id: 'x'.repeat(2000) },
  { title: 'x'.repeat(1_200_000) },
  { bookingId: 'y'.repeat(2000) },
])('leaves one that cannot be stored to a person, once, and reads the others: %#', async odd => {
  const { channelManagerPropertyId, propertyId } = home
  for (const fields of [{}, odd, {}]) {
    const id = world.vendor.begins({ channelManagerPropertyId, ...fields })
    world.vendor.guestSays(id, 'Hello')
  }
  await sweep()
  await sweep()
  const sound = [...world.vendor.kept.keys()].filter(id => id.length < 100 && !/[./]/.test(id))
  const heard = await Promise.all(sound.map(async id => ((await stored(id)) ? bodies(id) : [])))
  expect(heard.flat()).toEqual(['Hello', 'Hello'])
  const items = await db.collection('items').where('propertyId', '==', propertyId).get()
  expect(items.docs.map(item => item.get('kind'))).toEqual(['inbound-unreadable'])
})

it('goes on behind one that fails', async () => {
  const { conversationId } = await conversation()
  world.vendor.guestSays(conversationId, 'Hello')
  const other = await otaHome(db, world.vendor)
  await add(other.propertyId)
  let isFirst = true
  world.vendor.onCall = method => {
    if (method !== 'conversations' || !isFirst) return
    isFirst = false
    throw new Error('odd')
  }
  await sweep()
  await sweep()
  expect(await bodies(conversationId)).toEqual(['Hello'])
})

it('comes to the end of a long list, page by page, while new ones are read', async () => {
  const { channelManagerPropertyId } = home
  const ids = Array.from({ length: 250 }, () => world.vendor.begins({ channelManagerPropertyId }))
  const begun = world.clock.now().getTime() - 100 * day
  for (const [at, id] of ids.entries())
    world.vendor.guestSays(id, 'Old', { at: new Date(begun + at * minute) })
  await sweep()
  const { conversationId: fresh } = await conversation()
  world.vendor.guestSays(fresh, 'New')
  await sweep()
  expect(await bodies(fresh)).toEqual(['New'])
  await sweep()
  const due = await Promise.all(ids.map(async id => (await stored(id))?.dueAt))
  expect(due.filter(at => at === undefined)).toEqual([])
  world.vendor.calls.length = 0
  await sweep()
  expect(world.vendor.calls).toEqual(['conversations'])
}, 60_000)

it.each([
  [10, 3],
  [100, 3],
  [200, 8],
])('comes to each of %i properties within %i runs', async (count, runs) => {
  properties = Array.from({ length: count }, (_, at) => ({
    channelId: `${at}`.padStart(4, '0'),
    channel: undefined,
  }))
  const seen = new Map<string, number>()
  let [run, most] = [0, 0]
  const deps = {
    ...world.deps,
    channels: {
      ...channels(),
      pageAfter: async (after = '', limit: number) => {
        const page = properties.filter(({ channelId }) => channelId > after).slice(0, limit)
        for (const { channelId } of page) {
          most = Math.max(most, run - (seen.get(channelId) ?? 0))
          seen.set(channelId, run)
        }
        return page
      },
    },
  }
  for (run = 1; run <= 20; run += 1) await sweepInboxes(deps)
  expect(seen.size).toBe(count)
  expect(most).toBeLessThanOrEqual(runs)
})
