import type { RoutedRequest } from '../core/router.ts'
import { asObject, asText, type JsonObject } from '../core/values.ts'
import { json, type Reply } from '../core/vendor.ts'
import { refuse } from './errors.ts'
import { type ObjectStore, shown } from './store.ts'

interface Upload {
  readonly resource: JsonObject
  readonly contentType: string
  readonly bytes: Buffer
}

/** A simple upload, or one in two parts: what is said of the object, and its bytes. */
export function upload(store: ObjectStore, request: RoutedRequest): Reply {
  const { query, param } = request
  const { resource, contentType, bytes } = uploaded(request)
  const [bucket, name] = [param('bucket'), query.get('name') ?? asText(resource.name) ?? '']
  if (name === '') throw refuse(400, 'required')
  if (query.get('ifGenerationMatch') === '0' && store.find(bucket, name)) throw refuse(412, 'conditionNotMet')
  const type = asText(resource.contentType) ?? contentType
  return json(
    200,
    shown(store.put({ bucket, name, contentType: type, metadata: asObject(resource.metadata), bytes })),
  )
}

function uploaded({ query, contentType, bytes }: RoutedRequest): Upload {
  const kind = query.get('uploadType')
  if (kind === 'media') return { resource: {}, contentType: contentType || 'application/octet-stream', bytes }
  if (kind === 'multipart') return related(contentType, bytes)
  throw refuse(400, 'invalid')
}

const blankLine = '\r\n\r\n'

/** `multipart/related`: JSON first, then the bytes as they are. */
function related(contentType: string, body: Buffer): Upload {
  const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1]
  if (!contentType.startsWith('multipart/related') || boundary === undefined) throw refuse(400, 'badContent')
  const line = Buffer.from(`--${boundary}`)
  const first = body.indexOf(line)
  const second = body.indexOf(line, first + line.length)
  const last = body.lastIndexOf(Buffer.from(`\r\n--${boundary}--`))
  if (first < 0 || second < 0 || last < second) throw refuse(400, 'badContent')
  const said = partOf(body.subarray(first + line.length, second))
  const content = partOf(body.subarray(second + line.length, last))
  return {
    resource: resourceIn(said.bytes.toString('utf8')),
    contentType: /^content-type:\s*(.+)$/im.exec(content.head)?.[1]?.trim() ?? 'application/octet-stream',
    bytes: content.bytes,
  }
}

function partOf(part: Buffer) {
  const end = part.indexOf(blankLine)
  if (end < 0) throw refuse(400, 'badContent')
  return { head: part.subarray(0, end).toString('latin1'), bytes: part.subarray(end + blankLine.length) }
}

function resourceIn(text: string): JsonObject {
  try {
    return asObject(JSON.parse(text))
  } catch {
    throw refuse(400, 'parseError')
  }
}
