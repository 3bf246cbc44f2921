import { describe, expect, it } from 'vitest'
import { type Closed, confirmClosures } from '../../src/lib/connection/bookable/confirm-closures.ts'
import { lookAtChannel } from '../../src/lib/connection/watch/look-at-channel.ts'
import { startBookable } from '../support/bookable.ts'
import { actor, outcomeOf, press } from '../support/connection-deps.ts'
import { intercepted } from '../support/intercept.ts'

const ground = await startBookable()
const { day, round, sets, notBookable, viewOf, firstRoom, closesBy } = ground

describe('nights that are closed on purpose', () => {
  async function closedWinter() {
    const it = await ground.world.connected()
    await sets(it, [30, 40], { stop_sell: true })
    await round()
    const { rooms } = await viewOf(it)
    const closures = rooms.map(({ roomId }) => ({ roomId, from: day(30), to: day(41) }))
    const { propertyId } = it.property
    const change = (spans: { close?: Closed[]; reopen?: Closed[] }, deps = ground.world.deps) =>
      confirmClosures(deps, actor, { propertyId, channelId: it.channelId, close: [], reopen: [], ...spans })
    const confirm = (close: Closed[] = closures, deps = ground.world.deps) => change({ close }, deps)
    const audits = async () =>
      (await ground.world.db.collection('auditLog').where('targetId', '==', it.channelId).get()).docs.map(
        entry => [entry.get('action'), entry.get('outcome')],
      )
    return { it, closures, confirm, change, audits }
  }

  it('are confirmed by a person, and the item closes', async () => {
    const { it, confirm, audits, closures } = await closedWinter()
    expect(await notBookable(it)).toMatchObject({ status: 'open' })
    await confirm()
    await lookAtChannel(ground.world.deps, it.channelId)
    expect(await notBookable(it)).toMatchObject({ status: 'resolved', resolvedBy: 'system' })
    expect((await firstRoom(it)).runs[1]).toMatchObject({ state: 'closed' })
    expect((await viewOf(it)).closures).toMatchObject(closures.map(one => ({ ...one, by: actor.uid })))
    expect(await audits()).toEqual([['channel.closures', 'success']])
  })

  it('are confirmed once, however often and by whomever at once', async () => {
    const { it, confirm, audits } = await closedWinter()
    await Promise.all([confirm(), confirm(), confirm()])
    const stored = await ground.world.stored(it.channelId)
    await confirm()
    expect(await ground.world.stored(it.channelId)).toEqual(stored)
    expect(await audits()).toEqual([['channel.closures', 'success']])
  })

  it('are for sale again where they are taken out', async () => {
    const { it, confirm, change, closures } = await closedWinter()
    await confirm()
    await lookAtChannel(ground.world.deps, it.channelId)
    await change({ reopen: closures })
    await lookAtChannel(ground.world.deps, it.channelId)
    expect(await notBookable(it)).toMatchObject({ status: 'open' })
  })

  it('survive a commit whose answer is lost', async () => {
    const { it, confirm, audits } = await closedWinter()
    const lossy = intercepted(ground.world.deps, 'channels.change', (original, call) => async (...args) => {
      const ended = await original(...args)
      return call === 1 ? 'unresolved' : ended
    })
    await confirm(undefined, lossy)
    expect(await ground.world.stored(it.channelId)).toHaveProperty('closures.length', 2)
    expect(await audits()).toEqual([['channel.closures', 'success']])
  })

  it('of a room that the property does not have are refused, and past ones dropped', async () => {
    const { it, confirm, closures } = await closedWinter()
    expect(await outcomeOf(confirm([{ roomId: 'other', from: day(1), to: day(2) }]))).toBe(
      'validation-failed',
    )
    const [one] = closures
    await confirm([{ roomId: one?.roomId ?? '', from: day(-9), to: day(-3) }])
    expect((await viewOf(it)).closures).toEqual([])
  })

  it('of two people at once are both kept', async () => {
    const { it, confirm, closures } = await closedWinter()
    await Promise.all(closures.map(one => confirm([one])))
    expect((await viewOf(it)).closures).toHaveLength(2)
  })

  it('of a room that is gone keep nobody from confirming others, and can be taken back', async () => {
    const { it, confirm, change, closures } = await closedWinter()
    await confirm()
    const [gone, other] = closures
    await ground.world.db.doc(`properties/${it.property.propertyId}/rooms/${gone?.roomId}`).delete()
    await confirm([{ roomId: other?.roomId ?? '', from: day(50), to: day(60) }])
    expect((await viewOf(it)).closures).toHaveLength(3)
    await change({ reopen: gone ? [gone] : [] })
    expect((await viewOf(it)).closures).toHaveLength(2)
  })

  it('to the end of the calendar have no end', async () => {
    const { it, confirm } = await closedWinter()
    const room = await firstRoom(it)
    const end = room.runs.at(-1)?.to ?? ''
    await sets(it, [400, 499], { stop_sell: true })
    await confirm([{ roomId: room.roomId, from: day(400), to: end }])
    expect((await viewOf(it)).closures).toMatchObject([{ from: day(400), to: '9999-12-31' }])
    ground.world.clock.forward(3 * 24 * 3_600_000)
    await sets(it, [490, 510], { stop_sell: true })
    await round()
    expect((await firstRoom(it)).runs.at(-1)?.state).toBe('closed')
  })

  it.each([
    ['a cut-off', { cut_off_time: '00:00:00', cut_off_days: 30 }, [0, 30]],
    ['how far ahead one may book', { max_day_advance: 20 }, [21, 500]],
  ])('are not those that %s closes, not even with others', async (_, settings, [from = 0, to = 0]) => {
    const it = await ground.world.connected()
    await closesBy(it, settings)
    await round()
    const { roomId } = await firstRoom(it)
    const { propertyId } = it.property
    const confirm = (first: number, end: number) =>
      confirmClosures(ground.world.deps, actor, {
        ...{ propertyId, channelId: it.channelId, reopen: [] },
        close: [{ roomId, from: day(first), to: day(end) }],
      })
    expect(await outcomeOf(confirm(from, to))).toBe('validation-failed')
    expect(await outcomeOf(confirm(Math.max(0, from - 1), to + 1))).toBe('validation-failed')
    expect((await viewOf(it)).closures).toEqual([])
    await confirm(from === 0 ? to : 0, from === 0 ? to + 5 : from)
    expect((await viewOf(it)).closures).toHaveLength(1)
  })

  it('stay when the property is connected again', async () => {
    const { it, confirm, closures } = await closedWinter()
    await confirm()
    await ground.world.manager.deactivate(it.channelManagerChannelId)
    await ground.world.channelDoc(it.channelId).update({ status: 'disconnected' })
    expect(await outcomeOf(press(ground.world.context, it.property))).toBe('completed')
    expect((await viewOf(it)).closures).toMatchObject(closures)
  })
})
