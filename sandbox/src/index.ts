/** One process that stands in for six vendors over real HTTP. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Adapter } from './channel-manager/adapters.ts'
import { createControl } from './control/control.ts'
import type { SandboxContext, SandboxCredentials } from './core/context.ts'
import { createFaults } from './core/faults.ts'
import { headersOf, parseBody, readBytes, send } from './core/http.ts'
import { createRecorder, type Recorder } from './core/recorder.ts'
import { type Outcome, serveVendor } from './core/serve-vendor.ts'
import { type VendorName, type VendorRequest, vendorNames } from './core/vendor.ts'
import { createVendors } from './vendors.ts'

export { sandboxCredentials } from './core/context.ts'

export interface SandboxOptions {
  /** 0 or absent: any free port. */
  readonly port?: number | undefined
  readonly host?: string | undefined
  /** The project's public origin, whose `/webhooks/…` the sandbox calls. */
  readonly publicUrl?: string | undefined
  readonly credentials: SandboxCredentials
  /** OTAs of the channel manager in addition to the sandbox's own. */
  readonly adapters?: readonly Adapter[] | undefined
}

export interface Sandbox {
  readonly url: string
  close(): Promise<void>
}

interface Target {
  readonly prefix: string
  readonly search: string
  readonly request: VendorRequest
}

async function readTarget(request: IncomingMessage): Promise<Target> {
  const url = new URL(request.url ?? '/', 'http://sandbox')
  const [, prefix = '', ...rest] = url.pathname.split('/')
  const contentType = request.headers['content-type'] ?? ''
  const bytes = await readBytes(request)
  // Files are not text, and too large for the recorder.
  const body = prefix === 'storage' ? null : parseBody(bytes.toString('utf8'), contentType)
  const parsed: VendorRequest = {
    method: request.method ?? 'GET',
    path: `/${rest.join('/')}`,
    query: url.searchParams,
    headers: headersOf(request),
    contentType,
    body,
    bytes,
  }
  return { prefix, search: url.search, request: parsed }
}

const vendorOf = (prefix: string): VendorName | undefined => vendorNames.find(name => name === prefix)

function record(recorder: Recorder, vendor: VendorName, { request, search }: Target) {
  const { method, path, headers, body } = request
  return recorder.add({ vendor, method, path: path + search, headers, body })
}

function finish(response: ServerResponse, outcome: Outcome): void {
  if (outcome.kind === 'reply') send(response, outcome.reply)
  else if (outcome.kind === 'reset') response.socket?.resetAndDestroy()
}

function createHandler(context: SandboxContext) {
  const vendors = createVendors(context)
  const faults = createFaults()
  const recorder = createRecorder()
  const control = createControl({ context, vendors, faults, recorder })

  return async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const target = await readTarget(incoming)
    if (target.prefix === '_sandbox') return send(response, await control(target.request))
    const name = vendorOf(target.prefix)
    if (!name) return send(response, { status: 404, body: { error: `no vendor ${target.prefix}` } })
    // Browsers search at this vendor themselves.
    if (name === 'algolia') response.setHeader('Access-Control-Allow-Origin', '*')
    const settle = record(recorder, name, target)
    const outcome = await serveVendor(name, vendors[name], faults, target.request)
    if (outcome.kind === 'reply') settle(outcome.reply.status)
    finish(response, outcome)
  }
}

function fail(response: ServerResponse, error: unknown): void {
  console.error('sandbox failed', error)
  if (!response.headersSent) send(response, { status: 500, body: { error: String(error) } })
}

export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const context: SandboxContext = {
    credentials: options.credentials,
    adapters: options.adapters ?? [],
    publicUrl: options.publicUrl,
  }
  const handle = createHandler(context)
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => fail(response, error))
  })
  // Longer than any client keeps an idle connection, so that no reuse meets a closing socket.
  server.keepAliveTimeout = 120_000
  server.requestTimeout = 0
  const host = options.host ?? '127.0.0.1'
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, host, resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
