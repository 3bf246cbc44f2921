import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'

interface ReceivedCall {
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

/** Stands in for the project while the tests of the file run: records calls, and replies with `answer`. */
export function useProject(answer = { status: 200, body: '<Response></Response>' }) {
  const calls: ReceivedCall[] = []
  /** `left`: the next calls that get no answer. */
  const silent = { left: 0 }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      calls.push({
        path: request.url ?? '',
        headers: request.headers,
        text: Buffer.concat(chunks).toString('utf8'),
      })
      if (silent.left > 0) silent.left -= 1
      else response.writeHead(answer.status, { 'content-type': 'text/xml' }).end(answer.body)
    })
  })
  let url = ''
  beforeAll(async () => {
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    url = `http://127.0.0.1:${port}`
  })
  afterAll(
    () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  return {
    get url() {
      return url
    },
    calls,
    answer,
    silent,
  }
}
