import { afterEach, describe, expect, it } from 'vitest'
import { startVerbs } from '../support/chat-deps.ts'
import { sandbox } from '../support/connection-builders.ts'
import { type ConsentWorld, consentWorld } from '../support/consents.ts'
import { intercepted } from '../support/intercept.ts'
import { type Data, db, uniqueId } from '../support/stack.ts'

await startVerbs()
afterEach(() => sandbox().clearFaults())

const refuses = (code: string) => expect.objectContaining({ code })

async function mapped() {
  const world = await consentWorld({ plan: 'paid' })
  await world.grant()
  await world.choose()
  await world.untilMapped()
  const { price } = await world.view()
  if (!price) throw new Error('there is no price')
  const payments = world.propertyIds.map(propertyId => ({ propertyId, paymentId: uniqueId('pay') }))
  return { world, payments, price: { amount: price.amount, currency: price.currency } }
}
const costs = ({ landlordId }: ConsentWorld, amount: number) =>
  db().doc(`accounts/${landlordId}`).update({ 'connectionService.amount': amount })
const subscriptions = async ({ landlordId }: ConsentWorld): Promise<Data[]> => {
  const { docs } = await db().collection('subscriptions').where('landlordId', '==', landlordId).get()
  return docs.map((one): Data => one.data()).filter(({ status }) => status !== 'cancelled')
}

describe('what a consent costs', () => {
  it('is shown, and charged once', async () => {
    const { world, payments, price } = await mapped()
    expect(await world.view()).toMatchObject({ price: { plan: 'paid', amount: 4900, currency: 'EUR' } })
    await Promise.allSettled([world.activate({ payments, price }), world.activate({ payments, price })])
    await world.activate({ payments, price })
    expect(await subscriptions(world)).toHaveLength(2)
    const invoices = await db().collection('invoices').where('landlordId', '==', world.landlordId).get()
    expect(invoices.docs.map(one => one.data())).toMatchObject([price, price])
  })

  it('is not charged where nobody says what was shown', async () => {
    const { world, payments } = await mapped()
    await expect(world.activate({ payments })).rejects.toThrow(
      expect.objectContaining({
        ...{ code: 'validation-failed', errors: [{ path: 'price', message: expect.anything() }] },
      }),
    )
    expect(await world.view()).toMatchObject({ state: 'granted', reason: null })
    expect(await world.request(0)).toMatchObject({ status: 'pending' })
  })

  it('is not charged at a price that was shown before', async () => {
    const { world, payments, price } = await mapped()
    await expect(world.activate({ payments, price: { amount: 4800, currency: 'EUR' } })).rejects.toThrow(
      refuses('payment-failed'),
    )
    expect(await subscriptions(world)).toEqual([])
    expect(await world.view()).toMatchObject({
      ...{ state: 'granted', reason: { detail: expect.stringContaining('€49.00') }, price },
    })
    await world.activate({ payments, price })
    expect(await subscriptions(world)).toHaveLength(2)
  })

  it('is not charged where it changes while the channel is being activated', async () => {
    const { world, payments, price } = await mapped()
    const dearer = intercepted(world.context, 'billing.reserve', (original, call) => async (...args) => {
      const answer = await original(...args)
      if (call === 1) await costs(world, 5900)
      return answer
    })
    await expect(world.activate({ payments, price }, dearer)).rejects.toThrow(refuses('payment-failed'))
    expect(await subscriptions(world)).toEqual([])
    expect(await world.view()).toMatchObject({ price: { amount: 5900 } })
  })

  it('is paid for properties that are connected, once each', async () => {
    const { world, payments, price } = await mapped()
    const [first] = payments
    for (const wrong of [[{ propertyId: 'other', paymentId: 'p' }], [first, { ...first, paymentId: 'p' }]])
      await expect(world.activate({ payments: wrong, price })).rejects.toThrow(refuses('validation-failed'))
    expect(await subscriptions(world)).toEqual([])
    expect(await world.request(0)).toMatchObject({ status: 'pending' })
    await world.activate()
    expect(await subscriptions(world)).toEqual([])
  })
})
