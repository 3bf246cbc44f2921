import { afterEach, describe, expect, it } from 'vitest'
import { testProperty } from '../../src/lib/connection/test-property.ts'
import {
  type ConnectableProperty,
  type HotelSpec,
  obpHotel,
  sandbox,
  storeProperty,
} from '../support/connection-builders.ts'
import {
  actor,
  adjustableClock,
  completed,
  connectDeps,
  connecting,
  outcomeOf,
  pastLease,
  press,
} from '../support/connection-deps.ts'
import { expectLawfulMapping, traces } from '../support/connection-state.ts'
import { dieAt, intercepted } from '../support/intercept.ts'
import { type Data, db, put, remove, stored, update } from '../support/stack.ts'

afterEach(() => sandbox().clearFaults())

const ended = async () => {
  throw new Error('a mistake of ours')
}

/** A property with an inactive channel at the channel manager that no document here knows. */
async function withOlderChannel(
  hotel: HotelSpec = obpHotel,
): Promise<{ property: ConnectableProperty; channelId: string }> {
  const property = await storeProperty({ hotel })
  const deps = await connectDeps()
  const { channelManagerChannelId: channelId } = completed(await press(deps, property))
  await deps.channelManager.deactivate(channelId)
  for (const collection of ['propertyChannels', 'connectionAttempts']) {
    await remove(`${collection}/${property.propertyId}_booking`)
  }
  return { property, channelId }
}

it('a channel of another property of ours is not adopted, though both have one id at the channel manager', async () => {
  const [deps, first, second] = [await connectDeps(), await storeProperty(), await storeProperty()]
  const { channelManagerChannelId } = completed(await press(deps, first))
  const shared = await stored(`properties/${first.propertyId}`)
  await update(`properties/${second.propertyId}`, { channelManagerId: shared.channelManagerId })
  const twin = { ...second, hotelId: first.hotelId }
  expect(await outcomeOf(press(deps, twin))).toBe('hotel-connected-elsewhere')
  expect(await channelsNow(first)).toEqual([[channelManagerChannelId, true]])
  const { propertyId, hotelId } = twin
  const { ok, code, detail } = await testProperty(deps, actor, { propertyId, ota: 'booking', hotelId })
  expect({ ok, code }).toEqual({ ok: false, code: 'hotel-connected-elsewhere' })
  expect(detail).toContain('Harbour View')
})

const channelsNow = async (property: ConnectableProperty) =>
  (await traces(property)).channels.map(({ id, is_active }: { id: string; is_active: boolean }) => [
    id,
    is_active,
  ])

it('an adopted channel whose undo failed is connected by the next attempt', async () => {
  const { property, channelId } = await withOlderChannel()
  const deps = await connectDeps()
  const incomplete = intercepted(
    deps,
    'store.commit',
    commit => writes => (/"status":"completed"/.test(JSON.stringify(writes)) ? ended() : commit(writes)),
  )
  const failing = intercepted(incomplete, 'channelManager.deactivate', () => ended)
  expect(await outcomeOf(press(failing, property))).toBe('internal')
  expect(await channelsNow(property)).toEqual([[channelId, true]])
  expect((await traces(property)).attempt).toMatchObject({ status: 'rejected', undo: 'pending' })
  expect(await outcomeOf(press(deps, property))).toBe('completed')
  expect(await channelsNow(property)).toEqual([[channelId, true]])
})

describe('a rate plan of the channel that we no longer have', () => {
  const keeping = { ...obpHotel, keepsLeftOut: true }

  async function withGonePlan() {
    const older = await withOlderChannel(keeping)
    const { channels } = await traces(older.property)
    const lostPlanId: string = channels[0].rate_plans[0].rate_plan_id
    await remove(`properties/${older.property.propertyId}/ratePlans/${lostPlanId}`)
    return { ...older, lostPlanId }
  }

  async function expectWithout(property: ConnectableProperty, lostPlanId: string): Promise<void> {
    const [channel] = (await traces(property)).channels
    await expectLawfulMapping(channel)
    const plans = channel.rate_plans.map(({ rate_plan_id }: Data) => rate_plan_id)
    expect(plans).toHaveLength(4)
    expect(plans).not.toContain(lostPlanId)
  }

  it('is removed by name when the channel is adopted, without a further call', async () => {
    const { property, lostPlanId } = await withGonePlan()
    const deps = await connectDeps()
    const calls = await sandbox().requestsDuring('channel-manager', async () =>
      expect(await outcomeOf(press(deps, property))).toBe('completed'),
    )
    expect(calls.map(({ method }) => method).toSorted()).toEqual([
      'GET',
      'GET',
      'POST',
      'POST',
      'POST',
      'POST',
      'PUT',
    ])
    await expectWithout(property, lostPlanId)
    const state = Object.keys((await traces(property)).attempt.state)
    expect(state, 'what is only read is not journalled').not.toContain('foundRates')
  })

  it.each([
    ['store.commit', 2],
    ['channelManager.replaceRates', 1],
    ['store.commit', 3],
  ] as const)('is removed by the next attempt after a death at %s (%i)', async (effect, call) => {
    const { property, lostPlanId } = await withGonePlan()
    const clock = adjustableClock()
    const deps = await connectDeps({ clock })
    await dieAt(deps, { effect, call }, dying => press(dying, property))
    clock.advance(pastLease)
    expect(await outcomeOf(press(deps, property))).toBe('completed')
    await expectWithout(property, lostPlanId)
  })
})

it('deleting the request while vendors are called does not stop the connection', async () => {
  const { deps, property, press } = await connecting()
  const deleting = intercepted(deps, 'channelManager.activate', original => async (...args) => {
    await remove(`connectionRequests/${property.requestId}`)
    return original(...args)
  })
  expect(await press(deleting)).toBe('completed')
  expect((await channelsNow(property)).map(([, isActive]: unknown[]) => isActive)).toEqual([true])
})

describe('stored data of another shape', () => {
  it('of an older channel record does not block the property', async () => {
    const { property, press } = await connecting()
    const record = { propertyId: property.propertyId, ota: 'booking', hotelId: property.hotelId }
    const odd = {
      ...record,
      status: 'disconnected',
      channelManagerChannelId: 'gone',
      mapping: { rooms: [{}] },
    }
    await put(`propertyChannels/${property.propertyId}_booking`, odd)
    expect(await press()).toBe('completed')
  })

  it('of a rate plan rejects the request and names the place', async () => {
    const { property, press } = await connecting()
    await put(`properties/${property.propertyId}/ratePlans/odd`, { name: 'Odd', roomId: 'r' })
    expect(await press()).toBe('property-incomplete')
    const request = await stored(`connectionRequests/${property.requestId}`)
    expect(request).toMatchObject({ status: 'rejected' })
    expect(request?.rejection.detail).toContain('ratePlans/odd')
  })
})

it.each([
  ['pending', 'payment-failed'],
  ['cancelled', 'completed'],
])('a payment that stands in a %s subscription of another property: %s', async (status, outcome) => {
  const { paymentId, press } = await connecting()
  const other = { landlordId: 'l', propertyId: 'other', ota: 'booking', paymentId, status }
  await db().collection('subscriptions').add(other)
  expect(await press()).toBe(outcome)
})

describe('a failing test that is recorded', () => {
  const failing = { ...obpHotel, behaviour: 'test-fails' as const }
  const tryOut = (deps: Awaited<ReturnType<typeof connectDeps>>, property: ConnectableProperty) =>
    testProperty(deps, actor, { ...property, ota: 'booking', reject: true })

  it('leaves the requests to an attempt that has begun since', async () => {
    const property = await storeProperty({ hotel: failing })
    const others = await connectDeps()
    const effect = 'channelManager.testConnection'
    const deps = intercepted(others, effect, test => async (...args) => {
      await dieAt(others, { effect }, dying => press(dying, property))
      return test(...args)
    })
    expect(await tryOut(deps, property)).toMatchObject({ ok: false, code: 'connection-test-failed' })
    expect((await traces(property)).requests.map(({ status }) => status)).toEqual(['pending'])
  })

  it('throws if its rejection cannot be stored', async () => {
    const property = await storeProperty({ hotel: failing })
    const deps = intercepted(await connectDeps(), 'store.commit', () => ended)
    await expect(tryOut(deps, property)).rejects.toThrow('a mistake of ours')
  })
})
