import { isFailedSend } from '../lib/chat/delivery/failed-sends.ts'
import { resolveFailedSend } from '../lib/chat/delivery/resolve-failed-send.ts'
import { listGuestItems } from '../lib/chat/finding/list-guest-items.ts'
import { watchedChannelOf } from '../lib/connection/channels/channel-items.ts'
import { noteReason } from '../lib/connection/channels/stored-channel.ts'
import { resolveItem } from '../lib/items/change-item.ts'
import { itemsPage, itemsQuery } from '../lib/items/list-items.ts'
import { documentPath, done, ok, route } from './route.ts'

export const itemRoutes = [
  route({
    method: 'GET',
    path: '/api/items',
    access: 'operations',
    id: 'listItems',
    summary: 'List what people have to look at',
    description: 'Newest first.',
    query: itemsQuery,
    answers: ok('A page of items.', itemsPage, {
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
    handle: ({ caller, context, query }) => listGuestItems(context, caller, query),
  }),
  route({
    method: 'POST',
    path: '/api/items/:id/resolve',
    access: 'operations',
    id: 'resolveItem',
    summary: 'Resolve an item',
    description:
      'Resolving it again changes nothing. Where it is about a channel, the channel is looked at again.',
    params: documentPath,
    answers: done('It is resolved.'),
    codes: ['not-found'],
    async handle({ caller, context, params: { id } }) {
      await (isFailedSend(id) ? resolveFailedSend : resolveItem)(context, caller, id)
      const channelId = watchedChannelOf(id)
      if (channelId !== undefined) await noteReason(context.store, { channelId }, context.clock.now())
    },
  }),
]
