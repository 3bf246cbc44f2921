import { describe, expect, it } from 'vitest'
import {
  type ConnectableProperty,
  obpHotel,
  reseedHotel,
  sandbox,
  storeProperty,
} from '../support/connection-builders.ts'
import {
  connect,
  expectConnected,
  expectNothingLeft,
  expectRejected,
  traces,
} from '../support/connection-state.ts'
import { db, uniqueId } from '../support/stack.ts'

/** Connected, with one active subscription and one invoice for it. */
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
  ])('tells of a payment that comes for what was connected %s', async (_, first) => {
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
    const told = (await traces(property)).items.filter(({ kind }) => kind === 'payment-not-used')
    expect(told).toEqual([
      expect.objectContaining({ status: 'open', detail: expect.stringContaining(paymentId) }),
    ])
    const seen = await db().collection('subscriptions').where('paymentId', '==', paymentId).get()
    expect(seen.docs).toEqual([])
  })

  it('does not let one payment serve two properties at the same moment', async () => {
    const properties = [await storeProperty({ plan: 'paid' }), await storeProperty({ plan: 'paid' })]
    const paymentId = uniqueId('pay')
    const answers = await Promise.all(properties.map(property => connect(property, { paymentId })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 402])
    const seen = await db().collection('subscriptions').where('paymentId', '==', paymentId).get()
    expect(seen.docs.map(document => document.get('status'))).toEqual(['active'])
  })

  it('leaves nothing charging after a failure, and takes the same payment again', async () => {
    const hotel = { ...obpHotel, behaviour: 'activation-refused' } as const
    const property = await storeProperty({ plan: 'paid', hotel })
    const paymentId = uniqueId('pay')
    const refused = await connect(property, { paymentId })
    await expectRejected(property, refused, { status: 422, code: 'activation-refused' })
    expect((await traces(property)).subscriptions.map(({ status }) => status)).toEqual(['cancelled'])
    await reseedHotel(property.hotelId, { behaviour: 'ok' })
    const answer = await connect(property, { paymentId })
    expect(answer.status, answer.text).toBe(201)
    await expectCharged(property, answer.body.subscriptionId, paymentId)
  })

  it('does not reserve a payment before the connection test', async () => {
    const property = await storeProperty({ plan: 'paid', hotel: { ...obpHotel, behaviour: 'test-fails' } })
    await connect(property, { paymentId: uniqueId('pay') })
    expect((await expectNothingLeft(property)).subscriptions).toEqual([])
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

describe('an invoice', () => {
  it('is paid when the billing side says so, by a signed call, and not before', async () => {
    const property = await storeProperty({ plan: 'paid' })
    await connect(property, { paymentId: uniqueId('pay') })
    const statuses = async () => (await expectConnected(property)).invoices.map(({ status }) => status)
    const [{ id: invoiceId }] = (await expectConnected(property)).invoices
    expect(await statuses()).toEqual(['open'])
    const forged = await sandbox().confirmInvoice({ invoiceId, status: 'paid', secret: 'a guess' })
    expect(forged.status).toBe(403)
    expect(await statuses()).toEqual(['open'])
    for (const _time of [1, 2])
      expect((await sandbox().confirmInvoice({ invoiceId, status: 'paid' })).status).toBe(204)
    expect(await statuses()).toEqual(['paid'])
  })

  it('that there is not, and a word that makes no sense, are refused', async () => {
    expect((await sandbox().confirmInvoice({ invoiceId: uniqueId('invoice'), status: 'paid' })).status).toBe(
      404,
    )
    expect((await sandbox().confirmInvoice({ invoiceId: 'a/b', status: 'paid' })).status).toBe(400)
  })
})
