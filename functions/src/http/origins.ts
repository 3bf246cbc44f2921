import type { IncomingMessage, ServerResponse } from 'node:http'

const preflight = {
  'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, X-File-Name',
  'Access-Control-Max-Age': '600',
}
const readable = 'Allow, Content-Disposition, Idempotent-Replayed, Retry-After, X-Request-Id'

/** Without credentials: callers bring a token. True if answered. */
export function allowOrigin(
  origins: readonly string[],
  { headers, method }: Pick<IncomingMessage, 'headers' | 'method'>,
  response: ServerResponse,
): boolean {
  if (origins.length === 0) return false
  response.setHeader('Vary', 'Origin')
  const { origin } = headers
  if (origin === undefined || !origins.includes(origin)) return false
  response.setHeader('Access-Control-Allow-Origin', origin)
  response.setHeader('Access-Control-Expose-Headers', readable)
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return false
  response.writeHead(204, preflight).end()
  return true
}
