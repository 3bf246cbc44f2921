import { createHash } from 'node:crypto'
import { algoliasearch, type SecuredApiKeyRestrictions } from 'algoliasearch'
import type { KeyRestrictions, SearchKeys } from '../../lib/chat/search/thread-record.ts'
import { standIn } from './hosts.ts'

export interface AlgoliaSearchKeysConfig {
  url: string
  appId: string
  /** A search-only key; the issued keys are derived from it. */
  searchKey: string
  index: string
}

/** Algolia's secured keys, computed locally. */
export function algoliaSearchKeys({ url, appId, searchKey, index }: AlgoliaSearchKeysConfig): SearchKeys {
  if (appId === '' || searchKey === '') throw new Error('ALGOLIA_APP_ID or ALGOLIA_SEARCH_KEY is not set')
  const { generateSecuredApiKey } = algoliasearch(appId, searchKey)
  const host = standIn(url)
  return {
    issue: async restrictions => ({
      appId,
      indexName: index,
      key: generateSecuredApiKey({
        parentApiKey: searchKey,
        restrictions: {
          ...securedBy(restrictions),
          restrictIndices: [index],
          userToken: tokenOf(restrictions.uid),
        },
      }),
      ...(host !== undefined && { host }),
    }),
  }
}

/** Queries are limited by it. It may hold only some characters, unlike a user id. */
const tokenOf = (uid: string): string => createHash('sha256').update(uid).digest('base64url')

function securedBy({ validUntil, uid, fields }: KeyRestrictions): SecuredApiKeyRestrictions {
  const seconds = { validUntil: Math.floor(validUntil.getTime() / 1000) }
  if (!fields) return seconds
  const searchParams = {
    filters: readerFilter(uid),
    attributesToRetrieve: [...fields],
    facets: [],
    // Highlights and snippets would return texts even when those attributes are not retrievable.
    attributesToHighlight: ['lastMessage.body'],
    attributesToSnippet: ['lastMessage.body:30'],
  }
  return { ...seconds, searchParams }
}

/**
 * Limits a key to the reader's records. Tags, unlike facet values, match case-sensitively. Quotes, backslashes and a
 * leading minus (negation) are escaped, so no user id can widen the filter.
 */
export function readerFilter(uid: string): string {
  const value = uid.replace(/[\\"]/g, '\\$&').replace(/^-/, '\\-')
  return `_tags:"${value}"`
}
