import { afterEach, describe, expect, it } from 'vitest'
import { finishJob } from '../../src/lib/connection/job/finish-job.ts'
import {
  type ConnectableProperty,
  refusingHotel,
  reseedHotel,
  sandbox,
  storeProperty,
} from '../support/connection-builders.ts'
import { connecting, outcomeOf, pastLease, press } from '../support/connection-deps.ts'
import { expectConnected, expectNothingLeft, type Traces, traces } from '../support/connection-state.ts'
import { intercepted } from '../support/intercept.ts'
import { db, stored, update } from '../support/stack.ts'

afterEach(() => sandbox().clearFaults())

/** A sweep runs every minute. */
const untilNextSweep = 60_000

/** Expects requests rejected for that reason, and nothing left. */
async function expectTakenBack(property: ConnectableProperty, reason: string): Promise<Traces> {
  const records = await expectNothingLeft(property)
  expect(records.requests.map(({ status, rejection }) => [status, rejection.code])).toEqual([
    ['rejected', reason],
  ])
  return records
}

/** Deletes one of our rate plans that the channel has; returns the channel's id of it. */
async function dropRatePlan(property: ConnectableProperty): Promise<string> {
  const [channel] = (await traces(property)).channels
  const planId = channel.rate_plans[0].rate_plan_id
  const plans = await db().collection(`properties/${property.propertyId}/ratePlans`).get()
  await plans.docs.find(plan => plan.get('channelManagerRatePlanId') === planId)?.ref.delete()
  return planId
}

/** Makes the next create go through without an answer, and its look-up fail. */
async function loseCreate(): Promise<void> {
  const [create, list] = [
    { vendor: 'channel-manager', method: 'POST', path: '^/channels$' },
    { vendor: 'channel-manager', method: 'GET', path: '^/channels\\?', skip: 1 },
  ] as const
  await sandbox().fault({ ...create, mode: 'processed-then-reset' })
  await sandbox().fault({ ...list, mode: 'status', status: 500 })
}

describe('a press whose process died', () => {
  it('for a hotel that cannot be activated is rejected by the sweep, with the reason', async () => {
    const { property, sweepLater, die } = await connecting({ hotel: refusingHotel })
    await die('channelManager.createChannel')
    await sweepLater()
    const { audits } = await expectTakenBack(property, 'activation-refused')
    expect(audits.map(({ outcome, metadata }) => [outcome, metadata.error])).toEqual([
      ['failure', 'activation-refused'],
    ])
  })

  it('while undoing is undone by the sweep, and rejected with its first reason', async () => {
    const { property, sweepLater, die } = await connecting({ hotel: refusingHotel })
    await die('channelManager.deleteChannel')
    await reseedHotel(property.hotelId, { behaviour: 'ok' })
    await sweepLater()
    expect((await expectTakenBack(property, 'activation-refused')).audits).toHaveLength(1)
  })

  it('in every try is given up in the end', async () => {
    const { clock, deps, property, sweepLater, die } = await connecting()
    await die('channelManager.createChannel')
    for (let deaths = 0; deaths < 3; deaths += 1) {
      clock.advance(pastLease)
      const died = Promise.withResolvers<void>()
      const dying = intercepted(deps, 'channelManager.offer', () => () => {
        died.resolve()
        return new Promise(() => undefined)
      })
      void finishJob(dying, { propertyId: property.propertyId, ota: 'booking' })
      await died.promise
    }
    await sweepLater()
    expect((await expectTakenBack(property, 'internal')).audits).toHaveLength(1)
  })

  it('is finished although the terms have changed meanwhile', async () => {
    const { property, sweepLater, die } = await connecting()
    await die('store.commit', 3)
    await update(`accounts/${property.landlordId}`, { 'connectionService.plan': 'free' })
    await sweepLater()
    expect((await expectConnected(property)).subscriptions.map(({ status }) => status)).toEqual(['active'])
  })

  it('stores the rates that the channel has, when ours have changed meanwhile', async () => {
    const { property, sweepLater, die } = await connecting()
    await die('store.commit', 5)
    const planId = await dropRatePlan(property)
    await sweepLater()
    const { channels, channel } = await expectConnected(property)
    const sent = channels[0].rate_plans.map((line: { rate_plan_id: string }) => line.rate_plan_id)
    expect(sent).not.toContain(planId)
    const planIds = channel.mapping.ratePlans.flatMap(
      (row: { ratePlanId: string | null }) => row.ratePlanId ?? [],
    )
    expect(sent).toEqual(planIds)
  })

  it('of a property that lost its rooms meanwhile is taken back', async () => {
    const { property, sweepLater, die } = await connecting()
    await die('store.commit', 5)
    const rooms = await db().collection(`properties/${property.propertyId}/rooms`).get()
    for (const room of rooms.docs) await room.ref.delete()
    await sweepLater()
    await expectTakenBack(property, 'property-incomplete')
  })
})

it.each(['landlordId', 'channelManagerId'])(
  'a press of a property whose %s has changed meanwhile is taken back',
  async field => {
    const { clock, property, sweep, sweepLater, die } = await connecting()
    await die('channelManager.createChannel')
    const other = await storeProperty()
    const changed = { [field]: other[field as 'landlordId' | 'channelManagerId'] }
    await update(`properties/${property.propertyId}`, changed)
    await sweepLater()
    clock.advance(untilNextSweep)
    await sweep()
    await expectTakenBack(property, 'internal')
  },
)

it('a press that takes up the late channel of an earlier press writes the present rates to it', async () => {
  const { deps, property, press } = await connecting()
  await loseCreate()
  expect(await press()).toBe('provider-unavailable')
  await sandbox().clearFaults()
  const [there] = (await traces(property)).channels
  const planId = await dropRatePlan(property)
  const late = intercepted(
    deps,
    'channelManager.channelsOf',
    (original, call) =>
      async (...args) =>
        call === 1 ? [] : original(...args),
  )
  expect(await press(late)).toBe('completed')
  const { channels } = await expectConnected(property)
  expect(channels[0].id).toBe(there.id)
  expect(JSON.stringify(channels[0].rate_plans)).not.toContain(planId)
})

describe('a create that never went through, of a process that died during it', () => {
  const dead = async () => {
    const world = await connecting()
    await world.die('store.commit', 4)
    return world
  }

  it('is waited for once when sweeps undo it', async () => {
    const { clock, property, sweep, sweepLater } = await dead()
    const other = await storeProperty()
    await update(`properties/${property.propertyId}`, { landlordId: other.landlordId })
    await sweepLater()
    expect((await traces(property)).attempt.undo).toBe('pending')
    clock.advance(untilNextSweep)
    await sweep()
    await expectTakenBack(property, 'internal')
  })

  it('is waited for once when presses for another hotel undo it', async () => {
    const { clock, deps, property } = await dead()
    const { hotelId } = await storeProperty()
    const pressOther = () => outcomeOf(press(deps, { ...property, hotelId }))
    clock.advance(pastLease)
    expect(await pressOther()).toBe('provider-unavailable')
    clock.advance(untilNextSweep)
    expect(await pressOther()).toBe('completed')
  })
})

describe('a channel whose removal failed', () => {
  const remove = { vendor: 'channel-manager', method: 'DELETE', path: '^/channels/' } as const

  it('is removed by a sweep, and the request keeps its reason', async () => {
    const { property, sweep, press } = await connecting({ hotel: refusingHotel })
    await sandbox().fault({ ...remove, mode: 'status', status: 500 })
    expect(await press()).toBe('activation-refused')
    const before = await stored(`connectionRequests/${property.requestId}`)
    expect(before.rejection.nextAction).toMatch(/Finish the set-up.*Something could not be taken back yet/)
    await sweep()
    const attempt = `connectionAttempts/${property.propertyId}_booking`
    expect(await stored(attempt)).toMatchObject({ undo: 'pending' })
    expect(await stored(attempt)).not.toHaveProperty('expireAt')
    await sandbox().clearFaults()
    await sweep()
    const { audits } = await expectNothingLeft(property)
    expect(await stored(attempt)).toHaveProperty('expireAt')
    expect(await stored(`connectionRequests/${property.requestId}`)).toEqual(before)
    expect(audits).toHaveLength(1)
  })

  it.each(['sweep', 'press'] as const)('for an hour opens an item, until a %s has removed it', async how => {
    const { property, sweep, press } = await connecting({ hotel: refusingHotel })
    await sandbox().fault({ ...remove, mode: 'status', status: 500 })
    await press()
    const attempt = db().doc(`connectionAttempts/${property.propertyId}_booking`)
    const { attemptId } = await stored(attempt.path)
    const item = () => stored(`items/connection-left-behind_${attemptId}`)
    await attempt.update({ resumes: 58 })
    await sweep()
    expect(await item()).toBeUndefined()
    await sweep()
    const [channel] = (await traces(property)).channels
    expect(await item()).toMatchObject({
      kind: 'connection-left-behind',
      status: 'open',
      propertyId: property.propertyId,
      ota: 'booking',
      detail: expect.stringContaining(`in 60 tries: the channel ${channel.id}`),
      nextAction: expect.stringContaining('runbook'),
    })
    await sandbox().clearFaults()
    if (how === 'sweep') await sweep()
    else await press()
    const { channels, attempt: now } = await traces(property)
    expect({ channels, undo: now.undo }).toEqual({ channels: [], undo: 'none' })
    expect(await item()).toMatchObject({ status: 'resolved', resolvedBy: 'system' })
  })
})

it('the journal shows the current step of a running attempt, and its results', async () => {
  const { deps, property, press } = await connecting()
  const steps: string[] = []
  const watched = intercepted(deps, 'store.commit', original => async (...args) => {
    const result = await original(...args)
    steps.push((await traces(property)).attempt.currentStep)
    return result
  })
  expect(await press(watched)).toBe('completed')
  const [_claim, ...journal] = steps.slice(0, -1)
  expect(journal).toEqual(['charge', 'read', 'create-channel', 'align-rates', 'activate', 'activate'])
  const { attempt } = await traces(property)
  expect(attempt.steps.map.result).toMatchObject({ mapped: 2, total: 2 })
  expect(attempt.steps['create-channel'].result).toMatchObject({ created: true })
})
