import { Agent, request } from 'node:http'
import type { Served } from '../functions/test/deployed/serve.ts'

const agent = new Agent({ keepAlive: true, maxSockets: 64 })
const body = JSON.stringify({
  body: 'Good evening, your room is ready. The key is in the box beside the door.',
})

/** For a server that may have closed its idle connections since the last call. */
export const closeConnections = (): void => agent.destroy()

/** Posts one message and returns its time in milliseconds. Anything but 201 ends the bench. */
export function post(served: Served, threadId: string, headers: Record<string, string>): Promise<number> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        agent,
        host: '127.0.0.1',
        port: served.port,
        path: `/chat/threads/${threadId}/messages`,
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      },
      response => {
        let text = ''
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part
        })
        response.on('end', () => {
          if (response.statusCode === 201) resolve(performance.now() - began)
          else reject(new Error(`${response.statusCode} ${text}\n${served.output()}`))
        })
      },
    )
    sent.on('error', reject).end(body)
  })
}
