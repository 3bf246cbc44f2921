import { describe, expect, it } from 'vitest'
import type { Billing, SubscriptionOrder } from '../../src/lib/billing/billing.ts'
import type { Confirmation, Confirmations } from '../../src/lib/billing/confirm-invoice.ts'
import { uniqueId } from '../support/stack.ts'

/** A billing system that the contract tests. */
export interface BillingUnderTest {
  billing: Billing
  /** Commits a completed connection: the reservation starts to charge, with an invoice. */
  complete(order: SubscriptionOrder, subscriptionId: string): Promise<void>
  /** Commits the end of a connection: its subscription stops. */
  end(order: SubscriptionOrder): Promise<void>
  /** Invoices for a subscription. */
  invoices(subscriptionId: string): Promise<{ invoiceId: string; status: string }[]>
  confirmations: Confirmations
  /** Whether a person is told of the failed payment. */
  isTold(invoiceId: string): Promise<boolean>
}

export const newOrder = (more: Partial<SubscriptionOrder> = {}): SubscriptionOrder => ({
  attemptId: uniqueId('attempt'),
  paymentId: `${uniqueId('pay')}/with any character?`,
  landlordId: uniqueId('landlord'),
  target: { propertyId: uniqueId('property'), ota: 'booking' },
  at: new Date(),
  ...more,
})

/** The next attempt of the same landlord for the same target. */
const again = ({ target, landlordId, paymentId }: SubscriptionOrder, more: Partial<SubscriptionOrder> = {}) =>
  newOrder({ target, landlordId, paymentId, ...more })

/** Tests that connecting relies on, whatever the billing system. */
export function billingContract(name: string, open: () => BillingUnderTest): void {
  const { billing, complete, end, invoices, confirmations, isTold } = open()
  const refused = { outcome: 'refused' }

  async function reserved(order: SubscriptionOrder): Promise<string> {
    const result = await billing.reserve(order)
    if (result.outcome !== 'reserved') throw new Error(`not reserved: ${result.outcome}`)
    return result.subscriptionId
  }

  /** A subscription whose connection is complete. */
  async function charging() {
    const order = newOrder()
    const subscriptionId = await reserved(order)
    await complete(order, subscriptionId)
    return { order, subscriptionId }
  }

  describe(`${name}: a reservation`, () => {
    it('is found by its attempt and has charged nothing', async () => {
      const order = newOrder()
      expect(await billing.reservationOf(order.attemptId)).toBeUndefined()
      const subscriptionId = await reserved(order)
      expect(await billing.reservationOf(order.attemptId)).toEqual({ subscriptionId })
      expect(await invoices(subscriptionId)).toEqual([])
    })

    it('made again by the same attempt stays one reservation', async () => {
      const order = newOrder()
      const subscriptionId = await reserved(order)
      expect(await reserved(order)).toBe(subscriptionId)
      expect(await Promise.all([reserved(order), reserved(order)])).toEqual([subscriptionId, subscriptionId])
    })

    it('of a payment that serves something else is refused', async () => {
      const first = newOrder()
      await reserved(first)
      expect(await billing.reserve(newOrder({ paymentId: first.paymentId }))).toEqual(refused)
      expect(await billing.reserve(again(first))).toEqual(refused)
    })

    it('of one payment by two attempts at the same moment is made once', async () => {
      const first = newOrder()
      const second = newOrder({ paymentId: first.paymentId })
      const results = await Promise.all([billing.reserve(first), billing.reserve(second)])
      expect(results.map(({ outcome }) => outcome).toSorted()).toEqual(['refused', 'reserved'])
    })
  })

  describe(`${name}: a cancelled reservation`, () => {
    it('is gone, and frees the payment for the same and for another target', async () => {
      const order = newOrder()
      await reserved(order)
      await billing.cancel(order)
      expect(await billing.reservationOf(order.attemptId)).toBeUndefined()
      const next = again(order)
      await reserved(next)
      await billing.cancel(next)
      await reserved(newOrder({ paymentId: order.paymentId }))
    })

    it('stays cancelled after repeats, and a late call to reserve does not bring it back', async () => {
      const [made, never] = [newOrder(), newOrder()]
      await reserved(made)
      for (const order of [made, never]) {
        await billing.cancel(order)
        await Promise.all([billing.cancel(order), billing.cancel(order)])
        expect(await billing.reserve(order)).toEqual(refused)
        expect(await billing.reservationOf(order.attemptId)).toBeUndefined()
      }
    })

    it('leaves the reservation of the next attempt alone', async () => {
      const order = newOrder()
      await reserved(order)
      await billing.cancel(order)
      const next = again(order)
      const subscriptionId = await reserved(next)
      await billing.cancel(order)
      expect(await billing.reservationOf(next.attemptId)).toEqual({ subscriptionId })
    })
  })

  describe(`${name}: a subscription that charges`, () => {
    it('has one invoice, and covers its target against any further payment', async () => {
      const { order, subscriptionId } = await charging()
      expect(await invoices(subscriptionId)).toHaveLength(1)
      expect(await billing.reserve(again(order, { paymentId: uniqueId('pay') }))).toEqual({
        outcome: 'paid-already',
      })
      expect(await billing.reserve(newOrder({ paymentId: order.paymentId }))).toEqual(refused)
    })

    it('stops with the connection, and its payment pays for nothing else', async () => {
      const { order, subscriptionId } = await charging()
      await end(order)
      expect(await billing.reserve(again(order))).toEqual(refused)
      expect(await billing.reserve(newOrder({ paymentId: order.paymentId }))).toEqual(refused)
      expect(await invoices(subscriptionId)).toHaveLength(1)
      await reserved(again(order, { paymentId: uniqueId('pay') }))
    })

    it('is the reservation of its attempt, which can no longer cancel it', async () => {
      const { order, subscriptionId } = await charging()
      expect(await reserved(order)).toBe(subscriptionId)
      await billing.cancel(order)
      expect(await billing.reservationOf(order.attemptId)).toEqual({ subscriptionId })
    })
  })

  describe(`${name}: an invoice`, () => {
    const minute = (number: number) => new Date(Date.UTC(2031, 4, 1, 12, number))

    async function invoiced() {
      const { subscriptionId } = await charging()
      const [invoice] = await invoices(subscriptionId)
      if (!invoice) throw new Error('no invoice')
      const { invoiceId } = invoice
      const say = (status: Confirmation['status'], number: number) =>
        confirmations.confirm({ invoiceId, status, at: minute(number) })
      const state = async () => ({
        status: (await invoices(subscriptionId))[0]?.status,
        isTold: await isTold(invoiceId),
      })
      return { say, state }
    }

    it('is open until the billing side reports it as paid, also repeatedly', async () => {
      const { say, state } = await invoiced()
      expect(await state()).toEqual({ status: 'open', isTold: false })
      expect(await Promise.all([say('paid', 1), say('paid', 1), say('paid', 1)])).toEqual([true, true, true])
      expect(await state()).toEqual({ status: 'paid', isTold: false })
    })

    it('stays open after a failed payment, of which a person is told, until it is paid', async () => {
      const { say, state } = await invoiced()
      await say('failed', 1)
      expect(await state()).toEqual({ status: 'open', isTold: true })
      await say('paid', 2)
      expect(await state()).toEqual({ status: 'paid', isTold: false })
      await say('failed', 3)
      expect(await state()).toEqual({ status: 'open', isTold: true })
    })

    it('follows the latest report, also when an earlier one arrives later or at the same moment', async () => {
      const { say, state } = await invoiced()
      await Promise.all([say('paid', 2), say('failed', 1)])
      await say('failed', 0)
      expect(await state()).toEqual({ status: 'paid', isTold: false })
    })

    it('is not confirmed if it does not exist', async () => {
      const confirmation = { invoiceId: uniqueId('invoice'), status: 'paid', at: minute(1) } as const
      expect(await confirmations.confirm(confirmation)).toBe(false)
    })
  })
}
