import { docsOf, ok } from '../docs.ts'
import { handle, query, reply } from './list-items.ts'

export const docs = docsOf(handle, 'listItems', 'List what people have to look at', {
  description: 'Newest first.',
  query,
  answers: ok('A page of items.', reply, {
    items: [
      {
        id: 'channel-gone_harbour-view-guesthouse_booking',
        kind: 'channel-gone',
        detail: 'The channel manager has no such channel any more.',
        nextAction: 'Disconnect it, then connect the property again.',
        status: 'open',
        createdAt: '2026-11-21T09:00:00.000Z',
        propertyId: 'harbour-view-guesthouse',
        channelId: 'harbour-view-guesthouse_booking',
      },
    ],
    nextCursor: null,
  }),
})
