import { afterEach, describe, expect, it } from 'vitest'
import {
  type ConnectableProperty,
  refusingHotel,
  sandbox,
  storeProperty,
} from '../support/connection-builders.ts'
import {
  connectDeps,
  connecting,
  effectsOfPress,
  outcomeOf,
  pastLease,
  press,
} from '../support/connection-deps.ts'
import { expectConnected, expectOneOfEach, traces } from '../support/connection-state.ts'
import { intercepted } from '../support/intercept.ts'
import { lossyFirestore } from '../support/lossy-firestore.ts'
import type { Fault } from '../support/sandbox.ts'
import { db } from '../support/stack.ts'

const hasty = await connectDeps({ timeoutMs: 1_000 })

afterEach(() => sandbox().clearFaults())

const createCall = { method: 'POST', path: '^/channels$' }
const activateCall = { method: 'POST', path: '/activate$' }

const arm = (call: { method: string; path: string }, fault: Partial<Fault> & Pick<Fault, 'mode'>) =>
  sandbox().fault({ vendor: 'channel-manager', method: call.method, path: call.path, ...fault })

/** Expects an ended request, and at the channel manager only channels that the journal knows (I8 to I10). */
async function expectSettled(property: ConnectableProperty, outcome: string): Promise<void> {
  if (outcome === 'completed') {
    await expectConnected(property)
    return
  }
  const { requests, channel, channels, attempt, subscriptions, invoices, emails } = await traces(property)
  expect(requests.map(request => [request.status, request.rejection.code])).toEqual([['rejected', outcome]])
  expect(attempt.status).toBe('rejected')
  if (attempt.undo === 'none') expect(channels, 'an orphan that nobody knows of').toEqual([])
  for (const left of channels) expect(left.is_active).toBe(false)
  expect({ channel, invoices, emails }).toEqual({ channel: undefined, invoices: [], emails: [] })
  expect(subscriptions.filter(one => one.status === 'active')).toEqual([])
}

describe('a lost answer', () => {
  it.each([
    [createCall, 'processed-then-reset'],
    [createCall, 'timeout'],
    [createCall, 'malformed'],
    [activateCall, 'processed-then-reset'],
    [activateCall, 'timeout'],
  ] as const)('%o, %s: the channel is found and used', async (call, mode) => {
    const { property, press } = await connecting()
    await arm(call, { mode, times: 1, ...(mode !== 'processed-then-reset' && { processed: true }) })
    expect(await press(hasty)).toBe('completed')
    await expectConnected(property)
  })

  it('to a create leaves no orphan when the next attempt is for another hotel', async () => {
    const property = await storeProperty()
    const { hotelId } = await storeProperty()
    await arm(createCall, { mode: 'processed-then-reset' })
    await arm({ method: 'GET', path: '^/channels\\?' }, { mode: 'status', status: 500 })
    await outcomeOf(press(hasty, property))
    await sandbox().clearFaults()
    const corrected = { ...property, hotelId }
    expect(await outcomeOf(press(hasty, corrected))).toBe('completed')
    await expectConnected(corrected)
  })

  it('to an activation that cannot be looked up removes the channel', async () => {
    const { property, press } = await connecting()
    await arm(activateCall, { mode: 'processed-then-reset', times: 1 })
    await arm({ method: 'GET', path: '^/channels/[0-9a-f-]+$' }, { mode: 'status', status: 500, times: 1 })
    await expectSettled(property, await press(hasty))
    expect((await traces(property)).channels).toEqual([])
  })
})

describe('an undo that fails', () => {
  const remove = { method: 'DELETE', path: '^/channels/' }

  it('is remembered as long as it fails, while the payment is cancelled', async () => {
    const { property, press } = await connecting({ hotel: refusingHotel })
    await arm(remove, { mode: 'status', status: 500 })
    await press(hasty)
    expect(await press(hasty)).toBe('provider-unavailable')
    await expectSettled(property, 'provider-unavailable')
    const { attempt, channels, subscriptions } = await traces(property)
    expect(attempt.undo).toBe('pending')
    expect(channels).toHaveLength(1)
    expect(subscriptions.map(({ status }) => status)).toEqual(['cancelled'])
  })
})

it.each(effectsOfPress)(
  'our mistake right after %s (%i) ends rejected or completed',
  async (effect, call) => {
    const { clock, deps, property, press } = await connecting()
    const broken = intercepted(deps, effect, (original, number) => async (...args) => {
      const result = await original(...args)
      if (number === call) throw new Error('a mistake')
      return result
    })
    // A mistake that cannot be told from a lost answer is looked up.
    const expected = effect === 'billing.reserve' ? 'completed' : 'internal'
    expect(await press(broken)).toBe(expected)
    // The commit went through and its answer was thrown away: only the lease ends such a claim.
    if (effect === 'store.commit' && (call === 1 || call === 8)) clock.advance(pastLease)
    else if (effect !== 'billing.reserve') {
      const { requests, attempt, channels } = await traces(property)
      expect(requests.map(({ status, rejection }) => [status, rejection?.code])).toEqual([
        ['rejected', 'internal'],
      ])
      expect(attempt.status).toBe('rejected')
      if (attempt.undo === 'none') expect(channels).toEqual([])
    }
    expect(await press()).toBe('completed')
    await expectOneOfEach(property)
  },
)

const unavailable = 14

/** Claim, three journalled steps with two writes each, completion. */
const writesOfAnAttempt = 8

it('a connection whose commit went through is never undone, even when nobody can read it back', async () => {
  const { clock, deps, property, paymentId, press: pressOn } = await connecting()
  let writes = 0
  const firestore = lossyFirestore(db(), {
    losesAnswer: path => path.includes('connectionAttempts/') && ++writes === writesOfAnAttempt,
    code: unavailable,
    isBlind: true,
  })
  expect(await pressOn(await connectDeps({ clock, firestore }))).toBe('internal')
  const { subscriptions } = await expectConnected(property)
  expect(subscriptions.map(({ status }) => status)).toEqual(['active'])
  expect(await press(deps, property, { paymentId })).toMatchObject({ replayed: true })
})

it('a store that stops working in the middle leaves the rest to the next attempt, after the lease', async () => {
  const { clock, deps, property, press } = await connecting()
  const down = () => Promise.reject(Object.assign(new Error('down'), { code: unavailable }))
  const stopping = intercepted(
    deps,
    'store.commit',
    commit => writes =>
      /"steps.activate"|"status":"rejected"/.test(JSON.stringify(writes)) ? down() : commit(writes),
  )
  expect(await press(stopping)).toBe('internal')
  const { channels, requests } = await traces(property)
  expect(channels.map(({ is_active }: { is_active: boolean }) => is_active)).toEqual([false])
  expect(requests.map(({ status }) => status)).toEqual(['pending'])
  clock.advance(pastLease)
  expect(await press()).toBe('completed')
  await expectConnected(property)
})
