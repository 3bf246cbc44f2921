import * as z from 'zod'
import { isAddress } from '../../lib/chat/desk/list-address.ts'
import type { SavedView } from '../../lib/chat/desk/ports.ts'
import { mostSavedViews } from '../../lib/chat/desk/saved-views.ts'
import { replyOf } from '../handler.ts'

export const viewsBody = z.strictObject({
  views: z
    .array(
      z.strictObject({
        name: z.string().trim().min(1).max(60),
        query: z
          .string()
          .max(1000)
          .refine(query => isAddress(new URLSearchParams(query)), 'must be the query of a list of threads')
          .meta({ description: 'Of the inbox’s address: `view`, `team`, `property`, `stay`, `channel`.' }),
      }),
    )
    .max(mostSavedViews)
    .refine(
      views => new Set(views.map(({ name }) => name)).size === views.length,
      'must have a name of its own each',
    ),
})

export const viewsReply = replyOf<{ views: SavedView[] }>()(
  z.object({ views: z.array(z.object({ name: z.string(), query: z.string() })) }).meta({ id: 'SavedViews' }),
)

export const viewsExample = {
  views: [{ name: 'Arriving at Harbour View', query: 'property=harbour-view-guesthouse&stay=arriving' }],
}
