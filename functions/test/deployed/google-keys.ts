import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { SigningKey } from './id-token.ts'

const preload = path.join(import.meta.dirname, 'redirect-google-keys.mjs')

/** How the stand-in answers. */
type Mode = 'serving' | 'failing' | 'unreachable' | 'garbage'

export interface GoogleKeys {
  /** Environment and `node` options of a process that is to call the stand-in. */
  env: Record<string, string>
  nodeOptions: string[]
  answer(mode: Mode): void
  /** Replaces the published keys, which may be cached for that long. */
  publish(keys: SigningKey[], maxAgeSeconds: number): void
  /** Requests for the keys so far. */
  requestCount(): number
  /** Changes what the record of every user says. */
  record(fields: { role?: string; disabled?: boolean; validSince?: string }): void
  /** Makes records readable or not. */
  answerRecords(isThere: boolean): void
  close(): void
}

/**
 * Stands in for Google: the endpoint of the keys that sign ID tokens, the records of users, and the metadata server that
 * gives the access token for them, with the same forms of reply.
 */
export async function googleKeys(keys: SigningKey[], role = 'support'): Promise<GoogleKeys> {
  let user: { role?: string; disabled?: boolean; validSince?: string } = { role }
  let hasRecords = true
  const sendJson = (response: ServerResponse, status: number, body: object) =>
    response
      .writeHead(status, { 'Content-Type': 'application/json', 'Metadata-Flavor': 'Google' })
      .end(JSON.stringify(body))
  const lookUp = async (request: IncomingMessage, response: ServerResponse) => {
    if (!hasRecords) return sendJson(response, 500, { error: { code: 500, message: 'INTERNAL_ERROR' } })
    const { localId = [] } = JSON.parse(await text(request)) as { localId?: string[] }
    const { role, ...fields } = user
    const record = { ...fields, ...(role && { customAttributes: JSON.stringify({ role }) }) }
    return sendJson(response, 200, { users: localId.map(id => ({ localId: id, ...record })) })
  }
  let mode: Mode = 'serving'
  let requests = 0
  const certificatesOf = (keys: SigningKey[]) =>
    JSON.stringify(Object.fromEntries(keys.map(key => [key.kid, key.certificate])))
  let published = { certificates: certificatesOf(keys), maxAge: 3600 }
  const replies: Record<Mode, (response: ServerResponse) => unknown> = {
    serving: response =>
      response
        .writeHead(200, {
          'Content-Type': 'application/json',
          'Cache-Control': `public, max-age=${published.maxAge}`,
        })
        .end(published.certificates),
    failing: response => response.writeHead(500, { 'Content-Type': 'text/html' }).end('<h1>Error 500</h1>'),
    unreachable: response => response.destroy(),
    garbage: response => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Sign in</h1>'),
  }
  const server = createServer((request, response) => {
    if (request.url?.endsWith('/accounts:lookup')) return void lookUp(request, response)
    if (request.url?.startsWith('/computeMetadata/'))
      return void sendJson(response, 200, { access_token: 'local', expires_in: 3600, token_type: 'Bearer' })
    requests += 1
    replies[mode](response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return {
    env: {
      GOOGLE_KEYS_URL: url,
      GCE_METADATA_HOST: `127.0.0.1:${port}`,
      METADATA_SERVER_DETECTION: 'assume-present',
    },
    record: fields => {
      user = fields
    },
    answerRecords: isThere => {
      hasRecords = isThere
    },
    nodeOptions: ['--import', preload],
    answer: next => {
      mode = next
    },
    publish: (keys, maxAge) => {
      published = { certificates: certificatesOf(keys), maxAge }
    },
    requestCount: () => requests,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
