import * as z from 'zod'
import type { Actor } from '../../actor.ts'
import { buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { amend } from '../../durable/amend.ts'
import { clientId } from '../../identifiers.ts'
import { create, expiring, type Write } from '../../store.ts'
import { type OtaName, otaNames } from '../otas.ts'
import { refusals } from '../refusals.ts'
import { type Batch, batches, countsOf, isWaiting, type Pair, type Row, rowChunks } from './batch.ts'
import { judgePairs } from './judge-pairs.ts'
import { mostPairs } from './row-states.ts'
import { chunkStarts, rowsAChunk, rowsOf, type WholeBatch, wholeBatch } from './whole-batch.ts'

const pairText = z.string().trim().max(200)

export const batchBody = z.strictObject({
  batchId: clientId.optional().meta({ description: 'The same pairs under the same id make one batch.' }),
  ota: z.enum(otaNames),
  pairs: z
    .array(
      z.strictObject({
        propertyId: pairText,
        hotelId: pairText.meta({ description: 'The id that the extranet of the OTA shows.' }),
        paymentId: pairText.min(1).optional().meta({ description: 'Of the payment, where one is due.' }),
      }),
    )
    .min(1)
    .max(mostPairs),
})

export const batchAnswer = z
  .object({
    batchId: z.string(),
    isNew: z.boolean().meta({ description: 'False where it was kept before.' }),
  })
  .meta({ id: 'KeptBatch' })

/** Idempotent. Throws `validation-failed` for other input under the same id. */
export async function createBatch(
  deps: Needs<'store'>,
  actor: Actor,
  { batchId = deps.ids.claim(), ota, pairs }: z.infer<typeof batchBody>,
): Promise<z.infer<typeof batchAnswer>> {
  const at = deps.clock.now()
  const rows = judgePairs(ota, pairs)
  const batch = {
    ota,
    size: rows.length,
    createdBy: actor.uid,
    createdAt: at,
    counts: countsOf(rows),
    ...(rows.some(isWaiting) && { dueAt: at }),
  }
  const audit = buildAuditEntry(deps, actor, {
    action: 'batch.create',
    targetType: 'connectionBatch',
    targetId: batchId,
    metadata: { ota, size: rows.length },
  })
  return amend(deps, {
    read: () => wholeBatch(deps.store, batchId),
    audit,
    decide(previous) {
      if (previous && !isSame(previous, ota, pairs)) throw refusals.otherBatch()
      return {
        writes: previous ? [] : batchWrites(batchId, batch, rows),
        result: { batchId, isNew: !previous },
      }
    },
  })
}

const batchWrites = (batchId: string, batch: Batch, rows: readonly Row[]): Write[] => [
  create(batches.at(batchId), { ...batch, ...expiring('connectionBatches', batch.createdAt) }),
  ...chunkStarts(rows.length).map(at =>
    create(rowChunks.at(batchId, String(at)), {
      rows: rows.slice(at, at + rowsAChunk),
      ...expiring('batchRows', batch.createdAt),
    }),
  ),
]

const textOf = (pairs: readonly Pair[]): string =>
  JSON.stringify(pairs.map(({ propertyId, hotelId, paymentId }) => [propertyId, hotelId, paymentId]))

const isSame = ({ batch, chunks }: WholeBatch, ota: OtaName, pairs: readonly Pair[]): boolean =>
  batch.value.ota === ota && textOf(rowsOf(chunks)) === textOf(pairs)
