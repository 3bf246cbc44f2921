import { afterEach, describe, expect, it } from 'vitest'
import { connectProperty } from '../../src/lib/connection/job/connect-property.ts'
import type { ConnectPropertyInput } from '../../src/lib/connection/job/order.ts'
import { startVerbs } from '../support/chat-deps.ts'
import { sandbox } from '../support/connection-builders.ts'
import { outcomeOf } from '../support/connection-deps.ts'
import { traces } from '../support/connection-state.ts'
import { dieAt, intercepted } from '../support/intercept.ts'
import { put, uniqueId } from '../support/stack.ts'
import { expectLive, expectOver, handover, minute, type WaitingProperty } from '../support/waiting.ts'

startVerbs()
afterEach(() => sandbox().clearFaults())

/** A press with another payment, a second after the wait began. */
function otherPress({ clock, asker, property: { propertyId, hotelId } }: WaitingProperty) {
  const paymentId = uniqueId('pay')
  clock.advance(1000)
  const by = (using: WaitingProperty['context'], more: Partial<ConnectPropertyInput> = {}) =>
    outcomeOf(connectProperty(using, asker, { propertyId, ota: 'booking', hotelId, paymentId, ...more }))
  return { paymentId, by }
}

describe('a waiting request gives way', () => {
  it('to a press that begins during its try, and takes long', async () => {
    const world = await handover()
    await world.accept()
    const { paymentId, by } = otherPress(world)
    const slow = intercepted(world.context, 'channelManager.offer', original => async (...args) => {
      const answer = await original(...args)
      world.clock.advance(46_000)
      return answer
    })
    const asking = intercepted(
      world.context,
      'channelManager.testConnection',
      original =>
        async (...args) => {
          const answer = await original(...args)
          expect(await by(slow)).toBe('running')
          return answer
        },
    )
    await world.tryAgain(asking)
    expect((await traces(world.property)).attempt).toMatchObject({ status: 'running', paymentId })
    await world.sweepAfter(minute)
    expect((await expectLive(world)).subscriptions).toMatchObject([{ paymentId }])
  })

  it('to a press that died, which is finished first', async () => {
    const world = await handover()
    await world.accept()
    const { paymentId, by } = otherPress(world)
    await dieAt(world.context, { effect: 'channelManager.createChannel' }, by)
    world.clock.advance(2 * minute)
    await world.tryAgain(world.context)
    await world.sweepAfter(minute)
    expect((await expectLive(world)).subscriptions).toMatchObject([{ paymentId }])
  })

  it('to a row of a batch that failed temporarily', async () => {
    const world = await handover()
    await world.accept()
    world.away('offer')
    expect(await otherPress(world).by(world.context, { isTriedAgain: true })).toBe('provider-unavailable')
    world.away()
    await expectOver(world)
    await world.sweepAfter(minute)
    expect((await traces(world.property)).channels).toEqual([])
  })

  it('to a press for a newer request of the property', async () => {
    const world = await handover()
    const { propertyId } = world.property
    const rejection = { code: 'mapping-failed', detail: '', nextAction: '', at: new Date('2100-01-01') }
    const newer = { propertyId, ota: 'booking', status: 'rejected', rejection }
    await put(`connectionRequests/${uniqueId('newer')}`, newer)
    expect(await otherPress(world).by(world.context)).toBe('ota-setup-incomplete')
    await world.accept()
    await world.sweepAfter(minute)
    await expectOver(world)
    expect((await traces(world.property)).channels).toEqual([])
  })
})
