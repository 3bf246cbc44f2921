import * as z from 'zod'
import { clientId } from '../../lib/identifiers.ts'
import { listItems } from '../../lib/items/list-items.ts'
import { operationsOnly } from '../operations-only.ts'
import { parse } from '../parse.ts'

export const itemsQuery = z.looseObject({
  status: z.enum(['open', 'resolved']).default('open'),
  kind: z.string().min(1).max(128).optional(),
  propertyId: clientId.optional(),
  cursor: z.string().max(4096).optional(),
})

/** `GET /api/items?status=&kind=&propertyId=&cursor=`: what people have to look at. */
export const handleListItems = operationsOnly(async ({ services, request }) => {
  const { status, kind, propertyId, cursor } = parse(itemsQuery, request.query)
  const filter = { status, kind, propertyId, cursor }
  return { status: 200, body: await listItems(await services.items(), filter) }
})
