import { afterEach, describe, expect, it } from 'vitest'
import {
  type ConnectableProperty,
  refusingHotel,
  reseedHotel,
  sandbox,
  storeProperty,
} from '../support/connection-builders.ts'
import { connectDeps, connecting, outcomeOf, press } from '../support/connection-deps.ts'
import { expectConnected, expectOneOfEach, traces } from '../support/connection-state.ts'
import type { Fault } from '../support/sandbox.ts'

const deps = await connectDeps({ timeoutMs: 1_000 })

afterEach(() => sandbox().clearFaults())

const faults = [
  { mode: 'status', status: 500 },
  { mode: 'status', status: 429 },
  { mode: 'reset' },
  { mode: 'processed-then-reset' },
  { mode: 'timeout' },
  { mode: 'malformed' },
] as const

const calls = [
  { name: 'test_connection', method: 'POST', path: '^/channels/test_connection$' },
  { name: 'mapping_details', method: 'POST', path: '^/channels/mapping_details$' },
  { name: 'properties', method: 'GET', path: '^/properties/' },
  { name: 'create', method: 'POST', path: '^/channels$' },
  { name: 'check_readiness', method: 'POST', path: '/check_readiness$' },
  { name: 'activate', method: 'POST', path: '/activate$' },
] as const

const cases = calls.flatMap(call => faults.map(fault => ({ call, fault, title: titleOf(fault) })))

function titleOf(fault: { mode: string; status?: number }): string {
  return fault.status === undefined ? fault.mode : `${fault.mode} ${fault.status}`
}

const arm = (call: { method: string; path: string }, fault: Partial<Fault> & Pick<Fault, 'mode'>) =>
  sandbox().fault({ vendor: 'channel-manager', method: call.method, path: call.path, ...fault })

/** Ended, one way or the other, and whatever is left at the channel manager is known to be left (I8 to I10). */
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

describe('a call that fails', () => {
  it.each(cases)('$call.name: $title', async ({ call, fault }) => {
    const { property, press } = await connecting()
    await arm(call, fault)
    await expectSettled(property, await press(deps))
    await sandbox().clearFaults()

    expect(await press(deps)).toBe('completed')
    await expectOneOfEach(property)
  })
})

describe('a create whose answer is lost', () => {
  const [create, list] = [calls[3], { method: 'GET', path: '^/channels\\?' }]

  it.each(['processed-then-reset', 'timeout', 'malformed'] as const)(
    '%s: the channel is found and used',
    async mode => {
      const property = await storeProperty()
      await arm(create, { mode, times: 1, ...(mode !== 'processed-then-reset' && { processed: true }) })
      expect(await outcomeOf(press(deps, property))).toBe('completed')
      await expectConnected(property)
    },
  )

  it.each(faults)(
    'with the look-up failing as well ($mode $status): the next attempt uses the channel',
    async fault => {
      const property = await storeProperty()
      await arm(create, { mode: 'processed-then-reset' })
      await arm(list, fault)
      const outcome = await outcomeOf(press(deps, property))
      expect(outcome).not.toBe('completed')
      await expectSettled(property, outcome)
      await sandbox().clearFaults()
      expect(await outcomeOf(press(deps, property))).toBe('completed')
      await expectConnected(property)
    },
  )

  it('leaves no orphan when the next attempt is for another hotel', async () => {
    const property = await storeProperty()
    const { hotelId } = await storeProperty()
    await arm(create, { mode: 'processed-then-reset' })
    await arm(list, { mode: 'status', status: 500 })
    await outcomeOf(press(deps, property))
    await sandbox().clearFaults()
    const corrected = { ...property, hotelId }
    expect(await outcomeOf(press(deps, corrected))).toBe('completed')
    await expectConnected(corrected)
  })
})

describe('an activation whose answer is lost', () => {
  it.each(['processed-then-reset', 'timeout'] as const)(
    '%s: the channel is seen to be active',
    async mode => {
      const property = await storeProperty()
      await arm(calls[5], { mode, times: 1, ...(mode === 'timeout' && { processed: true }) })
      expect(await outcomeOf(press(deps, property))).toBe('completed')
      await expectConnected(property)
    },
  )

  it('is taken back when nobody can say whether the channel is active', async () => {
    const property = await storeProperty()
    await arm(calls[5], { mode: 'processed-then-reset', times: 1 })
    await arm({ method: 'GET', path: '^/channels/[0-9a-f-]+$' }, { mode: 'status', status: 500, times: 1 })
    await expectSettled(property, await outcomeOf(press(deps, property)))
    expect((await traces(property)).channels).toEqual([])
  })
})

describe('an undo that fails', () => {
  const remove = { method: 'DELETE', path: '^/channels/' }

  it.each(faults)('is remembered, and finished by the next attempt: $mode $status', async fault => {
    const property = await storeProperty({ hotel: refusingHotel })
    await arm(remove, fault)
    expect(await outcomeOf(press(deps, property))).toBe('activation-refused')
    expect((await traces(property)).attempt).toMatchObject({ status: 'rejected', undo: 'pending' })
    await expectSettled(property, 'activation-refused')
    await sandbox().clearFaults()

    await reseedHotel(property.hotelId, { behaviour: 'ok' })
    expect(await outcomeOf(press(deps, property))).toBe('completed')
    await expectConnected(property)
  })

  it('keeps being remembered as long as it fails', async () => {
    const property = await storeProperty({ hotel: refusingHotel })
    await arm(remove, { mode: 'status', status: 500 })
    await outcomeOf(press(deps, property))
    expect(await outcomeOf(press(deps, property))).toBe('provider-unavailable')
    await expectSettled(property, 'provider-unavailable')
    expect((await traces(property)).attempt.undo).toBe('pending')
    expect((await traces(property)).channels).toHaveLength(1)
  })

  it('does not keep the payment from being released', async () => {
    const { property, press } = await connecting({ hotel: refusingHotel })
    await arm(remove, { mode: 'reset' })
    await press(deps)
    const { subscriptions } = await traces(property)
    expect(subscriptions.map(({ status }) => status)).toEqual(['cancelled'])
  })
})
