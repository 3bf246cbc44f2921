import type { SandboxContext, SandboxCredentials } from '../core/context.ts'
import { createRouter } from '../core/router.ts'
import { asList, asObject, isObject, type JsonObject } from '../core/values.ts'
import { json, type Vendor, type VendorRequest } from '../core/vendor.ts'
import { errorBody, refuse } from './errors.ts'
import { type Access, authorize, maxQueriesPerIPPerHour } from './keys.ts'
import { browse, recordsByIds, search, searchMany } from './search.ts'
import { AlgoliaStore } from './store.ts'

const now = (): string => new Date().toISOString()

function bodyObject(body: unknown): JsonObject {
  if (!isObject(body)) throw refuse(400, 'Invalid JSON body')
  return body
}

const defaultSettings = {
  hitsPerPage: 20,
  ranking: ['typo', 'geo', 'words', 'filters', 'proximity', 'attribute', 'exact', 'custom'],
}

/** The vendor's answer about a key to its holder. */
const keyRoutes = ({ algoliaSearchKey }: SandboxCredentials, request: VendorRequest) =>
  ({
    'GET /1/keys/:key': ({ param }) => {
      const given = request.headers['x-algolia-api-key']
      if (given !== algoliaSearchKey) throw refuse(403)
      if (param('key') !== algoliaSearchKey) throw refuse(404, 'Key does not exist')
      return json(200, { value: param('key'), acl: ['search'], maxQueriesPerIPPerHour, validity: 0 })
    },
  }) satisfies Parameters<typeof createRouter>[0]

/** Routes for search-only keys. */
const searchRoutes = (store: AlgoliaStore, access: Access) =>
  ({
    'POST /1/indexes/*/queries': ({ body }) => json(200, searchMany(store, access, body)),
    'POST /1/indexes/*/objects': ({ body }) => json(200, recordsByIds(store, access, body)),
    'POST /1/indexes/:index/query': ({ param, body }) =>
      json(200, search(store, param('index'), access, body)),
    'GET /1/indexes/:index/settings': () => {
      throw refuse(403, 'Method not allowed with this API key')
    },
  }) satisfies Parameters<typeof createRouter>[0]

/** Routes that need further rights: browse, settings, addObject, deleteObject. */
const adminRoutes = (store: AlgoliaStore, access: Access) =>
  ({
    'POST /1/indexes/:index/browse': ({ param, body }) =>
      json(200, browse(store, param('index'), access, body)),
    'GET /1/indexes/:index/settings': ({ param }) =>
      json(200, { ...defaultSettings, ...store.find(param('index')).settings }),
    'POST /1/indexes/:index/batch': ({ param, body }) => {
      const objectIDs = store.batch(param('index'), asList(asObject(body).requests))
      return json(200, { taskID: store.nextTask(), objectIDs })
    },
    'POST /1/indexes/:index/:id/partial': ({ param, body }) => {
      store.partial(param('index'), param('id'), bodyObject(body))
      return json(200, { taskID: store.nextTask(), objectID: param('id'), updatedAt: now() })
    },
    'PUT /1/indexes/:index/settings': ({ param, body }) => {
      const index = store.open(param('index'))
      index.settings = { ...index.settings, ...bodyObject(body) }
      return json(200, { taskID: store.nextTask(), updatedAt: now() })
    },
    'PUT /1/indexes/:index/:id': ({ param, body }) => {
      store.put(param('index'), param('id'), bodyObject(body))
      return json(200, { taskID: store.nextTask(), objectID: param('id'), updatedAt: now() })
    },
    'DELETE /1/indexes/:index/:id': ({ param }) => {
      store.open(param('index')).records.delete(param('id'))
      return json(200, { taskID: store.nextTask(), deletedAt: now() })
    },
  }) satisfies Parameters<typeof createRouter>[0]

export function createAlgolia(context: SandboxContext): Vendor {
  const store = new AlgoliaStore()
  return {
    errorBody: status => errorBody(status),
    reset: () => store.reset(),
    state: () => ({
      records: [...store.indexes.values()].flatMap(index => [...index.records.values()]),
      indexes: Object.fromEntries(
        [...store.indexes].map(([name, { records }]) => [name, [...records.values()]]),
      ),
      settings: Object.fromEntries([...store.indexes].map(([name, { settings }]) => [name, settings])),
    }),
    handle(request: VendorRequest) {
      const access = authorize(request, context.credentials)
      // A key that may only search does not learn whether another path exists.
      if (!access.isAdmin) {
        const routes = { ...keyRoutes(context.credentials, request), ...searchRoutes(store, access) }
        const found = createRouter(routes)(request)
        if (found === undefined) throw refuse(403, 'Method not allowed with this API key')
        return found
      }
      const reply = createRouter({ ...searchRoutes(store, access), ...adminRoutes(store, access) })(request)
      if (!reply) throw refuse(404, 'Path not found')
      return reply
    },
  }
}
