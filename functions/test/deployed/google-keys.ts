import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { SigningKey } from './id-token.ts'

const preload = path.join(import.meta.dirname, 'redirect-google-keys.mjs')

/** How the stand-in answers. */
type Mode = 'serving' | 'failing' | 'unreachable' | 'garbage'

export interface GoogleKeys {
  /** For the process that is to meet the stand-in: its environment, and the options of its `node`. */
  env: Record<string, string>
  nodeOptions: string[]
  answer(mode: Mode): void
  /** Requests for the keys so far. */
  asked(): number
  close(): void
}

/** Stands in for Google's endpoint of the keys that sign ID tokens, with the same form of reply. */
export async function googleKeys(keys: SigningKey[]): Promise<GoogleKeys> {
  let mode: Mode = 'serving'
  let asked = 0
  const certificates = JSON.stringify(Object.fromEntries(keys.map(key => [key.kid, key.certificate])))
  const replies: Record<Mode, (response: ServerResponse) => unknown> = {
    serving: response =>
      response
        .writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'public, max-age=3600' })
        .end(certificates),
    failing: response => response.writeHead(500, { 'Content-Type': 'text/html' }).end('<h1>Error 500</h1>'),
    unreachable: response => response.destroy(),
    garbage: response => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Sign in</h1>'),
  }
  const server = createServer((_, response) => {
    asked += 1
    replies[mode](response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    env: { GOOGLE_KEYS_URL: `http://127.0.0.1:${port}` },
    nodeOptions: ['--import', preload],
    answer: next => {
      mode = next
    },
    asked: () => asked,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
