import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Json } from '../google/api.ts'

export interface MonitoringStandIn {
  readonly url: string
  /** Everything that is stored, by its full name. */
  readonly stored: Map<string, Json>
  /** Method and path of whatever has changed something, in order. */
  readonly changes: string[]
  /** The next requests whose path contains that are refused so. */
  refuse(path: string, status: number, error: Json, times?: number): void
  close(): void
}

const collections = ['metrics', 'alertPolicies', 'notificationChannels', 'dashboards'] as const
const collection = /^\/v[123]\/(projects\/[^/]+)\/(\w+)$/

/** A stand-in for the APIs of Cloud Logging and Cloud Monitoring, as far as `npm run monitoring` meets them. */
export async function startMonitoringStandIn(): Promise<MonitoringStandIn> {
  const stored = new Map<string, Json>()
  const changes: string[] = []
  const refusals: { path: string; status: number; error: Json; times: number }[] = []
  let ids = 0

  function answer(method: string, path: string, body: Json): [status: number, reply: Json] {
    const refusal = refusals.find(({ path: part, times }) => times > 0 && path.includes(part))
    if (refusal) {
      refusal.times -= 1
      return [refusal.status, { error: refusal.error }]
    }
    if (method !== 'GET') changes.push(`${method} ${path}`)
    const [, parent = '', kind = ''] = collection.exec(path) ?? []
    if (method === 'GET') {
      const inside = [...stored].filter(([name]) => name.startsWith(`${parent}/${kind}/`))
      return collections.some(one => one === kind)
        ? [200, { [kind]: inside.map(([, one]) => one) }]
        : [404, notFound]
    }
    if (method === 'POST') return [200, create(parent, kind, body)]
    const name = path.replace(/^\/v[123]\//, '')
    const there = stored.get(name)
    if (!there) return [404, notFound]
    if (method === 'DELETE') stored.delete(name)
    else if (kindOf(name) === 'dashboards' && body.etag !== there.etag) return [409, conflict]
    else stored.set(name, { ...there, ...body, ...(there.etag ? { etag: `e${++ids}` } : {}) })
    return [200, stored.get(name) ?? {}]
  }

  /** Metrics are called by their own name, all others get one. */
  function create(parent: string, kind: string, body: Json): Json {
    const name = `${parent}/${kind}/${kind === 'metrics' ? body.name : ++ids}`
    const made = {
      ...body,
      ...(kind === 'metrics' ? { createTime: '2031-05-01T00:00:00Z', version: 'V2' } : { name }),
      ...(kind === 'dashboards' && { etag: `e${++ids}` }),
      ...(kind === 'alertPolicies' && { enabled: true, creationRecord: { mutatedBy: 'somebody' } }),
    }
    stored.set(name, made)
    return made
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const text = Buffer.concat(chunks).toString('utf8')
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const isSigned = request.headers.authorization === 'Bearer a-token'
    const [status, reply] = isSigned
      ? answer(request.method ?? '', pathname, text === '' ? {} : JSON.parse(text))
      : [401, { error: { message: 'Request had invalid authentication credentials.' } }]
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    ...{ url: `http://127.0.0.1:${port}`, stored, changes },
    refuse: (path, status, error, times = 1) => refusals.push({ path, status, error, times }),
    close: () => server.close(),
  }
}

const kindOf = (name: string): string | undefined => name.split('/').at(-2)
const notFound = { error: { message: 'not found' } }
const conflict = { error: { message: 'The etag is not that of the dashboard.' } }
