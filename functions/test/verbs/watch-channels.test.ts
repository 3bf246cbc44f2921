import { FieldValue } from 'firebase-admin/firestore'
import { describe, expect, it } from 'vitest'
import { warningKinds } from '../../src/lib/connection/channels/property-channel.ts'
import { noteReason } from '../../src/lib/connection/channels/stored-channel.ts'
import { lookAtChannel, lookSoon } from '../../src/lib/connection/watch/look-at-channel.ts'
import { type HotelSpec, reseedHotel } from '../support/connection-builders.ts'
import { startWatch } from '../support/start-watch.ts'
import { later, type WatchWorld } from '../support/watch-world.ts'

const { firestore, sandbox, watch, fails, copy, refuses, world } = await startWatch()
type Connected = Awaited<ReturnType<WatchWorld['connected']>>

/** Gives a reason to look at a channel, and does. */
async function lookAt({ channelId }: Connected, changes: Partial<WatchWorld['deps']> = {}): Promise<void> {
  await noteReason(world.deps.store, { channelId }, world.clock.now())
  await lookAtChannel({ ...world.deps, ...changes }, channelId)
}

async function changeRooms({ property: { hotelId } }: Connected, change: (rooms: Rooms) => Rooms) {
  await reseedHotel(hotelId, ({ rooms = [] }) => ({ rooms: change(rooms) }), { sandbox })
}
type Rooms = NonNullable<HotelSpec['rooms']>

async function changeProperty(id: string, changes: object): Promise<void> {
  const { properties } = await sandbox.state('channel-manager')
  const property = properties.find((one: { id: string }) => one.id === id)
  await sandbox.seed({ properties: [{ ...property, ...changes }] })
}

const rename = (of: Connected, title: string) =>
  changeRooms(of, ([first, ...others]) => (first ? [{ ...first, title }, ...others] : []))

/** A channel that somebody has switched off at the channel manager. */
async function switchedOff(): Promise<Connected> {
  const it = await world.connected()
  await it.off()
  return it
}

/** How many offers the work reads. */
async function offersRead(work: () => Promise<unknown>): Promise<number> {
  const since = await sandbox.requestsDuring('channel-manager', work)
  return since.filter(({ path }) => path === '/channels/mapping_details').length
}

/** A difference, how it comes about, and how it goes. */
const drifts: {
  kinds: string[]
  spoil(of: Connected): Promise<unknown>
  cure(of: Connected): Promise<unknown>
  says: RegExp
}[] = [
  {
    kinds: ['channel-off', 'channel-removal'],
    spoil: ({ channelManagerChannelId }) => world.manager.deactivate(channelManagerChannelId),
    cure: ({ channelManagerChannelId }) => world.manager.activate(channelManagerChannelId),
    says: /switched off/,
  },
  {
    kinds: ['channel-off', 'channel-removal', 'property-removal'],
    async spoil({ channelManagerChannelId, property }) {
      await changeProperty(property.channelManagerId, { removalDate: '2031-03-01' })
      await world.manager.deactivate(channelManagerChannelId)
    },
    cure: ({ channelManagerChannelId }) => world.manager.activate(channelManagerChannelId),
    says: /switched off/,
  },
  {
    kinds: ['channel-mapping-differs'],
    spoil: ({ channelManagerChannelId, draft }) =>
      world.manager.replaceRates(
        channelManagerChannelId,
        { ...draft, rates: draft.rates.filter(({ otaRoomId }) => otaRoomId === draft.rates[0]?.otaRoomId) },
        draft.rates,
      ),
    cure: ({ channelManagerChannelId, draft }) =>
      world.manager.replaceRates(channelManagerChannelId, draft, []),
    says: /for 3 guests is not mapped/,
  },
  {
    kinds: ['ota-offer-changed'],
    spoil: of => rename(of, 'Twin Room'),
    cure: of => rename(of, 'Double Room'),
    says: /Room "Double Room" \(\d+\) is called "Twin Room" now\./,
  },
  {
    kinds: ['not-bookable'],
    spoil: ({ property: { hotelId } }) =>
      reseedHotel(hotelId, { inventory: { stopSell: true } }, { sandbox }),
    cure: ({ property: { hotelId } }) => reseedHotel(hotelId, { inventory: {} }, { sandbox }),
    says: /No room has availability/,
  },
  {
    kinds: ['ota-sync-failed'],
    spoil: ({ property: { hotelId } }) => fails(hotelId, { insertedAt: later(1) }),
    cure: ({ property: { hotelId } }) => fails(hotelId, { result: 'success', insertedAt: later(2) }),
    says: /It says: Room closed/,
  },
]

describe('a channel that is as it should be', () => {
  it('has no items, a verdict, a webhook, and the mapping version it had', async () => {
    const it = await world.connected()
    await watch()
    expect(await it.items()).toEqual({})
    expect(await it.stored()).toMatchObject({ version: 1, verdict: { result: 'success' } })
    expect((await world.ourWebhooks()).complete).toHaveLength(1)
  })

  it('costs nothing but the write of the checkpoint the second time', async () => {
    const { channelId } = await world.connected()
    await watch()
    const { updateTime } = await world.channelDoc(channelId).get()
    firestore.reset()
    await watch()
    expect(firestore.calls().filter(call => call === 'Commit')).toHaveLength(1)
    expect((await world.channelDoc(channelId).get()).updateTime).toEqual(updateTime)
  })

  it('with only the fields of the contract gets its snapshot, and nothing else', async () => {
    const it = await world.connected()
    const { version, offer, attemptId, ...fields } = await it.stored()
    await world.channelDoc(it.channelId).set(fields)
    await watch()
    expect(await it.items()).toEqual({})
    expect(await it.stored()).toMatchObject({ ...fields, offer })
    expect([version, attemptId]).not.toContain(undefined)
  })
})

describe.each(drifts.map(drift => [drift.kinds.join(' and '), drift] as const))('%s', (_, drift) => {
  it('opens once, and closes when it is over', async () => {
    const it = await world.connected()
    await watch()
    await drift.spoil(it)
    await watch()
    const items = await it.items()
    expect(Object.keys(items).sort()).toEqual(drift.kinds)
    const [kind = ''] = drift.kinds
    expect(items[kind].detail).toMatch(drift.says)
    for (const item of Object.values(items)) {
      expect(item).toMatchObject({
        status: 'open',
        propertyId: it.property.propertyId,
        ota: 'booking',
        channelId: it.channelId,
      })
      expect(item.nextAction).toMatch(/\.$/)
    }
    world.clock.forward(300_000)
    await watch()
    expect(await it.items()).toEqual(items)
    await drift.cure(it)
    await watch()
    expect(await it.open()).toEqual([])
    expect((await it.items())[kind]).toMatchObject({
      status: 'resolved',
      resolvedBy: 'system',
    })
    expect((await it.items())[kind]).not.toHaveProperty('differences')
  })

  it('stays resolved by a person until it is over, and is told again when it comes back', async () => {
    const it = await world.connected()
    await drift.spoil(it)
    await watch()
    for (const kind of drift.kinds) {
      const resolved = { status: 'resolved', resolvedAt: new Date(later(60)), resolvedBy: 'olivia' }
      await world.db.doc(`items/${kind}_${it.channelId}`).update(resolved)
    }
    await watch()
    expect(await it.open()).toEqual([])
    await drift.cure(it)
    await watch()
    expect(Object.values(await it.items())).toMatchObject(
      drift.kinds.map(() => ({ status: 'resolved', resolvedBy: 'olivia' })),
    )
    if (drift.kinds.includes('ota-sync-failed')) await fails(it.property.hotelId, { insertedAt: later(3) })
    else await drift.spoil(it)
    await watch()
    expect(await it.open()).toEqual(drift.kinds)
    for (const item of Object.values(await it.items())) expect(item).not.toHaveProperty('resolvedBy')
  })
})

it('an event of a channel with several properties makes a look at each due, though it names the first alone', async () => {
  const [first, second, other] = [await world.connected(), await world.connected(), await world.connected()]
  const { channelManagerChannelId } = first
  await second.update({ channelManagerChannelId })
  await watch()
  await lookSoon(world.deps, first.property.channelManagerId, { channelManagerChannelId })
  expect(await first.stored()).toHaveProperty('lookAt')
  expect(await second.stored()).toHaveProperty('lookAt')
  expect(await other.stored()).not.toHaveProperty('lookAt')
  await first.update({ status: 'disconnected' })
  await watch()
  const [warning = 'ota-sync-warned'] = warningKinds
  await lookSoon(world.deps, first.property.channelManagerId, { channelManagerChannelId, warning })
  expect(await second.stored()).toMatchObject({ warned: { [warning]: expect.anything() } })
})

it('a channel known to be off gets the field that says so at the next look', async () => {
  const it = await switchedOff()
  await watch()
  await it.update({ notSelling: FieldValue.delete() })
  await watch()
  expect(await it.stored()).toMatchObject({ notSelling: 'off' })
})

describe.each(warningKinds.map(kind => [kind]))('a warning of the channel manager: %s', kind => {
  /** The channel manager sends the warning, and the channel is looked at. */
  async function warned({ property, channelId }: Connected, channelManagerChannelId?: string): Promise<void> {
    // The warning comes after the sync of the activation.
    world.clock.forward(60_000)
    await lookSoon(world.deps, property.channelManagerId, { warning: kind, channelManagerChannelId })
    await lookAtChannel(world.deps, channelId)
  }
  const syncs = async ({ property: { hotelId } }: Connected, result: string) => {
    world.clock.forward(60_000)
    await fails(hotelId, { result, insertedAt: world.clock.now().toISOString() })
    world.clock.forward(60_000)
  }
  const item = async ({ items }: Connected) => (await items())[kind]

  it('has an item until a later sync succeeds, and not again when the syncs cannot be read', async () => {
    const it = await world.connected()
    await watch()
    await warned(it, it.channelManagerChannelId)
    expect(await item(it)).toMatchObject({
      status: 'open',
      detail: expect.stringContaining('in the log of the channel'),
      nextAction: expect.stringContaining('closes by itself'),
    })
    await watch()
    await warned(it)
    expect(await it.open()).toEqual([kind])
    await syncs(it, 'success')
    await watch()
    expect(await item(it)).toMatchObject({ status: 'resolved', resolvedBy: 'system' })
    await refuses(503, '/channel_events$')
    world.clock.forward(24 * 3_600_000)
    await watch()
    expect(await it.open()).toEqual([])
  })

  it('stays open while the events cannot be read, and quotes the OTA afterwards', async () => {
    const it = await world.connected()
    await watch()
    await syncs(it, 'warning')
    await refuses(403, '/channel_events$')
    await warned(it)
    expect((await item(it)).status).toBe('open')
    await sandbox.clearFaults()
    await lookAt(it)
    expect(await item(it)).toMatchObject({ status: 'open', detail: expect.stringContaining('Room closed') })
  })

  it('stays resolved by a person until it comes again', async () => {
    const it = await world.connected()
    await warned(it)
    world.clock.forward(1000)
    const resolved = { status: 'resolved', resolvedAt: world.clock.now(), resolvedBy: 'olivia' }
    await world.itemDoc(`${kind}_${it.channelId}`).update(resolved)
    await lookAt(it)
    expect(await it.open()).toEqual([])
    world.clock.forward(1000)
    await warned(it)
    expect(await it.open()).toEqual([kind])
  })

  it('about another channel of the property is passed over', async () => {
    const it = await world.connected()
    await watch()
    await lookSoon(world.deps, it.property.channelManagerId, {
      warning: kind,
      channelManagerChannelId: 'another',
    })
    expect(await it.stored()).not.toHaveProperty('lookAt')
    expect(await it.stored()).not.toHaveProperty('warned')
  })
})

describe('a property that is to be removed at the channel manager', () => {
  it('has an item also where its channel is gone, and is asked for again where it cannot be read', async () => {
    const it = await switchedOff()
    await world.manager.deleteChannel(it.channelManagerChannelId)
    await changeProperty(it.property.channelManagerId, { removalDate: '2031-03-01' })
    await refuses(503, '^/properties/')
    await watch()
    expect(await it.open()).toEqual(['channel-gone'])
    await sandbox.clearFaults()
    await lookAtChannel(world.deps, it.channelId)
    const { 'property-removal': item } = await it.items()
    expect(item).toMatchObject({ status: 'open', detail: expect.stringContaining('2031-03-01') })
  })

  it('is not asked for while a channel sells', async () => {
    await world.connected()
    const calls = await sandbox.requestsDuring('channel-manager', watch)
    expect(calls.filter(({ path }) => path.startsWith('/properties/'))).toEqual([])
  })
})

describe('the watch finds', () => {
  it('a channel that is gone, and then nothing else of it', async () => {
    const it = await switchedOff()
    await watch()
    await world.manager.deleteChannel(it.channelManagerChannelId)
    await watch()
    expect(await it.open()).toEqual(['channel-gone'])
    const { id } = await world.manager.createChannel(it.draft)
    await world.manager.activate(id)
    await it.update({ channelManagerChannelId: id })
    await watch()
    expect(await it.open()).toEqual([])
  })

  it('a channel for another hotel', async () => {
    const it = await world.connected()
    const other = await world.connected()
    await it.update({
      channelManagerChannelId: other.channelManagerChannelId,
    })
    await watch()
    const { 'channel-mapping-differs': item } = await it.items()
    expect(item.detail).toContain(`is for Booking.com property ${other.property.hotelId}, not`)
    expect(item.detail).toContain('for another property at the channel manager')
  })

  it('no failure in the sync of an earlier connection', async () => {
    const it = await world.connected({}, { createdAt: new Date(Date.now() + 3_600_000) })
    await fails(it.property.hotelId)
    await watch()
    expect(await it.items()).toEqual({})
    expect(await it.stored()).not.toHaveProperty('verdict')
  })

  it('no failure in an unknown result of a sync, which is stored', async () => {
    const it = await world.connected()
    await fails(it.property.hotelId, { result: 'partly', reply: '', insertedAt: later(1) })
    await watch()
    expect(await it.items()).toEqual({})
    expect((await it.stored()).verdict).toMatchObject({
      result: 'unknown-word',
      detail: 'partly',
    })
  })
})

describe('the watch leaves alone', () => {
  it.each([{ status: 'disconnecting' }, { status: 'disconnected' }, { pendingMapping: { version: 2 } }])(
    'a channel with %j',
    async change => {
      const it = await world.connected({}, change)
      await it.off()
      await watch()
      await lookAt(it)
      expect(await it.items()).toEqual({})
      expect((await world.ourWebhooks()).complete).toEqual([])
    },
  )

  it.each([
    ['is disconnected', { status: 'disconnected' }],
    ['is being mapped', { pendingMapping: {} }],
    ['has been mapped', { version: 2 }],
    ['has been connected anew', { attemptId: 'another' }],
  ])('a difference of a channel that %s after it was seen', async (_, change) => {
    const it = await switchedOff()
    const channelManager = {
      ...world.manager,
      channel: async (id: string) => {
        const found = await world.manager.channel(id)
        await it.update(change)
        return found
      },
    }
    await watch({ channelManager })
    expect(await it.items()).toEqual({})
  })

  it('a document that is no property channel, which stops no other', async () => {
    const it = await world.connected()
    await world.channelDoc('aaa').set({ status: 'active' })
    await world.channelDoc('aab_gone').set({ ...(await it.stored()), ota: 'gone' })
    await it.off()
    await watch()
    expect(await it.open()).toContain('channel-off')
    expect(world.deps.log.events).toContain('a property channel is not as it should be')
    expect((await world.itemDoc('due-work-failed_channel-watch_aaa').get()).data()).toMatchObject({
      kind: 'due-work-failed',
      status: 'open',
      document: 'propertyChannels/aaa',
    })
    // An OTA without a row: an earlier version connected it.
    expect((await world.itemDoc('due-work-failed_channel-watch_aab_gone').get()).exists).toBe(false)
  })
})

it('the watch gives work that an earlier release began a due time', async () => {
  const it = await world.connected()
  const leaseUntil = new Date('2031-01-01T00:00:00Z')
  await it.update({ status: 'disconnecting', leaseUntil })
  await watch()
  expect((await world.channelDoc(it.channelId).get()).get('dueAt').toDate()).toEqual(leaseUntil)
})

it('a channel that we cannot watch stops no other, and a run in which we can watch none has failed', async () => {
  const [one, other] = [await world.connected(), await world.connected()]
  const broken = new Set([one.channelManagerChannelId, other.channelManagerChannelId])
  const channelManager = {
    ...world.manager,
    channel: async (id: string) => {
      if (broken.has(id)) throw new TypeError('a mistake of ours')
      return world.manager.channel(id)
    },
  }
  await expect(watch({ channelManager })).rejects.toThrow('a mistake of ours')
  broken.delete(other.channelManagerChannelId)
  await watch({ channelManager })
  expect((await one.stored()).verdict).toBeUndefined()
  expect((await other.stored()).verdict).toBeDefined()
  // The round has passed this channel, so the run of the next minute looks at it.
  expect((await one.stored()).lookAt).toBeDefined()
  await lookAtChannel(world.deps, one.channelId)
  expect((await one.stored()).verdict).toBeDefined()
})

it.each([
  ['another channel', { id: 'another', attributes: { channel: 'BookingCom', is_active: true } }],
  ['no state', { attributes: { channel: 'BookingCom', is_active: 'yes' } }],
])('a channel that is answered with %s has an item until it can be read', async (_, answer) => {
  const [it, next] = [await world.connected(), await switchedOff()]
  const { channelManagerChannelId: id } = it
  const body = { data: { type: 'channel', id, ...answer } }
  await sandbox.fault({ vendor: 'channel-manager', mode: 'malformed', path: `^/channels/${id}$`, body })
  await watch()
  expect(await it.open()).toEqual(['channel-unreadable'])
  expect(await next.open()).toEqual(['channel-off', 'channel-removal'])
  await sandbox.clearFaults()
  await lookAt(it)
  expect(await it.open()).toEqual([])
})

describe('a channel manager that is down', () => {
  it.each(['status', 'reset', 'timeout', 'malformed'] as const)('by %s changes nothing', async mode => {
    const it = await switchedOff()
    await watch()
    const state = async () => {
      const { lookAt: _, ...channel } = await it.stored()
      return [await it.items(), channel]
    }
    const before = await state()
    await sandbox.fault({ vendor: 'channel-manager', mode, ...(mode === 'status' && { status: 503 }) })
    await watch()
    expect(await state()).toEqual(before)
    expect(world.deps.log.events).toContain('a channel could not be watched in full')
  })

  it.each([
    ['events', '/channel_events', 'ota-offer-changed'],
    ['offer', 'mapping_details', 'channel-off'],
    ['channel', '^/channels/[^/]+-[^/]+$', 'ota-offer-changed'],
  ])('in part (%s) keeps no other finding from being stored', async (_, path, kind) => {
    const it = await switchedOff()
    await changeRooms(it, rooms => rooms.slice(0, 1))
    await refuses(503, path)
    await watch()
    expect(await it.open()).toContain(kind)
  })

  it('is left in peace after a few channels, and the round goes on from there', async () => {
    const it = await world.connected()
    await copy(it, 60)
    await refuses(503)
    const { length } = await sandbox.requestsDuring('channel-manager', watch)
    expect(length).toBeGreaterThanOrEqual(15)
    expect(length).toBeLessThan(40)
    expect((await world.db.doc('checkpoints/channels').get()).get('after')).toBe('a19')
    expect((await world.db.collection('propertyChannels').orderBy('lookAt').get()).size).toBe(20)
    await sandbox.clearFaults()
    await watch()
    expect((await world.stored('a25')).verdict).toBeDefined()
    expect((await it.stored()).verdict).toBeDefined()
    expect((await world.stored('a05')).verdict).toBeUndefined()
    await lookAtChannel(world.deps, 'a05')
    expect((await world.stored('a05')).verdict).toBeDefined()
    expect((await world.ourWebhooks()).complete).toHaveLength(1)
  })
})

it('a channel manager that answers 429 is left in peace, too, although it still answers some calls', async () => {
  const it = await world.connected()
  await copy(it, 40)
  await refuses(429, 'mapping_details')
  expect(await offersRead(watch)).toBeLessThan(12)
  expect(world.deps.log.events).toContain('the channel manager does not answer, so the watch goes on later')
})

describe('a channel manager that forbids something', () => {
  const lane = async () => (await world.db.doc('lanes/channel-manager').get()).data()

  it('for one channel closes no lane', async () => {
    const { channelManagerChannelId: path } = await world.connected()
    await refuses(403, path)
    for (let times = 0; times < 6; times += 1) await watch()
    for (let times = 0; times < 6; times += 1)
      await expect(world.manager.channel(path)).rejects.toMatchObject({ status: 403 })
    expect(await lane()).toBeUndefined()
    expect((await world.itemDoc('vendor-unavailable_channel-manager').get()).exists).toBe(false)
  })

  it('for several channels in a row, or answers 401, closes its lane for the credentials', async () => {
    await refuses(403)
    for (let times = 0; times < 5; times += 1) {
      expect(await lane()).toBeUndefined()
      await world.manager.channel(`c${times}`).catch(() => {})
    }
    expect((await lane())?.failing).toMatchObject({ reason: 'credentials' })
    await world.manager.channel('c0').catch(() => {})
    expect((await lane())?.failing).toMatchObject({ reason: 'credentials' })
    await sandbox.clearFaults()
    await world.manager.channel('c0')
    expect((await lane())?.failing).toBeNull()
    await refuses(401)
    await world.manager.channel('c0').catch(() => {})
    expect((await lane())?.failing).toMatchObject({ reason: 'credentials' })
  })
})

describe('a run', () => {
  it('ends in time, whatever is left', async () => {
    const it = await world.connected()
    await copy(it, 25)
    const channelManager = {
      ...world.manager,
      channel: async (id: string) => {
        world.clock.forward(60_000)
        return world.manager.channel(id)
      },
    }
    expect(await offersRead(() => watch({ channelManager }))).toBeLessThan(10)
    const page = await world.db.collection('propertyChannels').orderBy('__name__').limit(20).get()
    const [done, left] = [
      page.docs.filter(one => one.get('seen')),
      page.docs.filter(one => one.get('lookAt')),
    ]
    expect(done.length + left.length).toBe(20)
    expect(left.length).toBeGreaterThan(10)
    await watch()
    expect((await it.stored()).verdict).toBeDefined()
  })

  it('at the same time as another does everything once', async () => {
    const it = await switchedOff()
    await fails(it.property.hotelId, { insertedAt: later(1) })
    await Promise.all([watch(), watch(), lookAt(it), watch()])
    expect(await it.open()).toEqual(['channel-off', 'channel-removal', 'ota-sync-failed'])
    expect((await world.ourWebhooks()).complete).toHaveLength(1)
  })
})

describe('a look at a channel for which there is a reason', () => {
  const due = async ({ stored }: Connected) => (await stored()).lookAt

  it('stores the verdict, registers the webhook of a new channel, and ends the reason, however often', async () => {
    const it = await world.connected()
    await Promise.all([lookAt(it), lookAt(it)])
    await lookAt(it)
    expect(await it.stored()).toMatchObject({ version: 1, verdict: { result: 'success' } })
    expect(await due(it)).toBeUndefined()
    expect((await world.ourWebhooks()).complete).toHaveLength(1)
  })

  it('is due until the channel manager gives a usable answer', async () => {
    const it = await switchedOff()
    await refuses(500)
    await expect(lookAt(it)).rejects.toMatchObject({ kind: 'retryable' })
    expect(await due(it)).toBeDefined()
    await sandbox.clearFaults()
    await lookAtChannel(world.deps, it.channelId)
    expect(await it.open()).toContain('channel-off')
    expect(await due(it)).toBeUndefined()
  })

  it.each<[string, (of: Connected) => Parameters<typeof noteReason>[1]]>([
    ['another reason comes up', ({ channelId }) => ({ channelId })],
    ['an event of the property comes', ({ property: { propertyId } }) => ({ propertyId })],
  ])('is due again where %s during the look', async (_, reasonFor) => {
    const it = await world.connected()
    const offer: typeof world.manager.offer = async (...given) => {
      world.clock.forward(1000)
      await noteReason(world.deps.store, reasonFor(it), world.clock.now())
      return world.manager.offer(...given)
    }
    await lookAt(it, { channelManager: { ...world.manager, offer } })
    expect(await due(it)).toBeDefined()
    await lookAtChannel(world.deps, it.channelId)
    expect(await due(it)).toBeUndefined()
  })

  it('is due at once for another reason after it was put off', async () => {
    const it = await world.connected()
    await noteReason(world.deps.store, { channelId: it.channelId }, new Date(later(60)))
    await noteReason(world.deps.store, { propertyId: it.property.propertyId }, world.clock.now())
    expect((await due(it)).toDate()).toEqual(world.clock.now())
  })

  it.each(['/channel_events$', '/logs$'])("is due until the OTA's words can be read (%s)", async path => {
    const it = await world.connected()
    await fails(it.property.hotelId, { insertedAt: later(1) })
    await refuses(503, path)
    await expect(lookAt(it)).rejects.toMatchObject({ kind: 'retryable' })
    expect(await due(it)).toBeDefined()
    await sandbox.clearFaults()
    await lookAtChannel(world.deps, it.channelId)
    expect(await due(it)).toBeUndefined()
    const verdict = { result: 'failure', detail: 'Room closed' }
    expect((await it.stored()).verdict).toMatchObject(verdict)
    expect(await it.open()).toEqual(['ota-sync-failed'])
  })

  it.each([true, false])('reads our own rates, as a round does once a day (a look: %s)', async isLook => {
    const it = await world.connected()
    await watch()
    const { docs } = await world.db.collection(`properties/${it.property.propertyId}/ratePlans`).get()
    for (const { ref } of docs) await ref.update({ channelManagerRatePlanId: 'another' })
    await watch()
    expect(await it.open()).toEqual([])
    if (!isLook) world.clock.forward(24 * 3_600_000)
    await (isLook ? lookAt(it) : watch())
    expect(await it.open()).toEqual(['channel-mapping-differs'])
  })

  it('goes without a webhook where our address is unknown', async () => {
    const it = await world.connected()
    const registered = () => Promise.reject(new TypeError('Invalid URL'))
    await lookAt(it, { webhooks: { ...world.deps.webhooks, registered } })
    expect((await it.stored()).verdict).toBeDefined()
  })

  it('becomes due for the active channels of a property, also when it is due already', async () => {
    const it = await world.connected()
    const { propertyId } = it.property
    await world.channelDoc(`${propertyId}_other`).set({ ...(await it.stored()), status: 'disconnected' })
    await noteReason(world.deps.store, { propertyId }, world.clock.now())
    const first = await due(it)
    world.clock.forward(1000)
    await noteReason(world.deps.store, { propertyId }, world.clock.now())
    expect(first).toBeDefined()
    expect((await due(it)).toDate()).toEqual(world.clock.now())
    expect((await world.stored(`${propertyId}_other`)).lookAt).toBeUndefined()
  })

  it('is refused for what is no property channel', async () => {
    for (const id of ['nobody_booking', 'a/b'])
      await expect(lookAtChannel(world.deps, id)).rejects.toMatchObject({ name: 'UnreadableError' })
  })
})

it('an item keeps the words of an OTA that cannot be read again', async () => {
  const it = await world.connected()
  await fails(it.property.hotelId, { insertedAt: later(1) })
  await watch()
  const before = await it.items()
  await refuses(503, '/logs$')
  world.clock.forward(300_000)
  await watch()
  expect(await it.items()).toEqual(before)
})
