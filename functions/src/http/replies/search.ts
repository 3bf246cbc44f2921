import * as z from 'zod'
import type { SearchKey } from '../../lib/chat/search/search-key.ts'
import { replyOf } from '../reply.ts'

export const searchKeyReply = replyOf<SearchKey>()(
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
