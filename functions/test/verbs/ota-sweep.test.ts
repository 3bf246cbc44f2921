import { beforeEach, expect, it } from 'vitest'
import { sweepInboxes } from '../../src/lib/chat/ota/sweep.ts'
import { asJson } from '../support/chat.ts'
import { postTrace } from '../support/chat-deps.ts'
import { otaHome, otaTalks } from '../support/ota/home.ts'
import { ownProjects } from '../support/world.ts'

/** A project of this file alone, since the sweep goes through all channels. */
const { db } = ownProjects()()
const read = async (path: string) => asJson((await db.doc(path).get()).data())
const minute = 60_000
const day = 24 * 60 * minute

const { world, home, conversation } = otaTalks(db)
let missed: string[]
beforeEach(async () => {
  missed = []
  const { docs } = await db.collection('propertyChannels').get()
  const own = `${home.propertyId}_booking`
  await Promise.all(docs.map(({ id, ref }) => id !== own && ref.delete()))
  await db.doc('checkpoints/ota-inboxes').delete()
})

const sweep = async () => {
  await sweepInboxes({
    ...world.deps,
    webhookItems: { ...world.deps.webhookItems, missed: async webhook => void missed.push(webhook) },
  })
  world.clock.forward(minute)
}

const stored = (conversationId: string) => read(`otaConversations/${conversationId}`)
const bodies = async (conversationId: string) => {
  const { threadId } = await stored(conversationId)
  return threadId ? (await postTrace(threadId, db)).messages.map(({ body }) => body) : []
}

it('the sweep finds a message that no event told of, and reads it at once', async () => {
  const { conversationId } = await conversation()
  world.vendor.guestSays(conversationId, 'Hello')
  await sweep()
  expect(await bodies(conversationId)).toEqual(['Hello'])
  expect(missed).toEqual(['ota-messages'])
})

it('the sweep looks at a property whose only OTA is no longer supported', async () => {
  await db.doc(`propertyChannels/${home.propertyId}_booking`).update({ ota: 'airbnb' })
  const { conversationId } = await conversation()
  world.vendor.guestSays(conversationId, 'Hello')
  await sweep()
  expect(await bodies(conversationId)).toEqual(['Hello'])
})

it('the sweep makes one call for a property where nothing is new', async () => {
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

it('the sweep skips a property without the application, and asks it again later', async () => {
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
])(
  'the sweep leaves a conversation that cannot be stored to a person, once, and reads the others: %#',
  async odd => {
    const { channelManagerPropertyId, propertyId } = home
    for (const fields of [{}, odd, {}]) {
      const id = world.vendor.begins({ channelManagerPropertyId, ...fields })
      world.vendor.guestSays(id, 'Hello')
    }
    await sweep()
    await sweep()
    const sound = [...world.vendor.correspondences.keys()].filter(id => id.length < 100 && !/[./]/.test(id))
    const texts = await Promise.all(sound.map(async id => ((await stored(id)) ? bodies(id) : [])))
    expect(texts.flat()).toEqual(['Hello', 'Hello'])
    const items = await db.collection('items').where('propertyId', '==', propertyId).get()
    expect(items.docs.map(item => item.get('kind'))).toEqual(['inbound-unreadable'])
  },
)

it('the sweep goes on behind a property that fails', async () => {
  const { conversationId } = await conversation()
  world.vendor.guestSays(conversationId, 'Hello')
  await otaHome(world.vendor, db)
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

it('the sweep comes to the end of a long list, page by page, while new messages are read', async () => {
  const { channelManagerPropertyId } = home
  const ids = Array.from({ length: 250 }, () => world.vendor.begins({ channelManagerPropertyId }))
  const start = world.clock.now().getTime() - 100 * day
  for (const [at, id] of ids.entries())
    world.vendor.guestSays(id, 'Old', { at: new Date(start + at * minute) })
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

const channel = (propertyId: string, ota: string, status = 'active') =>
  db
    .doc(`propertyChannels/${propertyId}_${ota}`)
    .set({ propertyId, ota, status, channelManagerChannelId: ota })

it.each([
  [10, 3],
  [100, 3],
  [200, 8],
])(
  'the sweep looks at each of %i properties within %i runs, once, whatever other channels they have or had',
  async (count, runs) => {
    await db.doc(`propertyChannels/${home.propertyId}_booking`).delete()
    for (let at = 0; at < count; at += 1) {
      // Two ids that begin alike, so that the channels of their properties are stored among each other.
      const propertyId = at % 2 === 0 ? `p${at}` : `p${at - 1}_b`
      await db.doc(`properties/${propertyId}`).set({ channelManagerId: propertyId })
      for (const ota of ['airbnb', 'booking']) await channel(propertyId, ota)
      await channel(propertyId, 'expedia', 'disconnected')
      await channel(`former${at}`, 'booking', 'disconnected')
    }
    const looks: string[][] = []
    const conversations = async (id: string) => {
      looks.at(-1)?.push(id)
      return { rows: [], hasMore: false }
    }
    const deps = { ...world.deps, otaInbox: Object.assign(Object.create(world.vendor), { conversations }) }
    while (looks.length < 2 * runs) {
      looks.push([])
      await sweepInboxes(deps)
    }
    for (const ofOne of looks) {
      expect(new Set(ofOne).size).toBe(ofOne.length)
      expect(ofOne.length).toBeLessThanOrEqual(34)
    }
    for (let run = 0; run <= runs; run += 1)
      expect(new Set(looks.slice(run, run + runs).flat()).size).toBe(count)
  },
)

it('the sweep finds what is written after a message dated in the future', async () => {
  const [odd, other] = [await conversation(), await conversation()]
  world.vendor.guestSays(odd.conversationId, 'Odd', { at: new Date('9999-01-01') })
  await sweep()
  world.clock.forward(day)
  world.vendor.guestSays(other.conversationId, 'Hello')
  await sweep()
  expect(await bodies(other.conversationId)).toEqual(['Hello'])
  expect(await bodies(odd.conversationId)).toEqual(['Odd'])
})
