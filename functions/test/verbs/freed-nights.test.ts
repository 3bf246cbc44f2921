import { describe, expect, it } from 'vitest'
import { lookAgain } from '../../src/lib/connection/watch/look-again.ts'
import { lookAtChannel } from '../../src/lib/connection/watch/look-at-channel.ts'
import { startBookable } from '../support/bookable.ts'
import { uniqueId } from '../support/stack.ts'

const ground = await startBookable()
const { sandbox, day, round, notBookable, firstRoom } = ground

describe('what a cancellation sets free', () => {
  /** Ten nights that were sold, and are to be for sale again within a quarter of an hour. */
  async function freed() {
    const it = await ground.world.connected()
    const { propertyId, channelManagerId } = it.property
    await round()
    const { roomId } = await firstRoom(it)
    const room = { propertyId: channelManagerId, roomTypeId: roomId, from: day(10), to: day(19) }
    const sells = (availability: number) =>
      sandbox.seed({ inventory: [{ ...room, values: { availability } }] })
    await sells(0)
    const stay = { propertyId, guestId: uniqueId('guest'), roomId, arrival: day(10), departure: day(20) }
    const stored = ground.world.db.doc(`reservations/${uniqueId('stay')}`)
    await stored.set({ ...stay, status: 'confirmed' })
    await round()
    await stored.update({ status: 'cancelled' })
    const { channels, clock } = ground.world.deps
    await channels.lookLater(propertyId, new Date(clock.now().getTime() + 15 * 60_000))
    return { it, sells }
  }

  async function workAfter(it: Awaited<ReturnType<typeof freed>>['it'], minutes: number) {
    ground.world.clock.forward(minutes * 60_000)
    await lookAgain(ground.world.deps, it.channelId)
    await lookAtChannel(ground.world.deps, it.channelId)
  }

  it('alarms nobody before they are to be for sale again, neither in a round nor after an event', async () => {
    const { it, sells } = await freed()
    await round()
    await workAfter(it, 10)
    expect(await notBookable(it)).toBeUndefined()
    await sells(1)
    await ground.world.deps.channels.lookSoon(
      { propertyId: it.property.propertyId },
      ground.world.clock.now(),
    )
    await workAfter(it, 1)
    expect(await ground.world.stored(it.channelId)).toHaveProperty('lookAgainAt')
    await workAfter(it, 5)
    expect(await notBookable(it)).toBeUndefined()
    for (const reason of ['lookAt', 'lookAgainAt'])
      expect(await ground.world.stored(it.channelId)).not.toHaveProperty(reason)
  })

  it('is found where they are not for sale by then, although a round saw them before', async () => {
    const { it } = await freed()
    await round()
    await workAfter(it, 16)
    expect((await notBookable(it)).detail).toMatch(/no availability/)
  })

  it('waits for the last of them', async () => {
    const { it } = await freed()
    const { channels, clock } = ground.world.deps
    const soon = new Date(clock.now().getTime() + 2 * 60_000)
    await channels.lookLater(it.property.propertyId, soon)
    await workAfter(it, 3)
    expect(await notBookable(it)).toBeUndefined()
    await workAfter(it, 13)
    expect(await notBookable(it)).toMatchObject({ status: 'open' })
  })
})
