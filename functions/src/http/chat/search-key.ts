import * as z from 'zod'
import { type SearchKey, searchKey } from '../../lib/chat/search/search-key.ts'
import { ok } from '../docs.ts'
import { replyOf } from '../handler.ts'
import { route } from '../route.ts'

const reply = replyOf<SearchKey>()(
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

export const searchKeyRoute = route({
  method: 'GET',
  path: '/chat/search-key',
  access: 'signed-in',
  answer: ({ caller, context }) => searchKey(context, caller),
  docs: () => ({
    id: 'searchKey',
    summary: 'Get a key for searching threads',
    description:
      'Valid for a minute, so ask again before `validUntil`. It finds what the caller may read, and cannot write. Its searches are limited by caller and address.',
    who: 'Staff, and members of a thread',
    answers: ok('What a search client needs.', reply, {
      appId: 'APP',
      indexName: 'threads',
      key: '…',
      validUntil: '2026-11-21T10:00:00.000Z',
    }),
  }),
})
