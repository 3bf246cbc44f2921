import { describe, expect, it } from 'vitest'
import { type ConnectableProperty, storeProperty } from '../support/connection-builders.ts'
import { connect, expectConnected, traces } from '../support/connection-state.ts'
import { db, uniqueId } from '../support/stack.ts'

/** Checks that the property is connected, with one active subscription and one invoice for it. */
async function expectCharged(property: ConnectableProperty, subscriptionId: string, paymentId: string) {
  const { subscriptions, invoices, channel } = await expectConnected(property)
  expect(subscriptions).toHaveLength(1)
  expect(subscriptions[0]).toMatchObject({
    id: subscriptionId,
    landlordId: property.landlordId,
    propertyId: property.propertyId,
    ota: 'booking',
    paymentId,
    status: 'active',
  })
  expect(invoices).toHaveLength(1)
  expect(invoices[0]).toMatchObject({
    landlordId: property.landlordId,
    subscriptionId,
    amount: 4900,
    currency: 'EUR',
    status: 'open',
  })
  expect(channel.subscriptionId).toBe(subscriptionId)
}

describe('the connection service', () => {
  it.each([
    ['free', undefined],
    ['free', uniqueId('pay')],
    ['paid', undefined],
  ] as const)('charges nothing when it is %s and the payment is %s', async (plan, paymentId) => {
    const property = await storeProperty({ plan })
    const answer = await connect(property, { paymentId })
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body.subscriptionId).toBeNull()
    const { subscriptions, invoices } = await expectConnected(property)
    expect({ subscriptions, invoices }).toEqual({ subscriptions: [], invoices: [] })
  })

  it('charges once when it is paid and a payment came', async () => {
    const property = await storeProperty({ plan: 'paid' })
    const paymentId = `${uniqueId('pay')}/with any character?`
    const answer = await connect(property, { paymentId })
    expect(answer.status, answer.text).toBe(201)
    await expectCharged(property, answer.body.subscriptionId, paymentId)
    const again = await connect(property, { paymentId })
    expect(again.body).toEqual({ ...answer.body, replayed: true })
    await expectCharged(property, answer.body.subscriptionId, paymentId)
  })

  it.each([
    ['without one', undefined],
    ['with another one', uniqueId('pay')],
  ])('reports a payment that comes for a connection made %s', async (_, first) => {
    const property = await storeProperty({ plan: 'paid' })
    const before = await connect(property, { paymentId: first })
    const paymentId = `${uniqueId('pay')}/late`
    for (const _time of [1, 2]) {
      const again = await connect(property, { paymentId })
      expect([again.status, again.body]).toEqual([
        200,
        { ...before.body, replayed: true, unusedPaymentId: paymentId },
      ])
    }
    const items = (await traces(property)).items.filter(({ kind }) => kind === 'payment-not-used')
    expect(items).toEqual([
      expect.objectContaining({ status: 'open', detail: expect.stringContaining(paymentId) }),
    ])
    const subscriptions = await db().collection('subscriptions').where('paymentId', '==', paymentId).get()
    expect(subscriptions.docs).toEqual([])
  })

  it('makes no second subscription beside an active one', async () => {
    const property = await storeProperty({ plan: 'paid' })
    const { propertyId, landlordId } = property
    const existing = { landlordId, propertyId, ota: 'booking', paymentId: uniqueId('pay'), status: 'active' }
    await db().collection('subscriptions').add(existing)
    const answer = await connect(property, { paymentId: uniqueId('pay') })
    expect(answer.status, answer.text).toBe(201)
    const { subscriptions, invoices } = await expectConnected(property)
    expect(subscriptions).toHaveLength(1)
    expect(invoices).toEqual([])
  })
})
