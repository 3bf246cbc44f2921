import * as z from 'zod'
import type { Actor } from '../../actor.ts'
import { buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { amend } from '../../durable/amend.ts'
import { clientId } from '../../identifiers.ts'
import { create, expiring, type Write } from '../../store.ts'
import { type OtaName, otaNames, otas } from '../otas.ts'
import { refusals } from '../refusals.ts'
import {
  type Batch,
  batches,
  countsOf,
  isWaiting,
  type Pair,
  type Row,
  type RowReason,
  rowChunks,
} from './batch.ts'
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

export function judgePairs(ota: OtaName, pairs: readonly Pair[]): Row[] {
  const sound = pairs.filter(pair => !whyNoPair(ota, pair))
  const whole = Map.groupBy(sound, ({ propertyId, hotelId }) => `${propertyId} ${hotelId}`)
  const different = [...whole.values()].flatMap(([first]) => first ?? [])
  const neighbours = {
    hotels: Map.groupBy(different, ({ propertyId }) => propertyId),
    properties: Map.groupBy(different, ({ hotelId }) => hotelId),
    payments: Map.groupBy(different, ({ paymentId }) => paymentId),
    first: new Set(different),
  }
  return pairs.map(pair => {
    const reason = whyNoPair(ota, pair) ?? whyNotBeside(ota, pair, neighbours)
    return { ...pair, tries: 0, ...(reason ? { state: 'wrong', reason } : { state: 'testing' }) }
  })
}

function whyNoPair(ota: OtaName, { propertyId, hotelId }: Pair): RowReason | undefined {
  const { label, hotelId: format, hotelIdHint } = otas[ota]
  if (!clientId.safeParse(propertyId).success)
    return wrong('property-not-found', 'This is not the id of a property.', 'Copy the id of the property.')
  if (format.test(hotelId)) return undefined
  return wrong(
    'hotel-id-invalid',
    `This is not a property ID of ${label}. ${hotelIdHint}`,
    `Copy the property ID exactly from the ${label} extranet.`,
  )
}

interface Neighbours {
  hotels: ReadonlyMap<string, readonly Pair[]>
  properties: ReadonlyMap<string, readonly Pair[]>
  payments: ReadonlyMap<string | undefined, readonly Pair[]>
  first: ReadonlySet<Pair>
}

function whyNotBeside(
  ota: OtaName,
  pair: Pair,
  { hotels, properties, payments, first }: Neighbours,
): RowReason | undefined {
  const { label } = otas[ota]
  if (!first.has(pair))
    return wrong('pair-repeated', 'This pair stands above already.', 'Nothing: the first one counts.')
  if ((hotels.get(pair.propertyId)?.length ?? 0) > 1)
    return wrong(
      'property-repeated',
      `The property stands here with several property IDs of ${label}.`,
      'Leave only the right one.',
    )
  if ((properties.get(pair.hotelId)?.length ?? 0) > 1)
    return wrong(
      'hotel-repeated',
      `The property ID of ${label} stands here for several properties.`,
      'Leave it with the right one only.',
    )
  if (pair.paymentId !== undefined && (payments.get(pair.paymentId)?.length ?? 0) > 1)
    return wrong(
      'payment-repeated',
      'The payment stands here for several properties.',
      'Give each property a payment of its own.',
    )
  return undefined
}

const wrong = (code: string, detail: string, nextAction: string): RowReason => ({ code, detail, nextAction })
