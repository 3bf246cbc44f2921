import { describe, expect, it } from 'vitest'
import { lookAtChannel } from '../../src/lib/connection/watch/look-at-channel.ts'
import { startBookable } from '../support/bookable.ts'
import { uniqueId } from '../support/stack.ts'

const ground = await startBookable()
const { sandbox, day, round, lookAgain, sets, notBookable, viewOf, firstRoom, closesBy } = ground

describe('what can be booked by a channel', () => {
  it('is seen in a round, as far as its calendar goes, room by room', async () => {
    const it = await ground.world.connected()
    await ground.world.db.doc(`properties/${it.property.propertyId}`).update({ stateLength: 120 })
    await round()
    const { rooms, at, problem } = await viewOf(it)
    expect(rooms.map(({ name }) => name).toSorted()).toEqual(['Family  Suite', 'double room'])
    for (const room of rooms) {
      expect(room.runs).toEqual([{ state: 'bookable', from: day(0), to: day(120), isLoss: false }])
      expect(room.earliest).toEqual({ arrival: day(0), departure: day(1) })
    }
    expect({ at, problem }).toEqual({ at: expect.any(Date), problem: null })
    expect(await notBookable(it)).toBeUndefined()
  })

  it('is nothing while the channel is off, though nobody has an item of it open any more', async () => {
    const it = await ground.world.connected()
    await round()
    const off = (await ground.world.channelDoc(it.channelId).get()).get('channelManagerChannelId')
    await ground.world.manager.deactivate(off)
    await round()
    expect(await viewOf(it)).toMatchObject({ problem: 'not-active', rooms: [] })
    await ground.world.itemDoc(`channel-off_${it.channelId}`).update({ status: 'resolved' })
    await lookAgain(it)
    expect(await viewOf(it)).toMatchObject({ problem: 'not-active', rooms: [] })
    await ground.world.manager.activate(off)
    await round()
    expect(await viewOf(it)).toMatchObject({ problem: null, rooms: [{}, {}] })
  })

  it('is asked for once a property and round, by however many channels it is sold', async () => {
    const it = await ground.world.connected()
    const { propertyId, channelManagerId } = it.property
    const other = ground.world.channelDoc(`${propertyId}_other`)
    await other.set(await ground.world.stored(it.channelId))
    await sets(it, [30, 40], { availability: 0 })
    const before = (await sandbox.requests('channel-manager')).length
    await round()
    const sent = (await sandbox.requests('channel-manager'))
      .slice(before)
      .map(({ path }) => path.split('?')[0])
    const shared = ['/restrictions', `/properties/${channelManagerId}`]
    expect(sent.filter(path => path && shared.includes(path))).toEqual(shared)
    expect((await other.get()).get('bookable.alarms')).toBeGreaterThan(0)
    expect(await notBookable(it)).toMatchObject({ status: 'open' })
  })

  it.each([
    ['no-availability', { availability: 0 }, /no availability, but not sold out/],
    ['stop-sell', { stop_sell: true }, /stop-sell/],
    ['no-price', { rate: null }, /no price/],
    ['no-price', { rate: '0.00' }, /no price/],
    ['closed-to-arrival', { closed_to_arrival: true }, /closed to arrival/],
    ['closed-to-departure', { closed_to_departure: true }, /closed to departure/],
    ['minimum-stay', { min_stay_arrival: 30, min_stay_through: 30, max_stay: 7 }, /minimum stay/],
  ])(
    '%s is found within one round and named, and its item closes when it is over',
    async (reason, fault, says) => {
      const it = await ground.world.connected()
      const wide = reason.startsWith('closed') || reason === 'minimum-stay'
      await sets(it, wide ? [0, 499] : [30, 40], fault)
      await round()
      expect(await notBookable(it)).toMatchObject({ status: 'open', detail: expect.stringMatching(says) })
      expect((await firstRoom(it)).runs.map(({ state }) => state)).toContain(reason)
      await sets(it, [0, 499], {
        ...{ availability: 1, stop_sell: false, rate: '90.00', closed_to_arrival: false },
        ...{ closed_to_departure: false, min_stay_arrival: 1, min_stay_through: 1, max_stay: 0 },
      })
      await round()
      expect(await notBookable(it)).toMatchObject({ status: 'resolved', resolvedBy: 'system' })
    },
  )

  it('is no finding where it is sold by a reservation of ours', async () => {
    const it = await ground.world.connected()
    await round()
    const { roomId } = await firstRoom(it)
    await sandbox.seed({
      inventory: [
        {
          ...{ propertyId: it.property.channelManagerId, roomTypeId: roomId },
          ...{ from: day(10), to: day(12), values: { availability: 0 } },
        },
      ],
    })
    const stay = {
      propertyId: it.property.propertyId,
      guestId: uniqueId('guest'),
      roomId,
      status: 'confirmed',
    }
    const stored = ground.world.db.doc(`reservations/${uniqueId('stay')}`)
    await stored.set({ ...stay, arrival: day(10), departure: day(13) })
    await round()
    expect((await firstRoom(it)).runs[1]).toMatchObject({ state: 'sold', from: day(10), to: day(13) })
    expect(await notBookable(it)).toBeUndefined()
    await stored.update({ roomId: null, bookingId: uniqueId('booking') })
    await lookAgain(it)
    expect(await notBookable(it)).toBeUndefined()
    await stored.update({ roomId, status: 'cancelled' })
    await lookAgain(it)
    expect((await notBookable(it)).detail).toMatch(/no availability/)
    await stored.update({ status: 'confirmed' })
    await round()
    expect(await notBookable(it)).toMatchObject({ status: 'resolved', resolvedBy: 'system' })
  })

  it('is unknown night by night while the OTA does not take what it is sent', async () => {
    const it = await ground.world.connected()
    await sets(it, [5, 6], { stop_sell: true })
    const sync = (result: string, later: number) =>
      sandbox.control('POST', 'channel-manager/event', {
        ...{ hotelId: it.property.hotelId, result, reply: 'Room closed' },
        insertedAt: new Date(Date.now() + later * 60_000).toISOString(),
      })
    const states = async () => (await firstRoom(it)).runs.map(({ state }) => state)
    await sync('error', 1)
    await round()
    expect(await states()).toEqual(['sync-failed', 'stop-sell', 'sync-failed'])
    expect((await viewOf(it)).problem).toBe('sync-failed')
    expect((await ground.world.items(it.channelId))['ota-sync-failed'].detail).toMatch(
      /can be booked .* unknown/,
    )
    await sync('success', 2)
    await round()
    expect(await states()).toEqual(['bookable', 'stop-sell', 'bookable'])
  })

  it.each([
    ['cut-off', { cut_off_time: '00:00:00', cut_off_days: 3 }, [0, 3], undefined],
    ['cut-off', { cut_off_time: '00:00:00', cut_off_days: 30 }, [0, 30], /cut-off of the property, 30 days/],
    ['too-far-ahead', { max_day_advance: 365 }, [366, 500], undefined],
    ['too-far-ahead', { max_day_advance: 20 }, [21, 500], /further ahead .* 20 days/],
  ])(
    '%s by %j is named within one round, and an item where money is lost',
    async (state, settings, at, says) => {
      const it = await ground.world.connected()
      await round()
      await closesBy(it, settings)
      await round()
      const [from, to] = at
      const { runs } = await firstRoom(it)
      expect(runs).toContainEqual({ state, from: day(from ?? 0), to: day(to ?? 0), isLoss: Boolean(says) })
      expect(runs.filter(run => run.state !== state).map(run => run.state)).toEqual(['bookable'])
      if (says)
        expect(await notBookable(it)).toMatchObject({ status: 'open', detail: expect.stringMatching(says) })
      else expect(await notBookable(it)).toBeUndefined()
      await closesBy(it, {})
      await round()
      expect((await firstRoom(it)).runs.map(run => run.state)).toEqual(['bookable'])
      expect((await notBookable(it))?.status ?? 'resolved').toBe('resolved')
    },
  )

  it('is found where the settings of the property are refused', async () => {
    const it = await ground.world.connected()
    await sets(it, [30, 40], { availability: 0 })
    const path = `^/properties/${it.property.channelManagerId}`
    await sandbox.fault({ vendor: 'channel-manager', path, mode: 'status', status: 403 })
    await round()
    expect((await notBookable(it)).detail).toMatch(/no availability, but not sold out/)
  })

  it('by a rule of the property is no news each day, and asked about once a day', async () => {
    const it = await ground.world.connected()
    await closesBy(it, { max_day_advance: 300 })
    await round()
    const asked = async () =>
      (await sandbox.requests('channel-manager')).filter(({ path }) =>
        path.startsWith(`/properties/${it.property.channelManagerId}`),
      ).length
    const before = await asked()
    await round()
    expect(await asked()).toBe(before)
    ground.world.clock.forward(24 * 3_600_000)
    await round()
    expect(await asked()).toBe(before + 1)
    expect(await notBookable(it)).toBeUndefined()
  })

  it('is not judged for longer than a day by a rule that is gone', async () => {
    const it = await ground.world.connected()
    await closesBy(it, { max_day_advance: 200 })
    await round()
    await closesBy(it, {})
    ground.world.clock.forward(24 * 3_600_000)
    await round()
    expect((await ground.world.stored(it.channelId)).bookable.place.rules).toEqual({})
    // What has no availability and loses nothing is asked about each day as well.
    await sets(it, [300, 600], { availability: 0 })
    await round()
    expect((await firstRoom(it)).runs.at(-1)?.state).toBe('no-availability')
    await closesBy(it, { max_day_advance: 200 })
    ground.world.clock.forward(24 * 3_600_000)
    await round()
    expect((await firstRoom(it)).runs.at(-1)?.state).toBe('too-far-ahead')
  })

  it('is not judged by rules of the day that are refused since', async () => {
    const it = await ground.world.connected()
    await closesBy(it, { max_day_advance: 200 })
    await round()
    await sets(it, [30, 40], { availability: 0 })
    const path = `^/properties/${it.property.channelManagerId}`
    await sandbox.fault({ vendor: 'channel-manager', path, mode: 'status', status: 403 })
    await round()
    expect((await firstRoom(it)).runs.at(-1)?.state).toBe('no-availability')
    expect((await ground.world.stored(it.channelId)).bookable.place).not.toHaveProperty('rules')
  })

  it('is judged anew in a round where there is a reason, whatever was answered for another channel', async () => {
    const it = await ground.world.connected()
    await ground.world.channelDoc(`${it.property.propertyId}_a`).set(await ground.world.stored(it.channelId))
    await ground.world.deps.channels.lookSoon({ channelId: it.channelId }, ground.world.clock.now())
    const before = (await sandbox.requests('channel-manager')).length
    await round()
    const sent = (await sandbox.requests('channel-manager')).slice(before)
    expect(sent.filter(({ path }) => path.startsWith('/restrictions'))).toHaveLength(2)
  })

  it('of several units is sold only when all of them are', async () => {
    const it = await ground.world.connected()
    await round()
    const { propertyId, channelManagerId } = it.property
    const { roomId } = await firstRoom(it)
    await ground.world.db.doc(`properties/${propertyId}/rooms/${roomId}`).update({ units: 2 })
    await sandbox.seed({
      inventory: [
        {
          ...{ propertyId: channelManagerId, roomTypeId: roomId },
          ...{ from: day(10), to: day(12), values: { availability: 0 } },
        },
      ],
    })
    const booked = () =>
      ground.world.db.doc(`reservations/${uniqueId('stay')}`).set({
        ...{ propertyId, roomId, guestId: uniqueId('guest'), status: 'confirmed' },
        ...{ arrival: day(10), departure: day(13) },
      })
    await booked()
    await round()
    expect((await notBookable(it)).detail).toMatch(/no availability, but not sold out/)
    await booked()
    await round()
    expect((await firstRoom(it)).runs[1]).toMatchObject({ state: 'sold', from: day(10), to: day(13) })
    expect(await notBookable(it)).toMatchObject({ status: 'resolved', resolvedBy: 'system' })
  })

  it.each([
    ['from today on', 0, 20],
    ['from tomorrow on', 1, 20],
    ['of the day after tomorrow', 2, 2],
    ['to the end of the calendar', 90, 600],
  ])('%s does not become news each day, and what a person resolved stays so', async (_, from, to) => {
    const it = await ground.world.connected()
    await sets(it, [from, to], { stop_sell: true })
    await round()
    const { detail } = await notBookable(it)
    const id = `not-bookable_${it.channelId}`
    await ground.world
      .itemDoc(id)
      .update({ status: 'resolved', resolvedBy: 'sam', resolvedAt: ground.world.clock.now() })
    for (let days = 0; days < 2; days += 1) {
      ground.world.clock.forward(24 * 3_600_000)
      await round()
      expect(await notBookable(it)).toMatchObject({ status: 'resolved', resolvedBy: 'sam', detail })
    }
  })

  it('of a room of which the channel manager tells nothing is said', async () => {
    const it = await ground.world.connected()
    await round()
    const { roomId } = await firstRoom(it)
    await sandbox.seed({
      inventory: [
        {
          ...{ propertyId: it.property.channelManagerId, roomTypeId: roomId, from: day(0), to: day(600) },
          values: { availability: null },
        },
      ],
    })
    await round()
    expect((await notBookable(it)).detail).toMatch(/tells nothing of its rate plans/)
  })

  it("is nobody's concern once the channel is switched off", async () => {
    const it = await ground.world.connected()
    await sets(it, [0, 20], { stop_sell: true })
    await round()
    await ground.world.manager.deactivate(it.channelManagerChannelId)
    await round()
    expect(await notBookable(it)).toMatchObject({ status: 'resolved', resolvedBy: 'system' })
  })

  it('is asked once a channel and round, and the same again reads and writes nothing', async () => {
    const it = await ground.world.connected()
    await round()
    const before = (await sandbox.requests('channel-manager')).length
    const stored = await ground.world.stored(it.channelId)
    await round()
    const since = (await sandbox.requests('channel-manager')).slice(before)
    expect(since.filter(({ path }) => path.startsWith('/restrictions'))).toHaveLength(1)
    expect(await ground.world.stored(it.channelId)).toEqual(stored)
  })

  it('is not concluded from a channel manager that does not say', async () => {
    const it = await ground.world.connected()
    await sets(it, [0, 20], { stop_sell: true })
    await sandbox.fault({ vendor: 'channel-manager', path: '^/restrictions', mode: 'status', status: 500 })
    await round()
    expect(await notBookable(it)).toBeUndefined()
    expect(await ground.world.stored(it.channelId)).toHaveProperty('lookAt')
    await sandbox.clearFaults()
    await lookAtChannel(ground.world.deps, it.channelId)
    expect(await notBookable(it)).toMatchObject({ status: 'open' })
  })

  it('of nights that the channel manager tells nonsense of is unknown, and alarms nobody', async () => {
    const it = await ground.world.connected()
    await sets(it, [5, 6], { availability: 'many' })
    await round()
    expect((await firstRoom(it)).runs[1]).toMatchObject({ state: 'unknown', from: day(5), to: day(7) })
    expect(await notBookable(it)).toBeUndefined()
  })

  it('of a room without a mapped rate plan is said until the mapping is final', async () => {
    const it = await ground.world.connected()
    const { mapping } = await ground.world.stored(it.channelId)
    await round()
    const { roomId } = await firstRoom(it)
    const plans = await ground.world.db.collection(`properties/${it.property.propertyId}/ratePlans`).get()
    const ofRoom = plans.docs.filter(plan => plan.get('roomId') === roomId).map(({ id }) => id)
    const rows = mapping.ratePlans.filter((row: { ratePlanId: string }) => !ofRoom.includes(row.ratePlanId))
    await ground.world.channelDoc(it.channelId).update({ 'mapping.ratePlans': rows, version: 2 })
    await round()
    const states = (await viewOf(it)).rooms.flatMap(({ runs }) => runs.map(({ state }) => state))
    expect(states.toSorted()).toEqual(['bookable', 'not-mapped'])
    await ground.world.channelDoc(it.channelId).update({ mappingStatus: 'finalized', version: 3 })
    await round()
    expect((await viewOf(it)).rooms).toHaveLength(1)
  })
})
