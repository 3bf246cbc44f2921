import { describe, expect, it } from 'vitest'
import type { Billing, SubscriptionOrder } from '../../src/lib/billing/billing.ts'
import { activeFor, endingWrites, ledger, settlementWrites } from '../../src/lib/billing/ledger.ts'
import type { Store } from '../../src/lib/store.ts'
import { billingContract, newOrder } from '../adapters/billing-contract.ts'
import { startVerbs } from '../support/chat-deps.ts'
import { db, listed, stored } from '../support/stack.ts'
import { builtContext, testContext } from '../support/test-context.ts'

const { db: counted, counter } = startVerbs()

billingContract('the ledger', () => {
  const { billing, store } = testContext({ firestore: db() })
  return {
    billing,
    async complete({ target, attemptId, landlordId, at }, id) {
      const subscription = { id, amount: 4900, currency: 'EUR' }
      const about = { hotelId: '1', channelManagerPropertyId: 'p', requestIds: [] }
      const facts = { ...about, ...target, attemptId, landlordId }
      await store.write(settlementWrites({ facts, at, subscription }))
    },
    async end({ target, at }) {
      await store.write(endingWrites(await store.find(activeFor(target)), at))
    },
    async invoices(id) {
      const docs = await listed('invoices', 'subscriptionId', id)
      return docs.map(invoice => ({ invoiceId: invoice.id, status: invoice.status }))
    },
    confirmations: billing,
    isTold: async id => (await stored(`items/invoice-not-paid_${id}`))?.status === 'open',
  }
})

describe('a reservation that has read the payment and not committed yet', () => {
  /** Reserves; the first commit waits until `other` has run. */
  async function behind(order: SubscriptionOrder, other: (billing: Billing) => Promise<unknown>) {
    const context = await builtContext({ firestore: db() })
    let isFirst = true
    const commit: Store['commit'] = async writes => {
      if (isFirst) {
        isFirst = false
        await other(context.billing)
      }
      return context.store.commit(writes)
    }
    return ledger({ ...context, store: { ...context.store, commit } }).reserve(order)
  }

  const { billing } = testContext({ firestore: db() })
  const cancelled = async (order = newOrder()) => {
    await billing.reserve(order)
    await billing.cancel(order)
    return order
  }

  it.each([
    ['a new one', async () => newOrder()],
    [
      'one that takes up what was cancelled',
      async () => {
        const { target, landlordId, paymentId } = await cancelled()
        return newOrder({ target, landlordId, paymentId })
      },
    ],
  ])('is refused where it is cancelled meanwhile: %s', async (_what, orderOf) => {
    const order = await orderOf()
    expect(await behind(order, other => other.cancel(order))).toEqual({ outcome: 'refused' })
    expect(await billing.reservationOf(order.attemptId)).toBeUndefined()
  })

  it('is refused where the payment is taken meanwhile for another target', async () => {
    const { target, landlordId, paymentId } = await cancelled()
    const order = newOrder({ target, landlordId, paymentId })
    expect(await behind(order, other => other.reserve(newOrder({ paymentId })))).toEqual({
      outcome: 'refused',
    })
  })
})

it('a cancellation also cancels a reservation that takes over the payment while it runs', async () => {
  const context = await builtContext({ firestore: db() })
  const { billing, store } = context
  const other = newOrder()
  await billing.reserve(other)
  const order = { ...other, attemptId: newOrder().attemptId }
  let isFirst = true
  const commit: Store['commit'] = async writes => {
    if (isFirst) {
      isFirst = false
      await billing.cancel(other)
      await billing.reserve(order)
    }
    return store.commit(writes)
  }
  await ledger({ ...context, store: { ...store, commit } }).cancel(order)
  expect(await billing.reservationOf(order.attemptId)).toBeUndefined()
})

it('a reservation that arrives between the reads of a cancellation is cancelled', async () => {
  const context = await builtContext({ firestore: db() })
  const order = newOrder()
  let before: Promise<unknown> = Promise.resolve()
  const find: Store['find'] = query => {
    const found = before.then(() => context.store.find(query))
    before = found.then(() => context.billing.reserve(order))
    return found
  }
  await ledger({ ...context, store: { ...context.store, find } }).cancel(order)
  await before
  expect(await context.billing.reservationOf(order.attemptId)).toBeUndefined()
})

describe('the ledger, when a read fails temporarily,', () => {
  const { billing } = testContext({ firestore: counted })

  it.each(['reserve', 'cancel', 'reservationOf'] as const)('reads again to %s', async name => {
    const order = newOrder()
    await billing.reserve(order)
    counter.reset()
    counter.refuseNext('RunQuery', 10)
    const acts = { reserve: () => billing.reserve(order), cancel: () => billing.cancel(order) }
    if (name === 'reservationOf') expect(await billing.reservationOf(order.attemptId)).toBeDefined()
    else await acts[name]()
    expect(counter.calls().filter(call => call === 'RunQuery').length).toBeGreaterThan(1)
    const docs = await listed('subscriptions', 'attemptId', order.attemptId)
    expect(docs.map(one => one.status)).toEqual([name === 'cancel' ? 'cancelled' : 'pending'])
  })
})
