import { afterEach, describe, expect, it } from 'vitest'
import {
  type ConnectableProperty,
  obpHotel,
  reseedHotel,
  sandbox,
  storeProperty,
} from '../support/connection-builders.ts'
import {
  adjustableClock,
  connectDeps,
  type Effect,
  outcomeOf,
  pastLease,
  press,
  pressAndDie,
} from '../support/connection-deps.ts'
import { expectConnected, traces } from '../support/connection-state.ts'
import { intercepted } from '../support/intercept.ts'
import { uniqueId } from '../support/stack.ts'

afterEach(() => sandbox().clearFaults())

const effects: { effect: Effect; call?: number }[] = [
  { effect: 'connections.claim' },
  { effect: 'billing.reserve' },
  { effect: 'connections.journal', call: 1 },
  { effect: 'connections.journal', call: 2 },
  { effect: 'connections.journal', call: 3 },
  { effect: 'channelManager.createChannel' },
  { effect: 'connections.journal', call: 4 },
  { effect: 'channelManager.readinessIssues' },
  { effect: 'connections.journal', call: 5 },
  { effect: 'channelManager.activate' },
  { effect: 'connections.journal', call: 6 },
  { effect: 'channelManager.channelsOf' },
  { effect: 'connections.complete' },
]

/** One connection, one subscription, one invoice, whatever happened before. */
async function expectOneOfEach(property: ConnectableProperty): Promise<void> {
  const { subscriptions, invoices, emails } = await expectConnected(property)
  expect(subscriptions.map(({ status }) => status)).toEqual(['active'])
  expect(invoices).toHaveLength(1)
  expect(emails).toHaveLength(1)
}

describe('a process that dies', () => {
  it.each(effects)(
    'after $effect ($call) is taken over when its lease has run out',
    async ({ effect, call = 1 }) => {
      const clock = adjustableClock()
      const deps = await connectDeps({ clock })
      const property = await storeProperty({ plan: 'paid' })
      const paymentId = uniqueId('pay')
      await pressAndDie(deps, property, { effect, call, paymentId })

      if (effect !== 'connections.complete') {
        expect(await outcomeOf(press(deps, property, { paymentId }))).toBe('connection-in-progress')
        const { requests, attempt } = await traces(property)
        expect(requests.map(({ status }) => status)).toEqual(['pending'])
        expect(attempt.status).toBe('running')
      }
      clock.advance(pastLease)
      expect(await outcomeOf(press(deps, property, { paymentId }))).toBe('completed')
      await expectOneOfEach(property)
    },
  )

  it('while it undoes is taken over too', async () => {
    for (const effect of ['channelManager.deleteChannel', 'billing.cancel', 'connections.reject'] as const) {
      const clock = adjustableClock()
      const deps = await connectDeps({ clock })
      const property = await storeProperty({
        plan: 'paid',
        hotel: { ...obpHotel, behaviour: 'activation-refused' },
      })
      const paymentId = uniqueId('pay')
      await pressAndDie(deps, property, { effect, paymentId })
      await reseedHotel(property.hotelId, { behaviour: 'ok' })
      clock.advance(pastLease)
      expect(await outcomeOf(press(deps, property, { paymentId })), effect).toBe('completed')
      await expectOneOfEach(property)
    }
  })

  it('again and again still ends with one channel', async () => {
    const clock = adjustableClock()
    const deps = await connectDeps({ clock })
    const property = await storeProperty({ plan: 'paid' })
    const paymentId = uniqueId('pay')
    for (const effect of [
      'channelManager.createChannel',
      'channelManager.activate',
      'connections.journal',
    ] as const) {
      await pressAndDie(deps, property, { effect, paymentId })
      clock.advance(pastLease)
    }
    expect(await outcomeOf(press(deps, property, { paymentId }))).toBe('completed')
    await expectOneOfEach(property)
  })

  it('after creating leaves no orphan when the next attempt is for another hotel', async () => {
    const clock = adjustableClock()
    const deps = await connectDeps({ clock })
    const property = await storeProperty()
    const corrected = { ...property, hotelId: (await storeProperty()).hotelId }
    await pressAndDie(deps, property, { effect: 'channelManager.createChannel' })
    clock.advance(pastLease)
    expect(await outcomeOf(press(deps, corrected))).toBe('completed')
    await expectConnected(corrected)
  })
})

describe('a mistake of ours right after an effect', () => {
  it.each(effects)('$effect ($call): ends rejected or completed', async ({ effect, call = 1 }) => {
    const clock = adjustableClock()
    const deps = await connectDeps({ clock })
    const property = await storeProperty({ plan: 'paid' })
    const paymentId = uniqueId('pay')
    const broken = intercepted(deps, effect, (original, number) => async (...args) => {
      const result = await original(...args)
      if (number === call) throw new Error('a mistake')
      return result
    })
    // What cannot be told from a lost answer is looked up.
    const expected = effect === 'billing.reserve' ? 'completed' : 'internal'
    expect(await outcomeOf(press(broken, property, { paymentId }))).toBe(expected)
    // The store gave its answer and it was thrown away: only the lease ends such a claim.
    if (effect === 'billing.reserve') return expectOneOfEach(property)
    if (effect === 'connections.claim' || effect === 'connections.complete') clock.advance(pastLease)
    else {
      const { requests, attempt, channels } = await traces(property)
      expect(requests.map(({ status, rejection }) => [status, rejection?.code])).toEqual([
        ['rejected', 'internal'],
      ])
      expect(attempt.status).toBe('rejected')
      if (attempt.undo === 'none') expect(channels).toEqual([])
    }
    expect(await outcomeOf(press(deps, property, { paymentId }))).toBe('completed')
    await expectOneOfEach(property)
  })
})

describe('an attempt that lost its claim', () => {
  /** Holds the call back until another attempt has connected the property. */
  async function overtakeDuring(effect: Effect, when: 'before' | 'after') {
    const clock = adjustableClock()
    const deps = await connectDeps({ clock })
    const property = await storeProperty({ plan: 'paid' })
    const paymentId = uniqueId('pay')
    const slow = intercepted(deps, effect, (original, call) => async (...args) => {
      if (call > 1) return original(...args)
      const early = when === 'after' ? await original(...args) : undefined
      clock.advance(pastLease)
      const second = await connectDeps({ clock: adjustableClock() })
      Object.assign(second, { clock })
      expect(await outcomeOf(press(second, property, { paymentId }))).toBe('completed')
      return when === 'after' ? early : original(...args)
    })
    const outcome = await outcomeOf(press(slow, property, { paymentId }))
    return { property, outcome }
  }

  it.each([
    ['billing.reserve', 'before'],
    ['channelManager.offer', 'before'],
    ['channelManager.groupOf', 'before'],
    ['channelManager.createChannel', 'before'],
    ['channelManager.readinessIssues', 'before'],
    ['channelManager.activate', 'before'],
    ['channelManager.channelsOf', 'before'],
  ] as const)('%s %s: the other one keeps its channel', async (effect, when) => {
    const { property, outcome } = await overtakeDuring(effect, when)
    expect(outcome).not.toBe('completed')
    await expectOneOfEach(property)
  })
})
