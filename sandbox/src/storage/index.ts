import { createHash } from 'node:crypto'
import { createRouter, type RoutedRequest } from '../core/router.ts'
import { json, type Reply, type Vendor } from '../core/vendor.ts'
import { errorBody, refuse } from './errors.ts'

interface StoredObject {
  readonly bucket: string
  readonly name: string
  readonly contentType: string
  readonly bytes: Buffer
  readonly createdAt: Date
}

const keyOf = (bucket: string, name: string): string => JSON.stringify([bucket, name])

/** As the vendor shows an object; numbers are strings there. */
const shown = ({ bucket, name, contentType, bytes, createdAt }: StoredObject) => ({
  kind: 'storage#object',
  id: `${bucket}/${name}`,
  name,
  bucket,
  contentType,
  size: String(bytes.length),
  md5Hash: createHash('md5').update(bytes).digest('base64'),
  timeCreated: createdAt.toISOString(),
})

/** Cloud Storage's JSON API. Every bucket exists. A bearer token is required; any will do. */
export function createStorage(): Vendor {
  const objects = new Map<string, StoredObject>()

  function found({ param }: RoutedRequest): StoredObject {
    const object = objects.get(keyOf(param('bucket'), param('object')))
    if (!object) throw refuse(404, 'notFound')
    return object
  }

  /** A simple upload. */
  function upload({ query, param, contentType, bytes }: RoutedRequest): Reply {
    const [bucket, name] = [param('bucket'), query.get('name') ?? '']
    if (query.get('uploadType') !== 'media') throw refuse(400, 'invalid')
    if (name === '') throw refuse(400, 'required')
    const type = contentType || 'application/octet-stream'
    const object = { bucket, name, contentType: type, bytes, createdAt: new Date() }
    objects.set(keyOf(bucket, name), object)
    return json(200, shown(object))
  }

  /** An object's metadata, or with `alt=media` the object itself. */
  function read(request: RoutedRequest): Reply {
    const object = found(request)
    const { contentType, bytes } = object
    return request.query.get('alt') === 'media'
      ? { status: 200, headers: { 'content-type': contentType }, body: bytes }
      : json(200, shown(object))
  }

  function remove(request: RoutedRequest): Reply {
    const { bucket, name } = found(request)
    objects.delete(keyOf(bucket, name))
    return { status: 204 }
  }

  const route = createRouter({
    'POST /upload/storage/v1/b/:bucket/o': upload,
    'GET /storage/v1/b/:bucket/o/:object': read,
    'DELETE /storage/v1/b/:bucket/o/:object': remove,
  })
  return {
    errorBody,
    reset: () => objects.clear(),
    state: () => ({ objects: [...objects.values()].map(shown) }),
    handle(request) {
      if (!/^Bearer \S+$/.test(request.headers.authorization ?? '')) throw refuse(401, 'authError')
      const reply = route(request)
      if (!reply) throw refuse(404, 'notFound')
      return reply
    },
  }
}
