/** Callers: the admin key, the search key, or a key secured from the search key. */

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SandboxCredentials } from '../core/context.ts'
import type { VendorRequest } from '../core/vendor.ts'
import { refuse } from './errors.ts'

export interface Access {
  readonly isAdmin: boolean
  /** A filter that every search of a secured key has in addition. */
  readonly filters: string
  /** The only attributes a secured key shows; undefined shows what the caller asks for. */
  readonly attributes: readonly string[] | undefined
  readonly mayRead: (index: string) => boolean
}

/** The limit of the search key, and of keys secured from it. */
export const maxQueriesPerIPPerHour = 1000

const everything = { filters: '', attributes: undefined, mayRead: () => true }

/** base64(hex HMAC-SHA256 of the parameters + the parameters). */
function securedParams(key: string, searchKey: string): URLSearchParams | undefined {
  const decoded = Buffer.from(key, 'base64').toString('utf8')
  const [mac, params] = [decoded.slice(0, 64), decoded.slice(64)]
  const expected = createHmac('sha256', searchKey).update(params).digest('hex')
  if (mac.length !== expected.length || !timingSafeEqual(Buffer.from(mac), Buffer.from(expected)))
    return undefined
  return new URLSearchParams(params)
}

/** Written as a JSON list by some clients, comma-separated by others. */
const readList = (text: string | null): string[] | undefined => text?.replace(/[[\]"\s]/g, '').split(',')

function readIndexes(params: URLSearchParams): Access['mayRead'] {
  const names = readList(params.get('restrictIndices'))
  return index => !names || names.includes(index)
}

function securedAccess(params: URLSearchParams): Access {
  const until = params.get('validUntil')
  if (until !== null && Number(until) * 1000 < Date.now()) throw refuse(403, 'The API key has expired')
  return {
    isAdmin: false,
    filters: params.get('filters') ?? '',
    attributes: readList(params.get('attributesToRetrieve')),
    mayRead: readIndexes(params),
  }
}

export function authorize(request: VendorRequest, credentials: SandboxCredentials): Access {
  const { headers, query } = request
  const appId = headers['x-algolia-application-id'] ?? query.get('x-algolia-application-id')
  const key = headers['x-algolia-api-key'] ?? query.get('x-algolia-api-key') ?? ''
  if (appId !== credentials.algoliaAppId) throw refuse(403)
  if (key === credentials.algoliaApiKey) return { isAdmin: true, ...everything }
  if (key === credentials.algoliaSearchKey) return { isAdmin: false, ...everything }
  const params = securedParams(key, credentials.algoliaSearchKey)
  if (!params) throw refuse(403)
  return securedAccess(params)
}
