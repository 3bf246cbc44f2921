import * as z from 'zod'
import { plainReason } from '../../shapes.ts'
import { collection, type StoredDocument } from '../../store.ts'
import { initiator } from '../job/job.ts'
import { mappingSummary, priceShape } from '../model.ts'
import { otaNames } from '../otas.ts'
import { type Charge, outcomes, type RowState, rowStates, totalOf } from './row-states.ts'

export interface Pair {
  propertyId: string
  hotelId: string
  paymentId?: string | undefined
}

export type RowReason = z.infer<typeof plainReason>

const storedRow = z.object({
  propertyId: z.string(),
  hotelId: z.string(),
  paymentId: z.string().optional(),
  propertyName: z.string().optional(),
  state: z.enum(rowStates),
  outcome: z.enum(outcomes).optional(),
  /** The test's counts, later the connection's. */
  mapping: mappingSummary.optional(),
  /** As of the test. */
  landlordId: z.string().optional(),
  channelManagerPropertyId: z.string().optional(),
  price: priceShape.optional(),
  reason: plainReason.optional(),
  /** The choice to connect. */
  press: z.object({ actor: initiator.shape.actor, at: z.date() }).optional(),
  /** First turn without a result. */
  since: z.date().optional(),
  tries: z.number().int().default(0),
  /** Earliest next turn. */
  tryAt: z.date().optional(),
})
export type Row = z.infer<typeof storedRow>

const storedRows = z.object({ rows: z.array(storedRow) })

/** `at`: position of the chunk's first row. */
export const rowChunks = collection('connectionBatches/{batchId}/batchRows/{at}', storedRows)
export type Chunk = StoredDocument<z.infer<typeof storedRows>>

const storedCounts = z.partialRecord(z.enum(rowStates), z.number())
export type Counts = z.infer<typeof storedCounts>

const storedBatch = z.object({
  ota: z.enum(otaNames),
  size: z.number().int(),
  createdBy: z.string(),
  createdAt: z.date(),
  counts: storedCounts,
  claimId: z.string().nullish(),
  leaseUntil: z.date().nullish(),
  /** Absent without waiting rows. */
  dueAt: z.date().optional(),
})
export type Batch = z.infer<typeof storedBatch>

/** Skips batches of an OTA that is no longer supported. */
export const batches = collection('connectionBatches/{batchId}', storedBatch).sound

const waiting: ReadonlySet<RowState> = new Set(['testing', 'chosen', 'connecting'])
export const isWaiting = ({ state }: Row): boolean => waiting.has(state)

export function countsOf(rows: readonly Row[]): Counts {
  const counts: Counts = {}
  for (const { state } of rows) counts[state] = (counts[state] ?? 0) + 1
  return counts
}

export function chargeOf({ price, paymentId }: Pick<Row, 'price' | 'paymentId'>): Charge | undefined {
  const isDue = price?.plan === 'paid' && paymentId !== undefined
  return price && { amount: isDue ? price.amount : 0, currency: price.currency }
}

export const chargedBy = (rows: readonly Pick<Row, 'price' | 'paymentId'>[]): Charge[] =>
  totalOf(rows.flatMap(row => chargeOf(row) ?? []))
