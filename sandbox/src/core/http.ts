import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HeaderMap, Reply } from './vendor.ts'

export async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

export function headersOf(request: IncomingMessage): HeaderMap {
  return Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  )
}

/** A repeated key becomes an array, as `MediaUrl` needs. */
function parseForm(text: string): Record<string, string | string[]> {
  const form = new URLSearchParams(text)
  return Object.fromEntries(
    [...new Set(form.keys())].map(key => {
      const values = form.getAll(key)
      return [key, values.length > 1 ? values : (values[0] ?? '')]
    }),
  )
}

export function parseBody(text: string, contentType: string): unknown {
  if (text === '') return null
  if (contentType.includes('x-www-form-urlencoded')) return parseForm(text)
  // Search clients send JSON as text/plain, to spare browsers a preflight.
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export function send(response: ServerResponse, reply: Reply): void {
  const headers: Record<string, string> = { ...reply.headers }
  if (reply.body === undefined) {
    response.writeHead(reply.status, reply.status === 204 ? headers : { 'content-length': '0', ...headers })
    response.end()
    return
  }
  if (reply.body instanceof Uint8Array) {
    response.writeHead(reply.status, { 'content-length': String(reply.body.length), ...headers })
    response.end(reply.body)
    return
  }
  const text = JSON.stringify(reply.body)
  const length = String(Buffer.byteLength(text))
  response.writeHead(reply.status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': length,
    ...headers,
  })
  response.end(text)
}
