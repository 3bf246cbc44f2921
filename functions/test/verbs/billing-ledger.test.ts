import { describe, expect, it } from 'vitest'
import { firestoreWith } from '../../src/adapters/firestore/client.ts'
import { ledgerBilling, ledgerEnding, ledgerSettlement } from '../../src/adapters/firestore/ledger.ts'
import { systemClock } from '../../src/adapters/system.ts'
import { billingContract, newOrder } from '../adapters/billing-contract.ts'
import { startVerbs } from '../support/chat-deps.ts'
import { db } from '../support/stack.ts'

const { db: counted, counter } = await startVerbs()

billingContract('the ledger', () => ({
  billing: ledgerBilling(firestoreWith(db()), systemClock),
  async complete({ target, attemptId, landlordId, at }, id) {
    const firestore = firestoreWith(db())
    const subscription = { id, amount: 4900, currency: 'EUR' }
    const about = { hotelId: '1', channelManagerPropertyId: 'p', requestIds: [] }
    const facts = { ...about, ...target, attemptId, landlordId }
    await firestore.commit(ledgerSettlement(firestore)({ facts, at, subscription }))
  },
  async end({ target, at }) {
    const firestore = firestoreWith(db())
    const { cancel } = await ledgerEnding(firestore)(target)
    await firestore.commit(cancel(at))
  },
  async invoices(id) {
    const { docs } = await db().collection('invoices').where('subscriptionId', '==', id).get()
    return docs.map(invoice => ({ invoiceId: invoice.id, status: invoice.get('status') }))
  },
  confirmations: ledgerBilling(firestoreWith(db()), systemClock),
  isTold: async id => (await db().doc(`items/invoice-not-paid_${id}`).get()).get('status') === 'open',
}))

describe('the ledger, where a read fails in passing,', () => {
  const billing = ledgerBilling(firestoreWith(counted), systemClock)

  it.each(['reserve', 'cancel', 'reservationOf'] as const)('reads again to %s', async name => {
    const order = newOrder()
    await billing.reserve(order)
    counter.reset()
    counter.refuseNext('RunQuery', 10)
    const acts = { reserve: () => billing.reserve(order), cancel: () => billing.cancel(order) }
    if (name === 'reservationOf') expect(await billing.reservationOf(order.attemptId)).toBeDefined()
    else await acts[name]()
    expect(counter.calls().filter(call => call === 'RunQuery').length).toBeGreaterThan(1)
    const { docs } = await db().collection('subscriptions').where('attemptId', '==', order.attemptId).get()
    expect(docs.map(one => one.get('status'))).toEqual([name === 'cancel' ? 'cancelled' : 'pending'])
  })
})
