import { afterEach, describe, expect, it } from 'vitest'
import { finishAttempt } from '../../src/lib/connection/attempt/finish-attempt.ts'
import {
  type ConnectableProperty,
  refusingHotel,
  reseedHotel,
  sandbox,
  storeProperty,
} from '../support/connection-builders.ts'
import { actor, connecting, effectsUntil, outcomeOf, pastLease, press } from '../support/connection-deps.ts'
import {
  expectConnected,
  expectNothingLeft,
  expectOneOfEach,
  stored,
  type Traces,
  traces,
} from '../support/connection-state.ts'
import { intercepted } from '../support/intercept.ts'
import { db, uniqueId } from '../support/stack.ts'

afterEach(() => sandbox().clearFaults())

/** Of every minute. */
const untilNextSweep = 60_000

const calls = async (property: ConnectableProperty, method: string, path: RegExp) =>
  (await sandbox().requests('channel-manager')).filter(
    request =>
      request.method === method &&
      path.test(request.path) &&
      JSON.stringify(request.body ?? {}).includes(property.hotelId),
  )

/** Rejected for that reason, and nothing is left. */
async function expectTakenBack(property: ConnectableProperty, reason: string): Promise<Traces> {
  const seen = await expectNothingLeft(property)
  expect(seen.requests.map(({ status, rejection }) => [status, rejection.code])).toEqual([
    ['rejected', reason],
  ])
  return seen
}

/** Deletes one of our rate plans that the channel has; answers the channel's id of it. */
async function dropRatePlan(property: ConnectableProperty): Promise<string> {
  const [channel] = (await traces(property)).channels
  const gone = channel.rate_plans[0].rate_plan_id
  const plans = await db().collection(`properties/${property.propertyId}/ratePlans`).get()
  await plans.docs.find(plan => plan.get('channelManagerRatePlanId') === gone)?.ref.delete()
  return gone
}

/** The next create goes through without an answer, and cannot be looked up either. */
async function loseCreate(): Promise<void> {
  const [create, list] = [
    { vendor: 'channel-manager', method: 'POST', path: '^/channels$' },
    { vendor: 'channel-manager', method: 'GET', path: '^/channels\\?', skip: 1 },
  ] as const
  await sandbox().fault({ ...create, mode: 'processed-then-reset' })
  await sandbox().fault({ ...list, mode: 'status', status: 500 })
}

describe('a press whose process died', () => {
  it.each(effectsUntil('connections.openRequests'))(
    'after %s (%i) is gone on with by one sweep',
    async (effect, call) => {
      const { property, sweep, sweepLater, die, press } = await connecting()
      await die(effect, call)
      await sweep()
      expect((await traces(property)).attempt.status, 'alive until its lease is over').toBe('running')
      await sweepLater()
      const { audits } = await expectOneOfEach(property)
      expect(audits.map(({ outcome, actorId }) => [outcome, actorId])).toEqual([['success', actor.uid]])
      expect(await calls(property, 'POST', /^\/channels$/)).toHaveLength(1)
      expect(await calls(property, 'DELETE', /./)).toEqual([])
      expect(await press()).toBe('completed')
    },
  )

  it('for a hotel that cannot be activated is rejected by the sweep, with the reason', async () => {
    const { property, sweepLater, die } = await connecting({ hotel: refusingHotel })
    await die('channelManager.createChannel')
    await sweepLater()
    const { audits } = await expectTakenBack(property, 'activation-refused')
    expect(audits.map(({ outcome, metadata }) => [outcome, metadata.error])).toEqual([
      ['failure', 'activation-refused'],
    ])
  })

  it.each(['channelManager.deleteChannel', 'billing.cancel', 'connections.reject'] as const)(
    'while it took back, after %s: taken back, and rejected with the reason of then',
    async effect => {
      const { property, sweepLater, die } = await connecting({ hotel: refusingHotel })
      await die(effect)
      await reseedHotel(property.hotelId, { behaviour: 'ok' })
      await sweepLater()
      expect((await expectTakenBack(property, 'activation-refused')).audits).toHaveLength(1)
    },
  )

  it('again and again is not gone on with for ever', async () => {
    const { clock, deps, property, sweepLater, die } = await connecting()
    await die('channelManager.createChannel')
    for (let deaths = 0; deaths < 3; deaths += 1) {
      clock.advance(pastLease)
      const died = Promise.withResolvers<void>()
      const dying = intercepted(deps, 'channelManager.offer', () => () => {
        died.resolve()
        return new Promise(() => undefined)
      })
      void finishAttempt(dying, { propertyId: property.propertyId, ota: 'booking' })
      await died.promise
    }
    await sweepLater()
    expect((await expectTakenBack(property, 'internal')).audits).toHaveLength(1)
  })

  it('is gone on with when the terms have changed meanwhile', async () => {
    const { property, sweepLater, die } = await connecting()
    await die('connections.journal', 2)
    await db().doc(`accounts/${property.landlordId}`).update({ 'connectionService.plan': 'free' })
    await sweepLater()
    expect((await expectConnected(property)).subscriptions.map(({ status }) => status)).toEqual(['active'])
  })

  it('stores the rates that the channel has, when ours have changed meanwhile', async () => {
    const { property, sweepLater, die } = await connecting()
    await die('connections.journal', 4)
    const gone = await dropRatePlan(property)
    await sweepLater()
    const { channels, channel } = await expectConnected(property)
    const sent = channels[0].rate_plans.map((line: { rate_plan_id: string }) => line.rate_plan_id)
    expect(sent).not.toContain(gone)
    const kept = channel.mapping.ratePlans.flatMap(
      (row: { ratePlanId: string | null }) => row.ratePlanId ?? [],
    )
    expect(sent).toEqual(kept)
  })

  it('of a property that lost its rooms meanwhile is taken back', async () => {
    const { property, sweepLater, die } = await connecting()
    await die('connections.journal', 4)
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
    await db().doc(`properties/${property.propertyId}`).update(changed)
    await sweepLater()
    clock.advance(untilNextSweep)
    await sweep()
    await expectTakenBack(property, 'internal')
  },
)

describe('a press on what another one left', () => {
  it('brings the rates of now to a channel that appeared late, with those of then', async () => {
    const { deps, property, press } = await connecting()
    await loseCreate()
    expect(await press()).toBe('provider-unavailable')
    await sandbox().clearFaults()
    const [there] = (await traces(property)).channels
    const gone = await dropRatePlan(property)
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
    expect(JSON.stringify(channels[0].rate_plans)).not.toContain(gone)
  })

  it('goes on with it, and both are in the audit log', async () => {
    const { clock, property, die, press } = await connecting()
    await die('channelManager.createChannel')
    const { channels } = await traces(property)
    clock.advance(pastLease)
    expect(await press()).toBe('completed')
    const seen = await expectConnected(property)
    expect(seen.channels[0].id).toBe(channels[0].id)
    const outcomes = seen.audits.map(({ outcome, metadata }) => [outcome, metadata.error])
    expect(outcomes.toSorted()).toEqual([
      ['failure', 'interrupted'],
      ['success', undefined],
    ])
  })

  it.each(['payment', 'hotel'])('takes it back when the %s is another one', async other => {
    const { clock, deps, property, die } = await connecting()
    await die('channelManager.activate')
    clock.advance(pastLease)
    const hotelId = other === 'hotel' ? (await storeProperty()).hotelId : property.hotelId
    const corrected = { ...property, hotelId }
    expect(await outcomeOf(press(deps, corrected, { paymentId: uniqueId('pay') }))).toBe('completed')
    const { subscriptions } = await expectConnected(corrected)
    expect(subscriptions.map(({ status }) => status).toSorted()).toEqual(['active', 'cancelled'])
  })
})

describe('what could not be taken back', () => {
  const remove = { vendor: 'channel-manager', method: 'DELETE', path: '^/channels/' } as const

  it('is taken back by a sweep, and the request keeps its reason', async () => {
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

  it.each(['sweep', 'press'] as const)(
    'for an hour is told to people, until a %s has taken it back',
    async how => {
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
    },
  )

  it('is left alone by a second sweep at the same time', async () => {
    const { property, sweep, press } = await connecting({ hotel: refusingHotel })
    await sandbox().fault({ ...remove, mode: 'reset' })
    await press()
    await sandbox().clearFaults()
    await Promise.all([sweep(), sweep(), sweep()])
    await expectNothingLeft(property)
  })

  it('of a create without an answer is looked for until it cannot appear any more', async () => {
    const { clock, property, sweep, press } = await connecting()
    await sandbox().fault({ vendor: 'channel-manager', method: 'POST', path: '^/channels$', mode: 'timeout' })
    expect(await press()).toBe('provider-timeout')
    await sandbox().clearFaults()
    await sweep()
    expect((await traces(property)).attempt.undo).toBe('pending')
    clock.advance(untilNextSweep)
    await sweep()
    await expectNothingLeft(property)
  })

  it('of a create that came through late is removed', async () => {
    const { clock, property, sweep, press } = await connecting()
    await loseCreate()
    expect(await press()).toBe('provider-unavailable')
    expect((await traces(property)).channels).toHaveLength(1)
    await sandbox().clearFaults()
    clock.advance(untilNextSweep)
    await sweep()
    await expectNothingLeft(property)
  })
})

describe('a sweep and a press at once', () => {
  it('connect once between them', async () => {
    const { clock, property, sweep, die, press } = await connecting()
    await die('channelManager.createChannel')
    clock.advance(pastLease)
    const [, outcome] = await Promise.all([sweep(), press()])
    expect(['completed', 'connection-in-progress']).toContain(outcome)
    await expectConnected(property)
    expect(await press()).toBe('completed')
  })

  it('the press that was overtaken is told to wait, and then gets the same result', async () => {
    const { deps, property, sweepLater, press } = await connecting()
    const held = intercepted(deps, 'channelManager.createChannel', original => async (...args) => {
      const created = await original(...args)
      await sweepLater()
      return created
    })
    expect(await press(held)).toBe('connection-in-progress')
    const { audits } = await expectConnected(property)
    expect(audits).toHaveLength(1)
    expect(await press()).toBe('completed')
  })
})

describe('the journal', () => {
  it('shows how far it has come while it runs, and what came out', async () => {
    const { deps, property, press } = await connecting()
    const seen: string[] = []
    const watched = intercepted(deps, 'connections.journal', original => async (...args) => {
      const result = await original(...args)
      seen.push((await traces(property)).attempt.currentStep)
      return result
    })
    expect(await press(watched)).toBe('completed')
    expect(seen).toEqual(['charge', 'read', 'create-channel', 'align-rates', 'activate', 'activate'])
    const { attempt } = await traces(property)
    expect(attempt.steps.map.result).toMatchObject({ mapped: 2, total: 2 })
    expect(attempt.steps['create-channel'].result).toMatchObject({ created: true })
  })
})
