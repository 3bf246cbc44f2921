import * as z from 'zod'
import { clientId } from '../../lib/identifiers.ts'
import { type ItemView, listItems } from '../../lib/items/list-items.ts'
import { type Handler, nextCursor, parse } from '../handler.ts'

export const query = z.object({
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

/** `GET /api/items?status=&kind=&propertyId=&cursor=`: what people have to look at. */
export const handle: Handler = async ({ services, request }) => {
  const filter = parse(query, request.query)
  return { status: 200, body: await listItems(await services.items(), filter) }
}
