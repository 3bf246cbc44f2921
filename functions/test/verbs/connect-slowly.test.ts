import { afterEach, describe, expect, it } from 'vitest'
import { finishJob } from '../../src/lib/connection/job/finish-job.ts'
import { testProperty } from '../../src/lib/connection/test-property.ts'
import { channelManagerFails, refusingHotel, sandbox, storeProperty } from '../support/connection-builders.ts'
import {
  actor,
  adjustableClock,
  connectDeps,
  connecting,
  type Effect,
  effectsOfPress,
} from '../support/connection-deps.ts'
import { expectConnected, expectNothingLeft, expectOneOfEach, traces } from '../support/connection-state.ts'
import { intercepted } from '../support/intercept.ts'
import { calledAt, startPlatform } from '../support/platform.ts'
import { db } from '../support/stack.ts'
import { type Decorators, decorated, sandboxSettings } from '../support/test-context.ts'

/** Longer than a caller waits. */
const tooLong = 46_000

/** The effects before the last step, whose delay ends no press. */
const beforeTheLastStep = effectsOfPress.slice(0, -3)

type Connecting = Awaited<ReturnType<typeof connecting>>

/** Makes that call of the effect take too long. */
const slowly = ({ deps, clock }: Connecting, effect: Effect, number = 1) =>
  intercepted(deps, effect, (original, call) => async (...args) => {
    const answer = await original(...args)
    if (call === number) clock.advance(tooLong)
    return answer
  })

/** Makes a call hang that long, until its time limit ends it. */
const hanging = ({ deps, clock, property }: Connecting, milliseconds: number) =>
  intercepted(deps, 'channelManager.offer', () => async () => {
    clock.advance(milliseconds)
    return deps.channelManager.within(() => 0).offer('booking', property.hotelId)
  })

const requestsOf = async ({ property }: Connecting) =>
  (await traces(property)).requests.map(({ status, rejection }) => [status, rejection])

afterEach(() => sandbox().clearFaults())

describe('a connection that takes longer than 45 seconds', () => {
  it.each(beforeTheLastStep)('in %s (%i) stays running, and is finished by a sweep', async (effect, call) => {
    const world = await connecting()
    const { property, paymentId, sweep } = world
    expect(await world.press(slowly(world, effect, call))).toBe('running')
    expect(await requestsOf(world)).toEqual([['pending', undefined]])
    const { attempt, audits } = await traces(property)
    expect({ status: attempt.status, audits }).toEqual({ status: 'running', audits: [] })
    await sweep()
    expect((await expectOneOfEach(property)).subscriptions[0]).toMatchObject({ paymentId })
  })

  it('because a call hangs is cut off at 45 seconds, and finished by a sweep', async () => {
    const world = await connecting()
    expect(await world.press(hanging(world, tooLong))).toBe('running')
    await world.sweep()
    await expectOneOfEach(world.property)
  })

  it('is rejected, with nothing left, if a call hangs less long', async () => {
    const world = await connecting()
    expect(await world.press(hanging(world, 31_000))).toBe('provider-timeout')
    expect((await expectNothingLeft(world.property)).requests[0]).toMatchObject({ status: 'rejected' })
  })

  it('is rejected for a refusal that comes after 44 seconds', async () => {
    const world = await connecting({ hotel: refusingHotel })
    const slow = intercepted(world.deps, 'channelManager.activate', original => async (...args) => {
      world.clock.advance(44_000)
      return original(...args)
    })
    expect(await world.press(slow)).toBe('activation-refused')
    await expectNothingLeft(world.property)
  })

  it('in every try is given up, with nothing left', async () => {
    const world = await connecting()
    const slow = slowly(world, 'channelManager.offer')
    expect(await world.press(slow)).toBe('running')
    const target = { propertyId: world.property.propertyId, ota: 'booking' as const }
    for (let tries = 0; tries < 3; tries += 1) await finishJob(slowly(world, 'channelManager.offer'), target)
    const { audits } = await expectNothingLeft(world.property)
    expect(await requestsOf(world)).toEqual([
      ['rejected', expect.objectContaining({ code: 'provider-timeout' })],
    ])
    expect(audits.map(({ metadata }) => metadata.error)).toEqual(['provider-timeout'])
  })

  it('is not rejected by a failing test of another hotel id', async () => {
    const world = await connecting()
    await world.press(slowly(world, 'channelManager.offer'))
    const { propertyId } = world.property
    const tested = await testProperty(world.deps, actor, {
      propertyId,
      ota: 'booking',
      hotelId: '1000001',
      reject: true,
    })
    expect(tested).toMatchObject({ ok: false })
    expect(await requestsOf(world)).toEqual([['pending', undefined]])
  })

  it('is finished once the lease runs out, if the lease cannot be ended', async () => {
    const world = await connecting()
    const deaf = intercepted(
      slowly(world, 'channelManager.offer'),
      'store.commit',
      commit =>
        async (...writes) => {
          if (/"fields":{"leaseUntil"/.test(JSON.stringify(writes))) throw new Error('Firestore is away')
          return commit(...writes)
        },
    )
    expect(await world.press(deaf)).toBe('running')
    await world.sweep()
    expect((await traces(world.property)).attempt.status).toBe('running')
    await world.sweepLater()
    await expectConnected(world.property)
  })
})

it('over HTTP is answered with its pending requests, and finished by another press', async () => {
  const clock = adjustableClock()
  let isSlow = true
  const decorators: Decorators = {
    channelManager: port => ({
      ...port,
      within: () => ({
        ...port,
        offer: async (ota, hotelId) => {
          if (isSlow) clock.advance(tooLong)
          return port.offer(ota, hotelId)
        },
      }),
    }),
  }
  const platform = await startPlatform({
    db: db(),
    sandbox: sandbox(),
    clock,
    decorate: (name, port) => decorated(decorators, name, port),
    settings: publicUrl => calledAt(sandboxSettings(), publicUrl),
  })
  try {
    const property = await storeProperty()
    const { propertyId, hotelId, requestId } = property
    const connect = () =>
      platform.call(actor, 'POST', '/api/integrations/booking/connect', { propertyId, hotelId })
    expect(await connect()).toEqual({ status: 'running', requestIds: [requestId] })
    expect((await traces(property)).requests).toMatchObject([{ status: 'pending' }])
    isSlow = false
    expect(await connect()).toMatchObject({ status: 'completed', requestIds: [requestId] })
    await expectConnected(property)
    await expect(
      platform.call(actor, 'POST', '/api/integrations/nowhere/connect', { propertyId, hotelId }),
    ).rejects.toThrow()
  } finally {
    await platform.close()
  }
})

it('only calls that wait for the OTA have the longer time', async () => {
  const { channelManager } = await connectDeps({ timeoutMs: 150, otaTimeoutMs: 3000 })
  await channelManagerFails({ mode: 'delay', delayMs: 600 })
  expect(await channelManager.testConnection('booking', '5868189')).toBe(true)
  await expect(channelManager.groupOf('any')).rejects.toMatchObject({ timedOut: true })
})
