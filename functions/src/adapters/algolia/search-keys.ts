import { algoliasearch, type SecuredApiKeyRestrictions } from 'algoliasearch'
import type { KeyRestrictions, SearchKeys } from '../../lib/chat/search/thread-record.ts'
import { standIn } from './hosts.ts'

export interface AlgoliaSearchKeysConfig {
  url: string
  appId: string
  /** A key that may only search; the keys issued are derived from it. */
  searchKey: string
  index: string
}

/** Secured keys of Algolia, computed here without asking it. */
export function algoliaSearchKeys({ url, appId, searchKey, index }: AlgoliaSearchKeysConfig): SearchKeys {
  if (appId === '' || searchKey === '') throw new Error('ALGOLIA_APP_ID or ALGOLIA_SEARCH_KEY is not set')
  const { generateSecuredApiKey } = algoliasearch(appId, searchKey)
  const host = standIn(url)
  return {
    issue: restrictions => ({
      appId,
      indexName: index,
      key: generateSecuredApiKey({
        parentApiKey: searchKey,
        restrictions: { ...securedBy(restrictions), restrictIndices: [index] },
      }),
      ...(host !== undefined && { host }),
    }),
  }
}

function securedBy({ validUntil, reader }: KeyRestrictions): SecuredApiKeyRestrictions {
  const seconds = { validUntil: Math.floor(validUntil.getTime() / 1000) }
  if (!reader) return seconds
  const searchParams = {
    filters: readerFilter(reader.uid),
    attributesToRetrieve: [...reader.fields],
    facets: [],
    // Both repeat a record's texts, whether or not they may be retrieved.
    attributesToHighlight: ['lastMessage.body'],
    attributesToSnippet: ['lastMessage.body:30'],
  }
  return { ...seconds, searchParams }
}

/**
 * Only records of that reader: tags match exactly, where facet values match whatever their case. Quotes, backslashes
 * and the minus sign that negates are escaped: no user id can widen it.
 */
export function readerFilter(uid: string): string {
  const value = uid.replace(/[\\"]/g, '\\$&').replace(/^-/, '\\-')
  return `_tags:"${value}"`
}
