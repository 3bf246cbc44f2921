import { ledgerBilling, ledgerEnding, ledgerSettlement } from '../../src/adapters/firestore/ledger.ts'
import { systemClock } from '../../src/adapters/system.ts'
import { billingContract } from '../adapters/billing-contract.ts'
import { db } from '../support/stack.ts'

billingContract('the ledger', () => ({
  billing: ledgerBilling(db(), systemClock),
  async complete({ target, attemptId, landlordId, at }, id) {
    const batch = db().batch()
    const subscription = { id, amount: 4900, currency: 'EUR' }
    const about = { hotelId: '1', channelManagerPropertyId: 'p', requestIds: [] }
    ledgerSettlement(db())(batch, { facts: { ...about, ...target, attemptId, landlordId }, at, subscription })
    await batch.commit()
  },
  async end({ target, at }) {
    const batch = db().batch()
    const { cancel } = await ledgerEnding(db())(target)
    cancel(batch, at)
    await batch.commit()
  },
  invoices: async id => (await db().collection('invoices').where('subscriptionId', '==', id).get()).size,
}))
