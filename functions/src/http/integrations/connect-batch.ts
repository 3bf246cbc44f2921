import * as z from 'zod'
import { connectRows } from '../../lib/connection/batches/connect-rows.ts'
import { mostPairs } from '../../lib/connection/batches/row-states.ts'
import { parse } from '../handler.ts'
import { route } from '../route.ts'
import { batchPath, charge } from './batch-shapes.ts'

const body = z.strictObject({
  rows: z
    .array(z.number().int().nonnegative())
    .min(1)
    .max(mostPairs)
    .meta({ description: 'Their positions, from 0.' }),
  total: z
    .array(charge)
    .max(20)
    .meta({ description: 'What they charge, as it was shown: a sum for each currency.' }),
})

export const connectBatchRoute = route({
  method: 'POST',
  path: '/api/connection-batches/:id/connect',
  access: 'operations',
  async handle({ caller, context, params, request }) {
    const { id } = parse(batchPath, params)
    await connectRows(context, caller, { batchId: id, ...parse(body, request.body) })
    return { status: 202 }
  },
  docs: () => ({
    id: 'connectBatch',
    summary: 'Connect rows of a batch',
    description:
      'A few at a time, by itself, in the name of the caller, as long as their role and the price that they were shown hold. A row that lacks nothing but the acceptance of the OTA is left to us. Rows chosen before stay so.',
    params: batchPath,
    body: {
      schema: body,
      example: { rows: [0], total: [{ amount: 4900, currency: 'EUR' }] },
    },
    answers: [{ status: 202, says: 'They are connected one after the other.' }],
    codes: ['not-found', 'payment-failed'],
  }),
})
