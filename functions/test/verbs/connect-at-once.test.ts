import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { connectRows } from '../../src/lib/connection/batches/connect-rows.ts'
import { createBatch } from '../../src/lib/connection/batches/create-batch.ts'
import { readBatch } from '../../src/lib/connection/batches/read-batch.ts'
import { workOnBatch } from '../../src/lib/connection/batches/work-on-batch.ts'
import { connectProperty } from '../../src/lib/connection/job/connect-property.ts'
import { finishJob } from '../../src/lib/connection/job/finish-job.ts'
import { Process } from '../faults/effects.ts'
import { isComplete } from '../faults/survive-faults.ts'
import { startVerbs } from '../support/chat-deps.ts'
import { sandbox } from '../support/connection-builders.ts'
import { expectOneOfEach } from '../support/connection-state.ts'
import { dieAt } from '../support/intercept.ts'
import { seed } from '../support/seed.ts'
import { uniqueId } from '../support/stack.ts'
import { handover, minute } from '../support/waiting.ts'

await startVerbs()
afterEach(() => sandbox().clearFaults())

const interleavings = isComplete ? 1_000 : 12
const deaths = [
  'store.commit',
  'billing.reserve',
  'channelManager.createChannel',
  'channelManager.activate',
] as const

/** A death before the race, and the turns of the event loop that each part waits before its effects. */
const interleaving = fc.record({
  death: fc.option(fc.constantFrom(...deaths), { freq: 1 }),
  turns: fc.array(fc.array(fc.nat(12), { minLength: 8, maxLength: 8 }), { minLength: 5, maxLength: 5 }),
})

type Interleaving = typeof interleaving extends fc.Arbitrary<infer One> ? One : never

async function playOut({ death, turns }: Interleaving): Promise<void> {
  const { context, clock, asker, paymentId, property, accept, tryAgain } = await handover()
  const { propertyId, hotelId } = property
  const target = { propertyId, ota: 'booking' as const }
  const batchId = uniqueId('batch')
  await accept()
  await createBatch(context, asker, { batchId, ota: 'booking', pairs: [{ propertyId, hotelId, paymentId }] })
  await workOnBatch(context, batchId)
  await connectRows(context, asker, { batchId, rows: [0], total: [{ amount: 4900, currency: 'EUR' }] })
  clock.advance(minute)
  if (death) await dieAt(context, { effect: death }, tryAgain)
  clock.advance(2 * minute)

  /** The context of a process that gives way to others before each effect. */
  const slowed = (pauses: readonly number[]): typeof context => {
    let effects = 0
    const process = new Process(
      () => true,
      async (_effect, run) => {
        const pause = pauses[effects++ % pauses.length] ?? 0
        for (let turn = 0; turn < pause; turn += 1) await setImmediate()
        return run()
      },
    )
    const { store, billing, channelManager } = context
    return {
      ...context,
      store: process.watch('store', store),
      billing: process.watch('billing', billing),
      channelManager: process.watch('channelManager', channelManager),
    }
  }
  const press = (using: typeof context) => connectProperty(using, asker, { ...target, hotelId, paymentId })
  const resume = (using: typeof context) => finishJob(using, target)
  const row = (using: typeof context) => workOnBatch(using, batchId)
  const all = [press, resume, row, press, resume]
  await Promise.allSettled(all.map((act, at) => act(slowed(turns[at] ?? [0]))))
  for (let rounds = 0; rounds < 4; rounds += 1) {
    clock.advance(2 * minute)
    await resume(context)
    await row(context)
  }
  await expectOneOfEach(property)
  expect((await readBatch(context, batchId)).rows).toMatchObject([{ state: 'connected' }])
}

it(`presses, resumes and a row of a batch at once make one channel, charge and e-mail, in ${interleavings} interleavings`, {
  timeout: isComplete ? 3_600_000 : 300_000,
}, async () => {
  await fc.assert(fc.asyncProperty(interleaving, playOut), { numRuns: interleavings, seed })
})
