import { stopBatch } from '../lib/connection/batches/change-rows.ts'
import { connectRows, rowsToConnect } from '../lib/connection/batches/connect-rows.ts'
import { batchAnswer, batchBody, createBatch } from '../lib/connection/batches/create-batch.ts'
import { batchDetails, batchList, listBatches, readBatch } from '../lib/connection/batches/read-batch.ts'
import { exampleLabel, exampleOta, summary, target } from './connection-examples.ts'
import { Reply } from './reply.ts'
import { done, ok, route } from './route.ts'

const exampleBatch = {
  batchId: 'autumn',
  ota: exampleOta,
  size: 2,
  createdBy: 'olivia',
  createdAt: '2026-11-21T09:00:00.000Z',
  counts: { tested: 1, wrong: 1 },
  isWorking: false,
}

export const batchRoutes = [
  route({
    method: 'POST',
    path: '/api/connection-batches',
    access: 'operations',
    id: 'createConnectionBatch',
    summary: 'Have many pairs of property and property ID tested',
    description:
      'All are tested one after the other, and nothing is connected before somebody chooses. A pair that is wrong or stands there twice says so in its row, and refuses none of the others.',
    body: batchBody,
    example: { batchId: 'autumn', ota: exampleOta, pairs: [target] },
    answers: [
      { status: 201, says: 'It is kept.', schema: batchAnswer, example: { batchId: 'autumn', isNew: true } },
      { status: 200, says: 'It was kept before.', schema: batchAnswer },
    ],
    async handle({ caller, context, body }) {
      const made = await createBatch(context, caller, body)
      return new Reply(made.isNew ? 201 : 200, made)
    },
  }),
  route({
    method: 'GET',
    path: '/api/connection-batches',
    access: 'operations',
    id: 'listConnectionBatches',
    summary: 'List the newest batches',
    description: 'Newest first, 20 at most. Their counts are of the last run, which comes every minute.',
    answers: ok('What is kept.', batchList, { batches: [exampleBatch] }),
    handle: ({ context }) => listBatches(context),
  }),
  route({
    method: 'GET',
    path: '/api/connection-batches/:id',
    access: 'operations',
    id: 'readConnectionBatch',
    summary: 'Read a batch with all its rows',
    description: 'The expected result of connecting each pair, and then the result.',
    answers: ok('As it stands.', batchDetails, {
      ...exampleBatch,
      rows: [
        {
          ...target,
          propertyName: 'Harbour View Guesthouse',
          state: 'tested',
          outcome: 'connects',
          mapping: summary,
          charge: { amount: 4900, currency: 'EUR' },
        },
        {
          propertyId: 'harbour-view-guesthouse',
          hotelId: 'abc',
          state: 'wrong',
          reason: { code: 'hotel-id-invalid', detail: `This is not a property ID of ${exampleLabel}.` },
        },
      ],
    }),
    codes: ['not-found'],
    handle: ({ context, params }) => readBatch(context, params.id),
  }),
  route({
    method: 'POST',
    path: '/api/connection-batches/:id/connect',
    access: 'operations',
    id: 'connectBatch',
    summary: 'Connect rows of a batch',
    description:
      'A few at a time, by itself, in the name of the caller, as long as their role and the price that they were shown hold. A row that lacks nothing but the acceptance of the OTA is left to us. Rows chosen before stay so.',
    body: rowsToConnect,
    example: { rows: [0], total: [{ amount: 4900, currency: 'EUR' }] },
    answers: [{ status: 202, says: 'They are connected one after the other.' }],
    codes: ['not-found', 'payment-failed'],
    async handle({ caller, context, params, body }) {
      await connectRows(context, caller, { batchId: params.id, ...body })
    },
  }),
  route({
    method: 'POST',
    path: '/api/connection-batches/:id/stop',
    access: 'operations',
    id: 'stopBatch',
    summary: 'Stop a batch',
    description: 'Nothing more of it is tested or connected, except what is being connected right now.',
    answers: done('It is stopped.'),
    codes: ['not-found'],
    handle: ({ caller, context, params }) => stopBatch(context, caller, params.id),
  }),
]
