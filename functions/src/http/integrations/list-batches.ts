import * as z from 'zod'
import { listBatches } from '../../lib/connection/batches/read-batch.ts'
import { ok } from '../docs.ts'
import { route } from '../route.ts'
import { batchView, exampleBatch } from './batch-shapes.ts'

export const reply = z.object({ batches: z.array(batchView) }).meta({ id: 'ConnectionBatches' })

export const listBatchesRoute = route({
  method: 'GET',
  path: '/api/connection-batches',
  access: 'operations',
  answer({ context }) {
    return listBatches(context)
  },
  docs: () => ({
    id: 'listConnectionBatches',
    summary: 'List the newest batches',
    description: 'Newest first, 20 at most. What they count is as of the last run of a minute.',
    answers: ok('What is kept.', reply, { batches: [exampleBatch] }),
  }),
})
