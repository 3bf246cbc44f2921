import { afterAll, describe, expect, it } from 'vitest'
import { firestoreWith } from '../../src/adapters/firestore/client.ts'
import { storeProperty } from '../support/connection-builders.ts'
import { connectDeps, press } from '../support/connection-deps.ts'
import { fromStack, uniqueId } from '../support/stack.ts'
import { countedFirestore, ownProject } from '../support/world.ts'

const emulator = fromStack('FIRESTORE_EMULATOR_HOST')
const counter = await countedFirestore()
const { db: sdk, close } = ownProject(fromStack('GCLOUD_PROJECT'))
const counted = firestoreWith(sdk)
// The SDK's client looks for its host when it is first used.
await sdk.doc('properties/nobody').get()
process.env.FIRESTORE_EMULATOR_HOST = emulator

afterAll(async () => {
  await close()
  await counter.close()
})

const deps = await connectDeps({ firestore: counted })

/**
 * Calls one after another: those that are under way at the same time count once. The answer to one of them may come
 * before the next one is on its way, so the fewest of some runs counts.
 */
async function roundTripsOf(
  atMost: number,
  run: () => Promise<unknown>,
): Promise<{ trips: number; calls: string[] }> {
  for (let tries = 1; ; tries += 1) {
    counter.reset()
    await run()
    const [trips, calls] = [counter.roundTrips(), counter.calls()]
    if (trips <= atMost || tries === 5) return { trips, calls }
  }
}

describe('round trips to Firestore', () => {
  it('of a connection that is paid: at most 12', async () => {
    const { trips, calls } = await roundTripsOf(12, async () => {
      const property = await storeProperty({ plan: 'paid' })
      await press(deps, property, { paymentId: uniqueId('pay') })
    })
    expect(trips, calls.join(' ')).toBeLessThanOrEqual(12)
    expect(calls.filter(method => method === 'Commit')).toHaveLength(9)
  })

  it('of one that is free: no more than 8', async () => {
    const { trips, calls } = await roundTripsOf(8, async () => press(deps, await storeProperty()))
    expect(trips, calls.join(' ')).toBeLessThanOrEqual(8)
  })

  it('of one that is connected already: 2', async () => {
    const property = await storeProperty()
    await press(deps, property)
    const { trips, calls } = await roundTripsOf(3, () => press(deps, property))
    expect(trips, calls.join(' ')).toBeLessThanOrEqual(3)
  })
})
