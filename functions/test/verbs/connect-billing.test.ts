import { afterEach, describe, expect, it } from 'vitest'
import { ProviderError } from '../../src/lib/errors.ts'
import { refusingHotel, sandbox } from '../support/connection-builders.ts'
import { connectDeps, connecting } from '../support/connection-deps.ts'
import { expectConnected, expectNothingLeft, expectOneOfEach, traces } from '../support/connection-state.ts'
import { intercepted } from '../support/intercept.ts'

afterEach(() => sandbox().clearFaults())

const silent = () => new ProviderError('billing', 'unknown', 'did not answer in time', { timedOut: true })

/** A billing system whose answer to a reservation is lost, processed or not. */
const losing = async (isProcessed: boolean) =>
  intercepted(await connectDeps(), 'billing.reserve', original => async (...args) => {
    if (isProcessed) await original(...args)
    throw silent()
  })

describe('a reservation without an answer', () => {
  it('is found, and charged once, if it came through', async () => {
    const { property, press } = await connecting()
    expect(await press(await losing(true))).toBe('completed')
    await expectOneOfEach(property)
  })

  it('rejects the request, and names the billing system, if it did not come through', async () => {
    const { property, press } = await connecting()
    expect(await press(await losing(false))).toBe('provider-timeout')
    const { requests } = await expectNothingLeft(property)
    expect(requests[0].rejection.detail).toContain('billing system')
    expect(await press()).toBe('completed')
    expect((await expectConnected(property)).invoices).toHaveLength(1)
  })

  it('is cancelled, at once or later, if it cannot be looked up either', async () => {
    const { property, press, sweep } = await connecting()
    const down = async () => {
      throw new ProviderError('billing', 'retryable', 'could not be reached')
    }
    const blind = intercepted(await losing(true), 'billing.reservationOf', () => down)
    const deaf = intercepted(blind, 'billing.cancel', () => down)
    expect(await press(deaf)).toBe('provider-timeout')
    expect((await traces(property)).attempt.undo).toBe('pending')
    await sweep()
    const { subscriptions } = await expectNothingLeft(property)
    expect(subscriptions.map(({ status }) => status)).toEqual(['cancelled'])
  })
})

it('a connection rejected after the reservation leaves no charge when the answer to the cancelling is lost', async () => {
  const { deps, property, press, sweep } = await connecting({ hotel: refusingHotel })
  const lost = intercepted(deps, 'billing.cancel', original => async (...args) => {
    await original(...args)
    throw silent()
  })
  await press(lost)
  expect((await traces(property)).attempt.undo).toBe('pending')
  await sweep()
  await expectNothingLeft(property)
})
