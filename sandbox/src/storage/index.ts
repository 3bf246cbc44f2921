import { createRouter, type RoutedRequest } from '../core/router.ts'
import { json, type Reply, type Vendor } from '../core/vendor.ts'
import { errorBody, refuse } from './errors.ts'
import { ObjectStore, type StoredObject, shown } from './store.ts'
import { upload } from './upload.ts'

function found(store: ObjectStore, { param }: RoutedRequest): StoredObject {
  const object = store.find(param('bucket'), param('object'))
  if (!object) throw refuse(404, 'notFound')
  return object
}

/** What is said of an object, or with `alt=media` the object itself. */
function read(store: ObjectStore, request: RoutedRequest): Reply {
  const object = found(store, request)
  return request.query.get('alt') === 'media'
    ? media(object, request.headers.range)
    : json(200, shown(object))
}

function media({ contentType, bytes }: StoredObject, range: string | undefined): Reply {
  const headers = { 'content-type': contentType, 'accept-ranges': 'bytes' }
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? []
  if (from === undefined) return { status: 200, headers, body: bytes }
  const start = Number(from)
  const end = Math.min(to ? Number(to) : bytes.length - 1, bytes.length - 1)
  if (start > end) throw refuse(416, 'requestedRangeNotSatisfiable')
  const told = { ...headers, 'content-range': `bytes ${start}-${end}/${bytes.length}` }
  return { status: 206, headers: told, body: bytes.subarray(start, end + 1) }
}

function remove(store: ObjectStore, request: RoutedRequest): Reply {
  const { bucket, name } = found(store, request)
  store.remove(bucket, name)
  return { status: 204 }
}

const pageSize = 1000

function list(store: ObjectStore, { query, param }: RoutedRequest): Reply {
  const limit = Math.min(Number(query.get('maxResults') ?? pageSize) || pageSize, pageSize)
  const after = query.get('pageToken') ?? ''
  const matching = store.list(param('bucket'), query.get('prefix') ?? '').filter(({ name }) => name > after)
  const items = matching.slice(0, limit)
  const next = matching.length > limit ? items.at(-1)?.name : undefined
  return json(200, { kind: 'storage#objects', items: items.map(shown), ...(next && { nextPageToken: next }) })
}

/** Cloud Storage's JSON API. Any token will do, but there has to be one. */
export function createStorage(): Vendor {
  const store = new ObjectStore()
  const route = createRouter({
    'POST /upload/storage/v1/b/:bucket/o': request => upload(store, request),
    'GET /storage/v1/b/:bucket/o': request => list(store, request),
    'GET /storage/v1/b/:bucket/o/:object': request => read(store, request),
    'DELETE /storage/v1/b/:bucket/o/:object': request => remove(store, request),
  })
  return {
    errorBody,
    reset: store.clear,
    state: () => ({ objects: store.all().map(shown) }),
    handle(request) {
      if (!/^Bearer \S+$/.test(request.headers.authorization ?? '')) throw refuse(401, 'authError')
      const reply = route(request)
      if (!reply) throw refuse(404, 'notFound')
      return reply
    },
  }
}
