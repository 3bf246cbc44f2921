import { readBatch } from '../../lib/connection/batches/read-batch.ts'
import { ok } from '../docs.ts'
import { parse } from '../handler.ts'
import { route } from '../route.ts'
import { batchDetails, batchPath, exampleBatch } from './batch-shapes.ts'
import { exampleLabel, summary, target } from './examples.ts'

export const readBatchRoute = route({
  method: 'GET',
  path: '/api/connection-batches/:id',
  access: 'operations',
  answer({ context, params }) {
    return readBatch(context, parse(batchPath, params).id)
  },
  docs: () => ({
    id: 'readConnectionBatch',
    summary: 'Read a batch with all its rows',
    description: 'What connecting each would come to, and then what it came to.',
    params: batchPath,
    answers: ok('As it stands.', batchDetails, {
      ...exampleBatch,
      rows: [
        {
          ...{ ...target, propertyName: 'Harbour View Guesthouse', state: 'tested', outcome: 'connects' },
          ...{ mapping: summary, charge: { amount: 4900, currency: 'EUR' } },
        },
        {
          ...{ propertyId: 'harbour-view-guesthouse', hotelId: 'abc', state: 'wrong' },
          reason: { code: 'hotel-id-invalid', detail: `This is not a property ID of ${exampleLabel}.` },
        },
      ],
    }),
    codes: ['not-found'],
  }),
})
