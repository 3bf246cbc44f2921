import * as z from 'zod'
import { clientId } from '../../lib/identifiers.ts'
import type { ItemView } from '../../lib/items/item.ts'
import { listItems } from '../../lib/items/list-items.ts'
import { ok } from '../docs.ts'
import { nextCursor, parse } from '../handler.ts'
import { route } from '../route.ts'

const query = z.object({
  status: z.enum(['open', 'resolved']).default('open'),
  kind: z.string().min(1).max(128).optional(),
  propertyId: clientId.optional(),
  cursor: z.string().max(4096).optional(),
})

const item = z
  .object({
    id: z.string(),
    kind: z.string(),
    detail: z.string().meta({ description: 'What is the matter.' }),
    nextAction: z.string().nullable().meta({ description: 'What to do about it.' }),
    status: z.string().meta({ description: '`open` or `resolved`.' }),
    createdAt: z.date().nullable(),
    updatedAt: z.date().optional(),
    resolvedAt: z.date().optional(),
    resolvedBy: z.string().optional(),
  })
  .catchall(z.string())
  .meta({
    id: 'Item',
    description:
      'Beside these it has the ids of what it is about (`propertyId`, `channelId`, …), `propertyName` and `ota`.',
  }) satisfies z.ZodType<ItemView>

export const reply = z.object({ items: z.array(item), nextCursor }).meta({ id: 'Items' })

export const listItemsRoute = route({
  method: 'GET',
  path: '/api/items',
  access: 'operations',
  answer({ caller, context, request }) {
    return listItems(context, caller, parse(query, request.query))
  },
  docs: () => ({
    id: 'listItems',
    summary: 'List what people have to look at',
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
  }),
})
