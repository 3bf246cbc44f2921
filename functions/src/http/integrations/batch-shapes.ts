import * as z from 'zod'
import type { BatchDetails, BatchView } from '../../lib/connection/batches/read-batch.ts'
import { mostPairs, outcomes, rowStates } from '../../lib/connection/batches/row-states.ts'
import { otaNames } from '../../lib/connection/otas.ts'
import { clientId } from '../../lib/identifiers.ts'
import { plainReason } from '../../lib/shapes.ts'
import { replyOf } from '../handler.ts'
import { exampleOta } from './examples.ts'
import { mappingSummary } from './shapes.ts'

export const batchPath = z.object({ id: clientId })

const text = z.string().trim().max(200)

export const batchBody = z.strictObject({
  batchId: clientId.optional().meta({ description: 'The same pairs under the same id make one batch.' }),
  ota: z.enum(otaNames),
  pairs: z
    .array(
      z.strictObject({
        propertyId: text,
        hotelId: text.meta({ description: 'The id that the extranet of the OTA shows.' }),
        paymentId: text.min(1).optional().meta({ description: 'Of the payment, where one is due.' }),
      }),
    )
    .min(1)
    .max(mostPairs),
})

export const charge = z
  .object({ amount: z.number().int().nonnegative(), currency: z.string().max(3) })
  .meta({ id: 'Charge', description: 'Minor units.' })

const fields = {
  batchId: z.string(),
  ota: z.enum(otaNames),
  size: z.number().meta({ description: 'How many pairs it has.' }),
  createdBy: z.string(),
  createdAt: z.date(),
  counts: z
    .partialRecord(z.enum(rowStates), z.number())
    .meta({ description: 'How many rows are in each state.' }),
  isWorking: z.boolean().meta({ description: 'Whether rows wait for their turn.' }),
}

export const batchView = replyOf<BatchView>()(z.object(fields).meta({ id: 'ConnectionBatch' }))

const row = z
  .object({
    propertyId: z.string(),
    hotelId: z.string(),
    paymentId: z.string().optional(),
    propertyName: z.string().optional(),
    state: z.enum(rowStates).meta({
      description:
        '`wrong`: nothing can be done with it; `testing` and `chosen` wait for their turn; `waits`: left to us until the OTA accepts.',
    }),
    outcome: z.enum(outcomes).optional().meta({ description: 'What connecting would come to.' }),
    mapping: mappingSummary
      .optional()
      .meta({ description: 'As connecting would map it, and then as it did.' }),
    reason: plainReason.optional().meta({
      description: 'Why it is wrong, refused or stopped, what it waits for, or why it is tried again.',
    }),
    charge: charge.optional().meta({ description: 'What connecting it charges.' }),
  })
  .meta({ id: 'ConnectionBatchRow' })

export const batchDetails = replyOf<BatchDetails>()(
  z.object({ ...fields, rows: z.array(row) }).meta({ id: 'ConnectionBatchDetails' }),
)

export const exampleBatch = {
  ...{ batchId: 'autumn', ota: exampleOta, size: 2, createdBy: 'olivia' },
  ...{ createdAt: '2026-11-21T09:00:00.000Z', counts: { tested: 1, wrong: 1 }, isWorking: false },
}
