import { createHash } from 'node:crypto'
import { algoliasearch, type SecuredApiKeyRestrictions } from 'algoliasearch'
import type { KeyRestrictions, SearchKeys } from '../../lib/chat/search/thread-record.ts'
import { standIn } from './client.ts'

export interface AlgoliaSearchKeysConfig {
  url: string
  appId: string
  searchKey: string
  index: string
}

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

/** Algolia limits queries by this token, which is shorter than a user id. */
const tokenOf = (uid: string): string => createHash('sha256').update(uid).digest('base64url')

function securedBy({ validUntil, uid, fields }: KeyRestrictions): SecuredApiKeyRestrictions {
  const seconds = { validUntil: Math.floor(validUntil.getTime() / 1000) }
  if (!fields) return seconds
  const searchParams = {
    filters: readerFilter(uid),
    attributesToRetrieve: [...fields],
    facets: [],
    // Highlights and snippets also return attributes that are not retrievable.
    attributesToHighlight: ['lastMessage.body'],
    attributesToSnippet: ['lastMessage.body:30'],
  }
  return { ...seconds, searchParams }
}

/** Tags, unlike facet values, are case-sensitive. The escapes keep a user id from widening the filter. */
export function readerFilter(uid: string): string {
  const value = uid.replace(/[\\"]/g, '\\$&').replace(/^-/, '\\-')
  return `_tags:"${value}"`
}
