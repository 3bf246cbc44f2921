import {
  type DeskViewName,
  deskViews,
  isNarrowed,
  type ListView,
  readAddress,
} from '@functions/lib/chat/desk/list-address.ts'
import { readAccess } from '../../api/search-access.ts'
import type { ThreadSearch } from '../../api/search-client.ts'
import { prepareToListen } from '../../live/watch.ts'
import { isStaffRole, type SessionUser } from '../../session/session.ts'
import type { View } from './thread-entries.ts'
import { askIndex } from './use-index-search.ts'

const pageSize = 50

export const isOfDesk = (view: ListView): view is DeskViewName => deskViews.some(name => name === view)

interface Search {
  indexName: string
  query: string
  view: View
  uid: string
}

export const searchOf = ({ indexName, query, view, uid }: Search): ThreadSearch => ({
  indexName,
  query,
  hitsPerPage: pageSize,
  filters: filterOf(view, uid),
})

function filterOf(view: View, uid: string): string {
  const quoted = `"${uid.replace(/[\\"]/g, '\\$&')}"`
  return { recent: '', unread: `needsAttention:${quoted}`, important: `important:${quoted}` }[view]
}

/** Requests the first threads of the list in the address. After a failure the list asks again and shows it. */
export async function askFirstThreads({ uid, role }: SessionUser): Promise<void> {
  if (!location.pathname.startsWith('/inbox')) return
  const params = new URLSearchParams(location.search)
  const { view, filter } = readAddress(params)
  if (!isStaffRole(role) || params.has('q')) return
  if (isOfDesk(view) || isNarrowed(filter)) return prepareToListen()
  const { indexName } = await readAccess()
  await askIndex(searchOf({ indexName, query: '', view, uid }))
}
