import { stopBatch } from '../../src/lib/connection/batches/change-rows.ts'
import { connectRows } from '../../src/lib/connection/batches/connect-rows.ts'
import { createBatch } from '../../src/lib/connection/batches/create-batch.ts'
import { readBatch } from '../../src/lib/connection/batches/read-batch.ts'
import type { Context } from '../../src/lib/context.ts'
import { duePage } from '../../src/lib/due/due-work.ts'
import { ProviderError } from '../../src/lib/errors.ts'
import { type DueKindName, dueKinds } from '../../src/triggers/due-work.ts'
import { operationsAsker } from './asker.ts'
import type { ConnectableProperty } from './connection-builders.ts'
import { adjustableClock } from './connection-deps.ts'
import { intercepted } from './intercept.ts'
import { memoryLog } from './memory-log.ts'
import { db, stored, uniqueId } from './stack.ts'
import { builtContext } from './test-context.ts'

export const minute = 60_000

/** The kinds of due work that finish a batch. */
const finishing: readonly DueKindName[] = ['connection-batch', 'attempt', 'waiting-request']

export const pairOf = ({ propertyId, hotelId }: ConnectableProperty, more: object = {}) => ({
  propertyId,
  hotelId,
  ...more,
})

/** A batch of these pairs by a user of operations; the test moves the clock. */
export async function batchWorld(pairs: { propertyId: string; hotelId: string; paymentId?: string }[]) {
  const clock = adjustableClock()
  const { asker, records, userRecords } = operationsAsker()
  const context: Context = {
    ...(await builtContext({ firestore: db(), clock, log: memoryLog([]) })),
    userRecords,
  }
  const batchId = uniqueId('batch')
  const input = { batchId, ota: 'booking' as const, pairs }
  await createBatch(context, asker, input)
  const read = () => readBatch(context, batchId)
  const choosable = async () =>
    (await read()).rows.flatMap(({ state, outcome }, at) =>
      state === 'tested' && (outcome === 'connects' || outcome === 'waits') ? [at] : [],
    )
  return {
    context,
    clock,
    asker,
    records,
    batchId,
    input,
    read,
    rows: async () => (await read()).rows,
    states: async () => (await read()).rows.map(({ state }) => state),
    stored: async () => await stored(`connectionBatches/${batchId}`),
    choose: async ({
      rows,
      total = [],
    }: {
      rows?: number[]
      total?: { amount: number; currency: string }[]
    } = {}) => connectRows(context, asker, { batchId, rows: rows ?? (await choosable()), total }),
    stop: () => stopBatch(context, asker, batchId),
    /** Runs the schedule every minute until no row waits; returns the number of runs. */
    async untilDone(using = context, most = 40): Promise<number> {
      for (let runs = 0; runs < most; runs += 1) {
        if (!(await read()).isWorking) return runs
        clock.advance(minute)
        await runOnce(using, batchId)
      }
      throw new Error(`after ${most} minutes: ${JSON.stringify((await read()).counts)}`)
    },
    run: (using = context) => runOnce(using, batchId),
  }
}

/** A context whose channel manager fails while `isAway`. */
export function outage({ context }: { context: Context }) {
  const state = { isAway: true }
  const away = intercepted(context, 'channelManager.testConnection', original => async (...args) => {
    if (state.isAway) throw new ProviderError('channel-manager', 'retryable', 'is away')
    return original(...args)
  })
  return { away, state }
}

/** One run of the schedule, for this batch and all due attempts and requests. */
async function runOnce(context: Context, batchId: string): Promise<void> {
  for (const name of finishing) {
    const pieces = await duePage(context.store, dueKinds[name].query, {
      until: context.clock.now(),
      limit: 100,
    })
    for (const piece of pieces)
      if (name !== 'connection-batch' || piece.ids[0] === batchId) await dueKinds[name].worker(context, piece)
  }
}
