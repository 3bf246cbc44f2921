import type { Actor } from '../../lib/actor.ts'
import { searchKey } from '../../lib/chat/search/search-key.ts'
import type { Handler } from '../route.ts'

/** `GET /chat/search-key`: a key to the search index for the threads that the caller may see. */
export const handleSearchKey: Handler<Actor> = async ({ caller, services }) => ({
  status: 200,
  body: searchKey(await services.searchKey(), caller),
})
