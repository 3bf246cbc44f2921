import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { http } from '@google-cloud/functions-framework'
import { getTestServer } from '@google-cloud/functions-framework/testing'
import { endpoint } from '../../src/http/endpoint.ts'
import { webhookRoutes } from '../../src/http/webhooks/routes.ts'
import type { Context } from '../../src/lib/context.ts'
import { uniqueId } from './stack.ts'

/** The webhooks over HTTP in this process, as the platform serves them; each call asks for its context. */
export async function serveWebhooks(context: () => Context): Promise<{ url: string; close(): void }> {
  const name = uniqueId('webhooks')
  http(name, (request, response) =>
    endpoint(async () => webhookRoutes, context())(
      Object.assign(request, { rawBody: request.rawBody ?? Buffer.alloc(0) }),
      response,
    ),
  )
  const server: Server = getTestServer(name)
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return { url: `http://127.0.0.1:${portOf(server.address())}`, close: () => server.close() }
}

function portOf(address: AddressInfo | string | null): number {
  if (typeof address === 'object' && address) return address.port
  throw new Error('the server does not listen')
}
