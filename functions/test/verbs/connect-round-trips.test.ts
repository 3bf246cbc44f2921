import { deleteApp, initializeApp } from 'firebase-admin/app'
import { getFirestore } from 'firebase-admin/firestore'
import { afterAll, describe, expect, it } from 'vitest'
import { storeProperty } from '../support/connection-builders.ts'
import { connectDeps, press } from '../support/connection-deps.ts'
import { startRpcCounter } from '../support/rpc-counter.ts'
import { fromStack, uniqueId } from '../support/stack.ts'

const emulator = fromStack('FIRESTORE_EMULATOR_HOST')
const counter = await startRpcCounter(emulator)
process.env.FIRESTORE_EMULATOR_HOST = counter.host
const app = initializeApp({ projectId: fromStack('GCLOUD_PROJECT') }, 'counted')
const counted = getFirestore(app)
// The client looks for its host when it is first used.
await counted.doc('properties/nobody').get()
process.env.FIRESTORE_EMULATOR_HOST = emulator

afterAll(async () => {
  await deleteApp(app)
  await counter.close()
})

const deps = await connectDeps({ firestore: counted })

/** Calls one after another: those that are under way at the same time count once. */
async function roundTripsOf(run: () => Promise<unknown>): Promise<{ trips: number; calls: string[] }> {
  counter.reset()
  await run()
  return { trips: counter.roundTrips(), calls: counter.calls() }
}

describe('round trips to Firestore', () => {
  it('of a connection that is paid: at most 12', async () => {
    const property = await storeProperty({ plan: 'paid' })
    const { trips, calls } = await roundTripsOf(() => press(deps, property, { paymentId: uniqueId('pay') }))
    expect(trips, calls.join(' ')).toBeLessThanOrEqual(12)
    expect(calls.filter(method => method === 'Commit')).toHaveLength(9)
  })

  it('of one that is free: no more than 8', async () => {
    const property = await storeProperty()
    const { trips, calls } = await roundTripsOf(() => press(deps, property))
    expect(trips, calls.join(' ')).toBeLessThanOrEqual(8)
  })

  it('of one that is connected already: 2', async () => {
    const property = await storeProperty()
    await press(deps, property)
    const { trips, calls } = await roundTripsOf(() => press(deps, property))
    expect(trips, calls.join(' ')).toBeLessThanOrEqual(3)
  })
})
