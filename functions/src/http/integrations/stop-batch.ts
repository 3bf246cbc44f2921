import { stopBatch } from '../../lib/connection/batches/stop-batch.ts'
import { done } from '../docs.ts'
import { parse } from '../handler.ts'
import { route } from '../route.ts'
import { batchPath } from './batch-shapes.ts'

export const stopBatchRoute = route({
  method: 'POST',
  path: '/api/connection-batches/:id/stop',
  access: 'operations',
  answer({ caller, context, params }) {
    return stopBatch(context, caller, parse(batchPath, params).id)
  },
  docs: () => ({
    id: 'stopBatch',
    summary: 'Stop a batch',
    description: 'Nothing more of it is tested or connected, except what is being connected right now.',
    params: batchPath,
    answers: done('It is stopped.'),
    codes: ['not-found'],
  }),
})
