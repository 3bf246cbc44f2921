import * as z from 'zod'
import { plainReason } from '../../shapes.ts'
import { initiator } from '../attempt/facts.ts'
import { priceShape } from '../model.ts'
import { otaNames } from '../otas.ts'
import { type Charge, outcomes, type RowState, rowStates, totalOf } from './row-states.ts'

/** Rows stand in documents of so many. */
export const rowsAChunk = 25

/** A property, and what the OTA calls it. */
export interface Pair {
  propertyId: string
  hotelId: string
  /** Of the payment, where one is due. */
  paymentId?: string | undefined
}

export type RowReason = z.infer<typeof plainReason>

const mapping = z.object({ mapped: z.number(), total: z.number(), needsReview: z.number() })

const storedRow = z.object({
  propertyId: z.string(),
  hotelId: z.string(),
  paymentId: z.string().optional(),
  propertyName: z.string().optional(),
  state: z.enum(rowStates),
  outcome: z.enum(outcomes).optional(),
  /** Pairs of room and rate: as connecting would map them, then as it did. */
  mapping: mapping.optional(),
  /** The landlord and their price, and the channel manager's id of the property, as the test found them. */
  landlordId: z.string().optional(),
  channelManagerPropertyId: z.string().optional(),
  price: priceShape.optional(),
  /** Why it is wrong, refused or stopped, what it waits for, or why it is tried again. */
  reason: plainReason.optional(),
  /** Who chose it to be connected, and when. */
  press: z.object({ actor: initiator.shape.actor, at: z.date() }).optional(),
  /** Since when its turn comes to nothing, and how often it has. */
  since: z.date().optional(),
  tries: z.number().int().default(0),
  /** Not before then. */
  tryAt: z.date().optional(),
})
export type Row = z.infer<typeof storedRow>

export const storedRows = z.object({ rows: z.array(storedRow) })

/** How many rows are in each state. */
const storedCounts = z.partialRecord(z.enum(rowStates), z.number())
export type Counts = z.infer<typeof storedCounts>

/** `connectionBatches/{batchId}`; its rows are below it. */
export const storedBatch = z.object({
  ota: z.enum(otaNames),
  size: z.number().int(),
  createdBy: z.string(),
  createdAt: z.date(),
  counts: storedCounts,
  claimId: z.string().nullish(),
  leaseUntil: z.date().nullish(),
  /** When somebody looks at its rows; absent where none waits for its turn. */
  dueAt: z.date().optional(),
})
export type Batch = z.infer<typeof storedBatch>

/** Whether nobody has to do anything until a person does. */
const waiting: ReadonlySet<RowState> = new Set(['testing', 'chosen', 'connecting'])
export const isWaiting = ({ state }: Pick<Row, 'state'>): boolean => waiting.has(state)

export function countsOf(rows: readonly Pick<Row, 'state'>[]): Counts {
  const counts: Counts = {}
  for (const { state } of rows) counts[state] = (counts[state] ?? 0) + 1
  return counts
}

/** What connecting charges: nothing without a payment. */
export function chargeOf({ price, paymentId }: Pick<Row, 'price' | 'paymentId'>): Charge | undefined {
  const isDue = price?.plan === 'paid' && paymentId !== undefined
  return price && { amount: isDue ? price.amount : 0, currency: price.currency }
}

/** What connecting these rows charges. */
export const chargedBy = (rows: readonly Pick<Row, 'price' | 'paymentId'>[]): Charge[] =>
  totalOf(rows.flatMap(row => chargeOf(row) ?? []))
