import * as z from 'zod'
import { type SearchKey, searchKey } from '../../lib/chat/search/search-key.ts'
import { type Handler, replyOf } from '../handler.ts'

export const reply = replyOf<SearchKey>()(
  z
    .object({
      appId: z.string(),
      indexName: z.string(),
      key: z.string(),
      host: z
        .string()
        .optional()
        .meta({ description: "Origin and path to search at instead of the vendor's own hosts." }),
      validUntil: z.date(),
    })
    .meta({ id: 'SearchKey' }),
)

/** `GET /chat/search-key`: a key to the search index for the threads that the caller may see. */
export const handle: Handler = async ({ caller, services }) => ({
  status: 200,
  body: searchKey(await services.searchKey(), caller),
})
