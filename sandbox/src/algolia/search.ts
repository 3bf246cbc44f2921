/** Searching: substring match, filters, custom ranking, pages. */

import { asList, asObject, asText, type JsonObject, presentText } from '../core/values.ts'
import { refuse } from './errors.ts'
import { type Filterable, parseFilters } from './filters.ts'
import type { Access } from './keys.ts'
import type { AlgoliaRecord } from './partial-update.ts'
import type { AlgoliaStore, Index } from './store.ts'

/** Parameters come as an object or as a URL-encoded text in `params`, or both. */
function readParams(body: unknown): JsonObject {
  const given = asObject(body)
  const packed = new URLSearchParams(asText(given.params) ?? '')
  return { ...Object.fromEntries(packed), ...given }
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsOf)
}

/** The record has every word of the query somewhere. */
function matchesQuery(record: AlgoliaRecord, query: string): boolean {
  const text = textsOf(record).join('\n').toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word))
}

type Compare = (left: AlgoliaRecord, right: AlgoliaRecord) => number

function compareValues(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  return String(left ?? '').localeCompare(String(right ?? ''))
}

function readRule(rule: unknown): Compare | undefined {
  const match = /^(asc|desc)\((.+)\)$/.exec(String(rule))
  if (!match) return undefined
  const [, direction, attribute = ''] = match
  const sign = direction === 'desc' ? -1 : 1
  return (left, right) => sign * compareValues(left[attribute], right[attribute])
}

function ranking(settings: JsonObject): Compare {
  const rules = [...asList(settings.ranking), ...asList(settings.customRanking)].flatMap(
    rule => readRule(rule) ?? [],
  )
  return (left, right) => rules.map(rule => rule(left, right)).find(order => order !== 0) ?? 0
}

/** `numericAttributesForFiltering`: no list, or an empty one, allows every attribute. */
function filterableBy(settings: JsonObject): Filterable {
  const names = asList(settings.numericAttributesForFiltering)
  return attribute => names.length === 0 || names.includes(attribute)
}

/** The filters of the key and of the caller must both hold. */
function readFilter({ settings }: Index, access: Access, params: JsonObject) {
  const filterable = filterableBy(settings)
  const parts = [access.filters, asText(params.filters) ?? ''].map(text => parseFilters(text, filterable))
  return (record: AlgoliaRecord) => parts.every(part => part(record))
}

function readNumber(value: unknown, fallback: number): number {
  const number = Number(value ?? Number.NaN)
  return Number.isInteger(number) && number >= 0 ? number : fallback
}

function select(index: Index, access: Access, params: JsonObject): AlgoliaRecord[] {
  const query = presentText(params.query)?.trim() ?? ''
  const passes = readFilter(index, access, params)
  return [...index.records.values()]
    .filter(record => passes(record) && (query === '' || matchesQuery(record, query)))
    .sort(ranking(index.settings))
}

/** A key's attributes override the caller's. */
function shown(access: Access, params: JsonObject): (record: AlgoliaRecord) => JsonObject {
  const fields = params.attributesToRetrieve
  const names = access.attributes ?? (typeof fields === 'string' ? fields.split(',') : fields)
  if (!Array.isArray(names) || names.includes('*')) return record => record
  return record =>
    Object.fromEntries(Object.entries(record).filter(([name]) => name === 'objectID' || names.includes(name)))
}

function indexFor(store: AlgoliaStore, name: string, access: Access): Index {
  if (!access.mayRead(name)) throw refuse(403, 'Index not allowed with this API key')
  return store.find(name)
}

export function search(store: AlgoliaStore, name: string, access: Access, body: unknown): JsonObject {
  const params = readParams(body)
  const found = select(indexFor(store, name, access), access, params)
  const hitsPerPage = readNumber(params.hitsPerPage, 20)
  const page = readNumber(params.page, 0)
  const { params: packed, indexName: _index, type: _type, ...named } = asObject(body)
  return {
    hits: found.slice(page * hitsPerPage, (page + 1) * hitsPerPage).map(shown(access, params)),
    nbHits: found.length,
    page,
    nbPages: hitsPerPage === 0 ? 0 : Math.ceil(found.length / hitsPerPage),
    hitsPerPage,
    query: asText(params.query) ?? '',
    params: asText(packed) ?? new URLSearchParams(textEntries(named)).toString(),
    index: name,
    processingTimeMS: 1,
  }
}

const textEntries = (values: JsonObject): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )

export const searchMany = (store: AlgoliaStore, access: Access, body: unknown): JsonObject => ({
  results: asList(asObject(body).requests).map(request =>
    search(store, asText(asObject(request).indexName) ?? '', access, request),
  ),
})

/** Records by id, from one or several indexes; null for a missing one. */
export function recordsByIds(store: AlgoliaStore, access: Access, body: unknown): JsonObject {
  if (!access.isAdmin && access.filters !== '') throw refuse(403, 'Method not allowed with this API key')
  const requests = asList(asObject(body).requests).map(asObject)
  if (requests.length > 1000) throw refuse(400, 'Too many objects requested')
  return {
    results: requests.map(request => {
      const { records } = indexFor(store, asText(request.indexName) ?? '', access)
      const record = records.get(asText(request.objectID) ?? '')
      return record ? shown(access, request)(record) : null
    }),
  }
}

/** Browsing: everything, in pages that a cursor continues. */
export function browse(store: AlgoliaStore, name: string, access: Access, body: unknown): JsonObject {
  const params = readParams(body)
  const found = select(indexFor(store, name, access), access, params)
  const hitsPerPage = readNumber(params.hitsPerPage, 1000) || 1000
  const start = readNumber(asText(params.cursor), 0)
  const end = start + hitsPerPage
  return {
    hits: found.slice(start, end).map(shown(access, params)),
    nbHits: found.length,
    page: Math.floor(start / hitsPerPage),
    nbPages: Math.ceil(found.length / hitsPerPage),
    hitsPerPage,
    query: asText(params.query) ?? '',
    params: asText(params.params) ?? '',
    processingTimeMS: 1,
    ...(end < found.length ? { cursor: String(end) } : {}),
  }
}
