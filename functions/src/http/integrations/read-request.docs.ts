import { docsOf, ok } from '../docs.ts'
import { request } from './examples.ts'
import { handle, reply } from './read-request.ts'
import { documentPath } from './shapes.ts'

export const docs = docsOf(handle, 'readRequest', 'Read a connection request', {
  description: 'With how far connecting has come, for a page that follows it.',
  params: documentPath,
  answers: ok('The request.', reply, {
    ...request,
    property: {
      id: 'harbour-view-guesthouse',
      name: 'Harbour View Guesthouse',
      channelManagerConnected: true,
    },
    attempt: null,
    channel: null,
  }),
  codes: ['not-found'],
})
