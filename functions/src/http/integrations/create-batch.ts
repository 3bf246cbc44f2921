import * as z from 'zod'
import { createBatch } from '../../lib/connection/batches/create-batch.ts'
import { parse } from '../handler.ts'
import { route } from '../route.ts'
import { batchBody } from './batch-shapes.ts'
import { exampleOta, target } from './examples.ts'

const reply = z
  .object({
    batchId: z.string(),
    isNew: z.boolean().meta({ description: 'False where it was kept before.' }),
  })
  .meta({ id: 'KeptBatch' })

export const createBatchRoute = route({
  method: 'POST',
  path: '/api/connection-batches',
  access: 'operations',
  maxBytes: 256 * 1024,
  async handle({ caller, context, request }) {
    const made = await createBatch(context, caller, parse(batchBody, request.body))
    return { status: made.isNew ? 201 : 200, body: made }
  },
  docs: () => ({
    id: 'createConnectionBatch',
    summary: 'Have many pairs of property and property ID tested',
    description:
      'All are tested one after the other, and nothing is connected before somebody chooses. A pair that is wrong or stands there twice says so in its row, and refuses none of the others.',
    body: { schema: batchBody, example: { batchId: 'autumn', ota: exampleOta, pairs: [target] } },
    answers: [
      { status: 201, says: 'It is kept.', schema: reply, example: { batchId: 'autumn', isNew: true } },
      { status: 200, says: 'It was kept before.', schema: reply },
    ],
  }),
})
