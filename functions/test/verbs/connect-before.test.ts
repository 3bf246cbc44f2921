import { describe, expect, it } from 'vitest'
import type { Mapping } from '../../src/lib/connection/model.ts'
import { storeProperty, vendor } from '../support/connection-builders.ts'
import { adjustableClock, connectDeps, outcomeOf, pastLease, press } from '../support/connection-deps.ts'

import { dieAt } from '../support/intercept.ts'
import { stored, update } from '../support/stack.ts'

const clock = adjustableClock()
const deps = await connectDeps({ clock })

/** A property that was disconnected after somebody had left one of its rooms unmapped. */
async function disconnected({ isKept = false } = {}) {
  const property = await storeProperty()
  await press(deps, property)
  const path = `propertyChannels/${property.propertyId}_booking`
  const { mapping, channelManagerChannelId } = await stored(path)
  const [first, second] = mapping.rooms
  const reviewed: Mapping = {
    rooms: [first, { ...second, roomId: null }],
    ratePlans: mapping.ratePlans.filter((row: { otaRoomId: number }) => row.otaRoomId === first.otaRoomId),
  }
  await vendor('POST', `/channels/${channelManagerChannelId}/deactivate`)
  if (!isKept) await vendor('DELETE', `/channels/${channelManagerChannelId}`)
  await update(path, {
    status: 'disconnected',
    mapping: reviewed,
    mappingStatus: 'finalized',
    disconnectedAt: new Date(),
  })
  return { property, path, reviewed }
}

describe('connecting again', () => {
  it('proposes the finalized mapping where it still fits, and leaves open the room that was left open', async () => {
    const { property, path, reviewed } = await disconnected()
    expect(await outcomeOf(press(deps, property))).toBe('completed')
    const { mapping, mappingStatus } = await stored(path)
    expect(mappingStatus).toBe('initial')
    expect(mapping.rooms[0]).toMatchObject({
      roomId: reviewed.rooms[0]?.roomId,
      reasons: ['as before'],
      needsReview: true,
    })
    expect(mapping.rooms[1]).toMatchObject({ roomId: null, reasons: ['left open before'] })
  })

  it('leaves the room open if the channel was only switched off', async () => {
    const { property, path } = await disconnected({ isKept: true })
    expect(await outcomeOf(press(deps, property))).toBe('completed')
    const { mapping, channelManagerChannelId } = await stored(path)
    expect(mapping.rooms[1]).toMatchObject({ roomId: null, reasons: ['left open before'] })
    const { rates } = (await deps.channelManager.channel(channelManagerChannelId)) ?? {}
    expect(new Set(rates?.map(({ otaRoomId }) => otaRoomId))).toEqual(new Set([mapping.rooms[0].otaRoomId]))
  })

  it('leaves the room open after a death between creating the channel and the end, too', async () => {
    const { property, path } = await disconnected()
    await dieAt(deps, { effect: 'channelManager.createChannel' }, dying => press(dying, property))
    clock.advance(pastLease)
    expect(await outcomeOf(press(deps, property))).toBe('completed')
    expect((await stored(path)).mapping.rooms[1]).toMatchObject({ roomId: null })
  })

  it('matches the open room anew if the mapping was never finalized', async () => {
    const { property, path } = await disconnected()
    await update(path, { mappingStatus: 'initial' })
    await press(deps, property)
    const { mapping } = await stored(path)
    expect(mapping.rooms[0]).toMatchObject({ reasons: ['as before'] })
    expect(mapping.rooms[1]).toMatchObject({ roomId: expect.any(String) })
    expect(mapping.rooms[1].reasons).not.toContain('as before')
  })

  it('proposes nothing of an earlier hotel', async () => {
    const { property, path } = await disconnected()
    const { hotelId } = await storeProperty()
    await press(deps, { ...property, hotelId })
    const { mapping } = await stored(path)
    expect(JSON.stringify(mapping)).not.toContain('as before')
    expect(mapping.rooms[0].otaRoomId).toBe(Number(hotelId) * 10)
  })
})
