import { afterEach, describe, expect, it } from 'vitest'
import { refusingHotel, reseedHotel, sandbox } from '../support/connection-builders.ts'
import { connectDeps, connecting, effectsUntil, pastLease } from '../support/connection-deps.ts'
import { expectOneOfEach, traces } from '../support/connection-state.ts'
import { intercepted } from '../support/intercept.ts'

afterEach(() => sandbox().clearFaults())

const effects = effectsUntil('connections.complete')

describe('a process that dies', () => {
  it.each(effects)('after %s (%i) is taken over when its lease has run out', async (effect, call) => {
    const { clock, property, die, press } = await connecting()
    await die(effect, call)
    if (effect !== 'connections.complete') {
      expect(await press()).toBe('connection-in-progress')
      const { requests, attempt } = await traces(property)
      expect(requests.map(({ status }) => status)).toEqual(['pending'])
      expect(attempt.status).toBe('running')
    }
    clock.advance(pastLease)
    expect(await press()).toBe('completed')
    await expectOneOfEach(property)
  })

  it.each(['channelManager.deleteChannel', 'billing.cancel', 'connections.reject'] as const)(
    'while it undoes, after %s, is taken over too',
    async effect => {
      const { clock, property, die, press } = await connecting({ hotel: refusingHotel })
      await die(effect)
      await reseedHotel(property.hotelId, { behaviour: 'ok' })
      clock.advance(pastLease)
      expect(await press()).toBe('completed')
      await expectOneOfEach(property)
    },
  )
})

describe('a mistake of ours right after an effect', () => {
  it.each(effects)('%s (%i): ends rejected or completed', async (effect, call) => {
    const { clock, deps, property, press } = await connecting()
    const broken = intercepted(deps, effect, (original, number) => async (...args) => {
      const result = await original(...args)
      if (number === call) throw new Error('a mistake')
      return result
    })
    // What cannot be told from a lost answer is looked up.
    const expected = effect === 'billing.reserve' ? 'completed' : 'internal'
    expect(await press(broken)).toBe(expected)
    // The store gave its answer and it was thrown away: only the lease ends such a claim.
    if (effect === 'connections.claim' || effect === 'connections.complete') clock.advance(pastLease)
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
  })
})

describe('an attempt that lost its claim', () => {
  it.each([
    'billing.reserve',
    'channelManager.offer',
    'channelManager.groupOf',
    'channelManager.createChannel',
    'channelManager.readinessIssues',
    'channelManager.activate',
    'channelManager.channelsOf',
  ] as const)('before %s: the other one keeps its channel', async effect => {
    const { clock, deps, property, press } = await connecting()
    const slow = intercepted(deps, effect, (original, call) => async (...args) => {
      if (call > 1) return original(...args)
      clock.advance(pastLease)
      expect(await press(await connectDeps({ clock }))).toBe('completed')
      return original(...args)
    })
    expect(await press(slow)).not.toBe('completed')
    await expectOneOfEach(property)
  })
})
