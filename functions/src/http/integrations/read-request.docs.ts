import * as z from 'zod'
import { documentId } from '../../lib/identifiers.ts'
import type { Docs } from '../docs.ts'
import { request } from './examples.ts'
import { handle, reply } from './read-request.ts'

export const docs: Docs = {
  handle,
  id: 'readRequest',
  summary: 'Read a connection request',
  description: 'With how far connecting has come, for a page that follows it.',
  params: z.object({ id: documentId }),
  answers: [
    {
      status: 200,
      says: 'The request.',
      schema: reply,
      example: {
        ...request,
        property: { id: 'harbour-view', name: 'Harbour View', channelManagerConnected: true },
        attempt: null,
        channel: null,
      },
    },
  ],
  codes: ['not-found'],
}
