import * as z from 'zod'
import type { ItemView } from '../../lib/items/item-view.ts'
import { nextCursor } from '../reply.ts'

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

export const itemsReply = z.object({ items: z.array(item), nextCursor }).meta({ id: 'Items' })
