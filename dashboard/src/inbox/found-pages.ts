import type { ThreadRecord } from '@functions/lib/chat/search/thread-record.ts'
import type { UseInfiniteHitsProps } from 'react-instantsearch-core'
import { searchClient } from './search-client.ts'

export type FoundRecord = ThreadRecord & Record<string, unknown>

type Cache = NonNullable<UseInfiniteHitsProps<FoundRecord>['cache']>
type Pages = NonNullable<ReturnType<Cache['read']>>
type State = Parameters<Cache['read']>[0]['state']

export interface FoundPages extends Cache {
  renew: (indexName: string) => Promise<void>
}

const keyOf = ({ page: _page, ...state }: State): string => JSON.stringify(state)

/** The pages of the search that is shown. All of them can be read anew, where the library itself renews none. */
export function foundPages(): FoundPages {
  let kept: { state: State; hits: Pages } | undefined
  return {
    read: ({ state }) => (kept && keyOf(kept.state) === keyOf(state) ? kept.hits : null),
    write: now => {
      kept = now
    },
    async renew(indexName) {
      const asked = kept
      if (!asked) return
      const { query = '', filters = '', hitsPerPage = 20 } = asked.state
      const pages = Object.keys(asked.hits).map(Number)
      const requests = pages.map(page => ({ indexName, params: { query, filters, hitsPerPage, page } }))
      const { results } = await searchClient.search<FoundRecord>(requests)
      results.forEach((result, index) => {
        const page = pages[index]
        if (page === undefined || !('hits' in result)) return
        const records: FoundRecord[] = result.hits
        asked.hits[page] = records.map((record, at) => ({
          ...record,
          __position: page * hitsPerPage + at + 1,
        }))
      })
    },
  }
}
