import { describe, expect, it } from 'vitest'
import { readConversation } from '../../src/lib/chat/ota/read-conversation.ts'
import { receiveBookings } from '../../src/lib/reservations/receive-bookings.ts'
import { postTrace, startVerbs } from '../support/chat-deps.ts'
import { otaTalks } from '../support/ota/home.ts'
import { listed, uniqueId } from '../support/stack.ts'

const { db, read, post } = startVerbs()
const { world, home, hear, conversation, talk, begin, writes, stored, entry, pull } = otaTalks()

/** Ids that name no document. */
const oddIds = [
  'a/b',
  '..',
  '.',
  '__all__',
  'x'.repeat(2000),
  'ü'.repeat(800),
  '漢'.repeat(256),
  '\ud800',
  '',
]

const bodies = async (conversationId: string) =>
  (await postTrace((await stored(conversationId)).threadId)).messages.map(({ body }) => body)
const items = () => listed('items', 'propertyId', home.propertyId)
const minute = 60_000

describe('an odd message at an OTA is left to a person, once, and the rest goes on', () => {
  it.each(oddIds)('with the id %j', async id => {
    const { conversationId, reservationId } = await conversation()
    world.vendor.guestSays(conversationId, 'Before')
    world.vendor.guestSays(conversationId, 'Odd', { id })
    await writes(conversationId, 'After')
    await hear(conversationId)
    expect(await bodies(conversationId)).toEqual(['Before', 'After'])
    const { threadId } = await stored(conversationId)
    const itemFields = { kind: 'inbound-unreadable', status: 'open', vendor: 'channel-manager' }
    expect(await items()).toMatchObject([{ ...itemFields, conversationId, threadId }])
    expect(await stored(conversationId)).toMatchObject({ reservationId })
    expect(await stored(conversationId)).not.toHaveProperty('dueAt')
  })

  it.each(['..', ''])('with the id %j that another one has, too', async id => {
    const { conversationId } = await conversation()
    world.vendor.guestSays(conversationId, 'Odd', { id })
    world.vendor.guestSays(conversationId, 'Odd, too', { id })
    await writes(conversationId, 'After')
    expect(await bodies(conversationId)).toEqual(['After'])
    expect(await items()).toHaveLength(1)
  })

  it.each(['9999-12-31T23:59:59.999Z', '2091-05-01T00:00:00.000Z'])(
    'of the time %s hides nothing that is written after it',
    async at => {
      const { conversationId } = await conversation()
      world.vendor.guestSays(conversationId, 'Before')
      world.vendor.guestSays(conversationId, 'Odd', { at: new Date(at) })
      await hear(conversationId)
      world.clock.forward(minute)
      await writes(conversationId, 'After')
      expect(await bodies(conversationId)).toEqual(['Before', 'Odd', 'After'])
      expect(await stored(conversationId)).not.toHaveProperty('dueAt')
    },
  )

  it('with the id of a message of ours', async () => {
    const { conversationId, threadId } = await talk()
    const messageId = uniqueId('message')
    await post(threadId, { messageId, body: 'Ours' })
    world.vendor.guestSays(conversationId, 'Odd', { id: messageId })
    await writes(conversationId, 'After')
    expect(await bodies(conversationId)).toEqual(['Hello', 'Ours', 'After'])
    expect(await items()).toHaveLength(1)
  })

  it('of another conversation', async () => {
    const { conversationId } = await conversation()
    world.vendor.guestSays(conversationId, 'Mine')
    world.vendor.guestSays(conversationId, 'Not mine', { conversationId: uniqueId('conversation') })
    await hear(conversationId)
    expect(await bodies(conversationId)).toEqual(['Mine'])
    expect(await items()).toMatchObject([{ detail: expect.stringContaining('conversation') }])
  })

  it('among many old ones, of which one is far too long', async () => {
    const { conversationId } = await conversation()
    const start = world.clock.now().getTime() - 30 * 24 * 60 * minute
    for (let at = 0; at < 230; at += 1)
      world.vendor.guestSays(conversationId, at === 77 ? 'y'.repeat(1_200_000) : `m${at}`, {
        at: new Date(start + at * minute),
        ...([0, 60, 118, 229].includes(at) && { id: `odd/${at}` }),
      })
    await hear(conversationId)
    for (let runs = 0; (await stored(conversationId)).past && runs < 20; runs += 1) {
      world.clock.forward(minute)
      await readConversation(world.deps, conversationId)
    }
    expect(await stored(conversationId)).toMatchObject({ past: null })
    const found = await bodies(conversationId)
    expect(found).toHaveLength(226)
    expect(found.filter(body => body.startsWith('yyy'))).toHaveLength(1)
    expect(await items()).toHaveLength(4)
  })
})

it('two messages whose ids join alike have a wait each in the ledger', async () => {
  const id = uniqueId('alike')
  const oddMessages = [
    [id, 'b:c'],
    [`${id}_b`, 'c'],
  ] as const
  for (const [conversationId, message] of oddMessages) {
    begin({ id: conversationId, provider: 'airbnb' })
    world.vendor.guestSays(conversationId, 'Hello', { id: message })
    await hear(conversationId)
  }
  const waits = await listed('ledger', 'propertyId', home.propertyId)
  expect(waits.map(wait => wait.threadId).toSorted()).toEqual([`ota-${id}`, `ota-${id}_b`])
})

describe('an odd conversation at an OTA', () => {
  it.each(oddIds.filter(Boolean))('opens an item for a person when an event reports it: %j', async id => {
    await hear(id)
    expect(await items()).toMatchObject([{ kind: 'inbound-unreadable', status: 'open' }])
  })

  it.each([
    ['a title of 1.2 MB', { title: 'x'.repeat(1_200_000) }],
    ['a long provider', { provider: 'y'.repeat(2000) }],
    ['an odd booking', { bookingId: 'a/b' }],
  ])('with %s is left to a person, and the next conversation is read', async (_, fields) => {
    const odd = begin({ ...fields })
    await writes(odd, 'Odd')
    expect(await items()).toMatchObject([{ kind: 'inbound-unreadable', conversationId: odd }])
    expect(await stored(odd)).not.toHaveProperty('dueAt')
    const { conversationId } = await conversation()
    await writes(conversationId, 'Fine')
    expect(await bodies(conversationId)).toEqual(['Fine'])
  })

  it('with half a character in its title keeps the others', async () => {
    const conversationId = begin({ title: 'Ana \ud83d', provider: 'airbnb' })
    await writes(conversationId, 'Half \udc00 letter')
    expect(await bodies(conversationId)).toEqual(['Half \ufffd letter'])
    expect(await read(`guests/ota-${conversationId}`)).toMatchObject({ name: 'Ana \ufffd' })
  })
})

describe('an odd booking', () => {
  it.each([
    ['0000-01-01', '0000-01-02'],
    ['2031-01-01', '9999-12-31'],
  ])(
    'from %s to %s is stored, though its retention ends beyond the latest time',
    async (arrival, departure) => {
      const bookingId = uniqueId('b')
      const entries = [entry(bookingId, { days: { arrival, departure } })]
      const acknowledged: string[] = []
      Object.assign(world.deps.feed, {
        revisions: async () => entries.filter(({ id }) => !acknowledged.includes(id)),
        acknowledge: async (id: string) => acknowledged.push(id),
      })
      await receiveBookings(world.deps, home.channelManagerPropertyId)
      expect(await read(`reservations/${bookingId}_1`)).toMatchObject({ arrival, departure })
      expect(acknowledged).toHaveLength(1)
      expect(await read(`reservationPulls/${home.propertyId}`)).toMatchObject({ open: false, error: null })
    },
  )

  it('dated in the future is still changed by later revisions', async () => {
    const bookingId = uniqueId('b')
    const pulled = async (more: Parameters<typeof entry>[1]) => {
      await pull([entry(bookingId, more)])
      world.clock.forward(minute)
    }
    await pulled({ status: 'new', insertedAt: new Date('9999-01-01') })
    await pulled({ days: { arrival: '2031-01-02', departure: '2031-01-05' } })
    expect(await read(`reservations/${bookingId}_1`)).toMatchObject({ arrival: '2031-01-02' })
    await pulled({ status: 'cancelled' })
    expect(await read(`reservations/${bookingId}_1`)).toMatchObject({ status: 'cancelled' })
  })

  it.each(oddIds)('with the id %j is left to a person, and the rest is stored', async id => {
    const good = uniqueId('good')
    const entries = [
      entry(uniqueId('b'), {}, { id }),
      entry(id),
      entry(id, {}, { id, revision: undefined, defects: ['attributes'] }),
      entry(good),
    ]
    await pull(entries, entries)
    expect((await db.doc(`reservations/${good}_1`).get()).exists).toBe(true)
    const kinds = (await items()).map(({ kind }) => kind)
    expect(kinds.filter(kind => kind === 'booking-not-understood')).toHaveLength(2)
    expect(await read(`reservationPulls/${home.propertyId}`)).toMatchObject({ open: false, error: null })
  })
})
