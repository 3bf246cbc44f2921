import { describe, expect, it } from 'vitest'
import { nightsAhead } from '../../src/lib/connection/channels/sellable.ts'
import { noteReason } from '../../src/lib/connection/channels/stored-channel.ts'
import { lookAtChannel } from '../../src/lib/connection/watch/look-at-channel.ts'
import { laterDay } from '../../src/lib/days.ts'
import { reseedHotel } from '../support/connection-builders.ts'
import { startWatch } from '../support/start-watch.ts'
import type { WatchWorld } from '../support/watch-world.ts'

const { sandbox, watch, world } = await startWatch()
type Connected = Awaited<ReturnType<WatchWorld['connected']>>
type Calendar = WatchWorld['manager']['calendar']

const sells = ({ property: { hotelId } }: Connected, inventory: object) =>
  reseedHotel(hotelId, { inventory }, { sandbox })

const item = async ({ items }: Connected) => (await items())['not-bookable']

/** The date that many days from now. */
const day = (later: number) => laterDay(world.clock.now().toISOString().slice(0, 10), later)

/** Changes the property's nights between two days, both included. */
const setNights = ({ property }: Connected, [from, to]: [number, number], more: object) =>
  sandbox.seed({
    inventory: [{ propertyId: property.channelManagerId, from: day(from), to: day(to), ...more }],
  })

/** A rate plan that the channel sells by, as the channel manager calls it. */
async function soldPlan({ property, stored }: Connected): Promise<string> {
  const { mapping } = await stored()
  const { ratePlanId } = mapping.ratePlans.find(({ primary }: { primary: boolean }) => primary)
  const plan = await world.db.doc(`properties/${property.propertyId}/ratePlans/${ratePlanId}`).get()
  return plan.get('channelManagerRatePlanId')
}

const calendarsRead = async (work: () => Promise<unknown>): Promise<number> => {
  const since = await sandbox.requestsDuring('channel-manager', work)
  return since.filter(({ path }) => path.startsWith('/restrictions')).length
}

/** Runs the watch with this calendar of the channel manager. */
const watchWith = (calendar: Calendar) => watch({ channelManager: { ...world.manager, calendar } })

describe('a connected channel by which nothing can be booked', () => {
  it('has no such item while it is switched off', async () => {
    const it = await world.connected()
    await sells(it, { stopSell: true })
    await watch()
    await it.off()
    await watch()
    expect(await item(it)).toMatchObject({ status: 'resolved', resolvedBy: 'system' })
  })
})

describe('an answer that lacks something', () => {
  /** The calendar, with only these nights left of a rate plan. */
  const without =
    (planId: string, left: readonly string[] = []): Calendar =>
    async (...args) => {
      const whole = await world.manager.calendar(...args)
      const nights = [...(whole.get(planId) ?? [])].filter(([night]) => left.includes(night))
      return new Map([...whole, [planId, new Map(nights)]])
    }
  const nights = (after: number) => Array.from({ length: nightsAhead - after }, (_, at) => day(after + at))

  it.each([
    ['a room', 30],
    ['a night', 1],
  ])('%s opens no item, and closes none', async (_, missing) => {
    const it = await world.connected()
    await sells(it, { availability: 0 })
    const partial = without(await soldPlan(it), nights(missing))
    await watchWith(partial)
    expect(await item(it)).toBeUndefined()
    await watch()
    const opened = await item(it)
    expect(opened).toMatchObject({ status: 'open' })
    await watchWith(partial)
    expect(await item(it)).toEqual(opened)
    await sells(it, {})
    await watch()
    expect(await item(it)).toMatchObject({ status: 'resolved' })
  })

  it.each([
    { availability: 'many' },
    { availability: null },
    { availability: 1, stop_sell: null },
    { rate: '' },
  ])('with an unreadable night, %j, opens no item', async values => {
    const it = await world.connected()
    await sells(it, { availability: 0 })
    await setNights(it, [5, 5], { values })
    await watch()
    expect(await item(it)).toBeUndefined()
  })
})

describe('a channel manager that gives no calendar', () => {
  it.each([
    ['is down', { mode: 'status', status: 503 }],
    ['is slow', { mode: 'timeout' }],
    ['answers nonsense', { mode: 'malformed' }],
  ] as const)('since it %s stops neither the rest of the watch nor other channels', async (_, fault) => {
    const [off, other] = [await world.connected(), await world.connected()]
    await sells(other, { stopSell: true })
    await off.off()
    await sandbox.fault({ vendor: 'channel-manager', path: '^/restrictions', ...fault })
    await watch()
    expect((await off.items())['channel-off']).toMatchObject({ status: 'open' })
    expect((await other.stored()).verdict).toMatchObject({ result: 'success' })
    expect(await item(other)).toBeUndefined()
    await sandbox.clearFaults()
    expect(await other.stored()).toHaveProperty('lookAt')
    await lookAtChannel(world.deps, other.channelId)
    expect(await item(other)).toMatchObject({ status: 'open' })
  })

  it('of one property is still asked for those of others', async () => {
    const [one, other] = [await world.connected(), await world.connected()]
    for (const of of [one, other]) await sells(of, { stopSell: true })
    const { channelManagerId: path } = one.property
    await sandbox.fault({ vendor: 'channel-manager', path, mode: 'timeout' })
    await watch()
    expect(await item(one)).toBeUndefined()
    expect(await item(other)).toMatchObject({ status: 'open' })
  })
})

describe('the calendar of a property', () => {
  it('is read once in a round, for all channels of the property', async () => {
    const it = await world.connected()
    const other = world.channelDoc(`${it.property.propertyId}_other`)
    await other.set(await it.stored())
    expect(await calendarsRead(watch)).toBe(1)
    await noteReason(world.deps.store, { channelId: it.channelId }, world.clock.now())
    expect(await calendarsRead(watch)).toBe(2)
  })

  it('is asked only for the next nights, and for the values that are judged', async () => {
    await world.connected()
    await watch()
    const { path = '' } = (await sandbox.requests('channel-manager')).findLast(one =>
      one.path.startsWith('/restrictions'),
    ) ?? { path: '' }
    const params = new URLSearchParams(path.split('?')[1])
    expect(Object.fromEntries(params)).toMatchObject({
      'filter[date][gte]': day(0),
      'filter[date][lte]': day(nightsAhead - 1),
      'filter[restrictions]': 'availability,rate,stop_sell',
    })
  })
})
