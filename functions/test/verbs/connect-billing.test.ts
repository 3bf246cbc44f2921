import { afterEach, describe, expect, it } from 'vitest'
import { finishAttempt } from '../../src/lib/connection/attempt/finish-attempt.ts'
import { ProviderError } from '../../src/lib/errors.ts'
import { obpHotel, sandbox, storeProperty } from '../support/connection-builders.ts'
import { adjustableClock, connectDeps, outcomeOf, press } from '../support/connection-deps.ts'
import { expectConnected, expectNothingLeft, traces } from '../support/connection-state.ts'
import { intercepted } from '../support/intercept.ts'
import { uniqueId } from '../support/stack.ts'

afterEach(() => sandbox().clearFaults())

const silent = () => new ProviderError('billing', 'unknown', 'did not answer in time', { timedOut: true })

/** A billing system elsewhere, whose answer to a reservation may get lost. */
const losing = async (isProcessed: boolean) =>
  intercepted(await connectDeps(), 'billing.reserve', original => async (...args) => {
    if (isProcessed) await original(...args)
    throw silent()
  })

describe('a reservation without an answer', () => {
  it('that came through is found, and charged once', async () => {
    const property = await storeProperty({ plan: 'paid' })
    expect(await outcomeOf(press(await losing(true), property, { paymentId: uniqueId('pay') }))).toBe(
      'completed',
    )
    const { subscriptions, invoices } = await expectConnected(property)
    expect(subscriptions.map(({ status }) => status)).toEqual(['active'])
    expect(invoices).toHaveLength(1)
  })

  it('that did not come through rejects the request, and names the billing system', async () => {
    const property = await storeProperty({ plan: 'paid' })
    const paymentId = uniqueId('pay')
    expect(await outcomeOf(press(await losing(false), property, { paymentId }))).toBe('provider-timeout')
    const { requests } = await expectNothingLeft(property)
    expect(requests[0].rejection.detail).toContain('billing system')
    expect(await outcomeOf(press(await connectDeps(), property, { paymentId }))).toBe('completed')
    expect((await expectConnected(property)).invoices).toHaveLength(1)
  })

  it('and without a look-up is cancelled, at once or later', async () => {
    const property = await storeProperty({ plan: 'paid' })
    const clock = adjustableClock()
    const down = async () => {
      throw new ProviderError('billing', 'retryable', 'could not be reached')
    }
    const blind = intercepted(await losing(true), 'billing.reservationOf', () => down)
    const deaf = intercepted(blind, 'billing.cancel', () => down)
    expect(await outcomeOf(press(deaf, property, { paymentId: uniqueId('pay') }))).toBe('provider-timeout')
    expect((await traces(property)).attempt.undo).toBe('pending')
    const target = { propertyId: property.propertyId, ota: 'booking' } as const
    await finishAttempt(await connectDeps({ clock }), target)
    const { subscriptions } = await expectNothingLeft(property)
    expect(subscriptions.map(({ status }) => status)).toEqual(['cancelled'])
  })
})

describe('a connection that is rejected after the reservation', () => {
  it('leaves nothing charging when cancelling is answered late', async () => {
    const property = await storeProperty({
      plan: 'paid',
      hotel: { ...obpHotel, behaviour: 'activation-refused' },
    })
    const lost = intercepted(await connectDeps(), 'billing.cancel', original => async (...args) => {
      await original(...args)
      throw silent()
    })
    await outcomeOf(press(lost, property, { paymentId: uniqueId('pay') }))
    expect((await traces(property)).attempt.undo).toBe('pending')
    await finishAttempt(await connectDeps(), { propertyId: property.propertyId, ota: 'booking' })
    await expectNothingLeft(property)
  })
})
