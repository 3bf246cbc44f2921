import { describe, expect, it } from 'vitest'
import { obpHotel, storeProperty } from '../support/connection-builders.ts'
import { adjustableClock, connectDeps, outcomeOf, pastLease, press } from '../support/connection-deps.ts'
import { expectConnected, expectNothingLeft, traces } from '../support/connection-state.ts'
import { lossyFirestore } from '../support/lossy-firestore.ts'
import { db, uniqueId } from '../support/stack.ts'

const unavailable = 14
const failedPrecondition = 9

/** The real store, on a Firestore that loses the answer of the n-th write to the attempt, counted from 1. */
async function losing(lost: number, code: number, isBlind = false) {
  const clock = adjustableClock()
  let writes = 0
  const firestore = lossyFirestore(db(), {
    losesAnswer: path => path.includes('connectionAttempts/') && ++writes === lost,
    code,
    isBlind,
  })
  return { clock, deps: await connectDeps({ clock }), lossy: await connectDeps({ clock, firestore }) }
}

/** Claim, three journalled steps with two writes each, completion. */
const writesOfAnAttempt = [1, 2, 3, 4, 5, 6, 7, 8]

describe('a write to the attempt whose answer is lost', () => {
  it.each(writesOfAnAttempt.flatMap(write => [unavailable, failedPrecondition].map(code => [write, code])))(
    'write %i, code %i: connects all the same',
    async (write, code) => {
      const { lossy } = await losing(write ?? 0, code ?? 0)
      const property = await storeProperty({ plan: 'paid' })
      expect(await outcomeOf(press(lossy, property, { paymentId: uniqueId('pay') }))).toBe('completed')
      const { subscriptions, invoices } = await expectConnected(property)
      expect(subscriptions.map(({ status }) => status)).toEqual(['active'])
      expect(invoices).toHaveLength(1)
    },
  )

  it('never undoes a connection whose commit went through, even when nobody can read it back', async () => {
    const { deps, lossy } = await losing(8, unavailable, true)
    const property = await storeProperty({ plan: 'paid' })
    const paymentId = uniqueId('pay')
    expect(await outcomeOf(press(lossy, property, { paymentId }))).toBe('internal')
    const { subscriptions } = await expectConnected(property)
    expect(subscriptions.map(({ status }) => status)).toEqual(['active'])
    expect(await press(deps, property, { paymentId })).toMatchObject({ replayed: true })
  })

  it('that rejects the requests counts', async () => {
    const property = await storeProperty({ hotel: { ...obpHotel, behaviour: 'activation-refused' } })
    // Claim, two writes for the channel, one for the activation, the failure, the rejection.
    const { lossy } = await losing(6, unavailable)
    expect(await outcomeOf(press(lossy, property))).toBe('activation-refused')
    const { requests } = await expectNothingLeft(property)
    expect(requests.map(({ status }) => status)).toEqual(['rejected'])
  })
})

describe('a store that stops working in the middle', () => {
  it('leaves the rest to the next attempt, after the lease', async () => {
    const property = await storeProperty({ plan: 'paid' })
    const paymentId = uniqueId('pay')
    const { clock, deps } = await losing(0, 0)
    const broken = {
      ...deps,
      connections: {
        ...deps.connections,
        journal: async (...args: Parameters<typeof deps.connections.journal>) => {
          if (args[1].step === 'activate') throw Object.assign(new Error('down'), { code: unavailable })
          return deps.connections.journal(...args)
        },
        reject: () => Promise.reject(Object.assign(new Error('down'), { code: unavailable })),
      },
    }
    expect(await outcomeOf(press(broken, property, { paymentId }))).toBe('internal')
    const { channels, requests } = await traces(property)
    expect(channels.map(({ is_active }: { is_active: boolean }) => is_active)).toEqual([false])
    expect(requests.map(({ status }) => status)).toEqual(['pending'])
    clock.advance(pastLease)
    expect(await outcomeOf(press(deps, property, { paymentId }))).toBe('completed')
    await expectConnected(property)
  })
})
