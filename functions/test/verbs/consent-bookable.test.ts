import { afterEach, expect, it } from 'vitest'
import { readBookable } from '../../src/lib/connection/bookable/read-bookable.ts'
import { lookAtChannel } from '../../src/lib/connection/watch/look-at-channel.ts'
import { laterDay } from '../../src/lib/days.ts'
import { startVerbs } from '../support/chat-deps.ts'
import { sandbox } from '../support/connection-builders.ts'
import { consentWorld } from '../support/consents.ts'
import { db } from '../support/stack.ts'

await startVerbs()
afterEach(() => sandbox().clearFaults())

it('what can be booked by a channel by consent is judged by the rate plans of its listings', async () => {
  const world = await consentWorld()
  await world.grant()
  await world.choose()
  await world.untilMapped()
  await world.activate()
  const [channelId, propertyId] = [world.channelIdOf(1), world.propertyIds[1] ?? '']
  const day = (later: number) => laterDay(world.clock.now().toISOString().slice(0, 10), later)
  const { listings } = await world.channel(1)
  const [sold] = listings
  expect(listings).toHaveLength(1)
  const property = await db().doc(`properties/${propertyId}`).get()
  const sets = (values: object, more: object = {}) =>
    sandbox().seed({
      inventory: [
        { propertyId: property.get('channelManagerId'), from: day(30), to: day(40), values, ...more },
      ],
    })
  const looked = async () => {
    await world.context.channels.lookSoon({ channelId }, world.clock.now())
    await lookAtChannel(world.context, channelId)
    const { rooms } = await readBookable(world.context, { propertyId, channelId })
    const item = await db().doc(`items/not-bookable_${channelId}`).get()
    return { states: rooms.flatMap(({ runs }) => runs.map(({ state }) => state)), item: item.data() }
  }
  // The property's other rate plan stays for sale, but no listing sells by it.
  await sets({ stop_sell: true }, { ratePlanId: sold.channelManagerRatePlanId })
  const { states, item } = await looked()
  expect(states).toEqual(['bookable', 'stop-sell', 'bookable'])
  expect(item).toMatchObject({ status: 'open', detail: expect.stringMatching(/Loft: stop-sell from/) })
  await sets({ stop_sell: false })
  expect(await looked()).toMatchObject({ states: ['bookable'], item: { status: 'resolved' } })
})
