import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { Cloud } from './cloud.ts'
import { apiDisabled } from './faults.ts'
import { asJson, type Call, findRoute, type Json, notFound, Refusal, Reply } from './service.ts'
import { alwaysOn, services } from './services.ts'

export interface ControlPlane {
  readonly cloud: Cloud
  readonly url: string
  close(): Promise<void>
}

/**
 * A stand-in for the HTTP APIs that deployments use. It is a proxy: clients with `HTTP_PROXY` and `http:` origins request
 * `http://run.googleapis.com/…` and get the reply of that host's service here. `https:` is refused, so nothing leaves
 * this machine.
 */
export async function startControlPlane(
  projectId: string,
  enabledApis: Iterable<string> = [],
  port = 0,
): Promise<ControlPlane> {
  const cloud = new Cloud(projectId, enabledApis)
  const server = createServer((request, response) => {
    answer(cloud, request, response).catch((error: unknown) => {
      console.error('the stand-in failed', error)
      response.writeHead(500).end(String(error))
    })
  })
  server.on('connect', (request: IncomingMessage, socket: Socket) => tunnel(cloud, server, request, socket))
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  const { port: taken } = server.address() as AddressInfo
  return {
    cloud,
    url: `http://127.0.0.1:${taken}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Serves `CONNECT host:80` like a direct connection. */
function tunnel(cloud: Cloud, server: Server, request: IncomingMessage, socket: Socket): void {
  const [host = '', port] = (request.url ?? '').split(':')
  socket.on('error', () => socket.destroy())
  if (port === '80' && services.has(host)) {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
    server.emit('connection', socket)
    return
  }
  cloud.strangers.add(request.url ?? '')
  socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
}

async function answer(cloud: Cloud, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
  const bytes = await bytesOf(request)
  const body = parsed(bytes)
  const method = request.method ?? 'GET'
  const path = decodeURIComponent(url.pathname).replace(/^\/+/, '/')
  const reply = replyTo(cloud, url.hostname, { cloud, method, path, query: url.searchParams, body, bytes })
  cloud.arrivals.push({ host: url.hostname, method, path: path + url.search, body, status: reply.status })
  response.writeHead(reply.status, reply.headers).end(reply.body)
}

function replyTo(cloud: Cloud, host: string, request: Omit<Call, 'params'>): Reply {
  try {
    const { method, path } = request
    const service = services.get(host)
    if (!service) throw notFound(host)
    const fault = cloud.fault(host, method, path)
    if (fault) throw fault.with
    if (!alwaysOn.has(host) && !cloud.enabledApis.has(host)) throw apiDisabled(host, cloud.projectNumber)
    const route = findRoute(service, method, path)
    if (!route)
      throw new Refusal(501, 'UNIMPLEMENTED', `The stand-in has no ${method} http://${host}${path}.`)
    const result = route.answer({ ...request, params: route.params })
    return result instanceof Reply ? result : Reply.json(200, result)
  } catch (error) {
    if (error instanceof Refusal) return error.reply
    throw error
  }
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

/** Uploads and forms are not JSON. */
function parsed(bytes: Buffer): Json {
  try {
    return asJson(JSON.parse(bytes.toString('utf8')))
  } catch {
    return {}
  }
}
