import { Agent, request } from 'node:http'
import type { Served } from '../functions/test/deployed/serve.ts'

const agent = new Agent({ keepAlive: true, maxSockets: 64 })
/** What is posted unless somebody wants another text. */
export const text = 'Good evening, your room is ready. The key is in the box beside the door.'
const body = JSON.stringify({ body: text })

export interface Call {
  path: string
  headers: Record<string, string>
  body: string
}

export interface Answer {
  status: number
  text: string
  /** How long it took, in milliseconds. */
  ms: number
}

/** Posts one message; answers how long that took, in milliseconds. Anything but 201 ends the bench. */
export async function post(
  served: Served,
  threadId: string,
  headers: Record<string, string>,
): Promise<number> {
  const answer = await send(served, { path: `/chat/threads/${threadId}/messages`, headers, body })
  if (answer.status === 201) return answer.ms
  throw new Error(`${answer.status} ${answer.text}\n${served.output()}`)
}

/** Before a server is asked again that may have closed its idle connections meanwhile. */
export const closeConnections = (): void => agent.destroy()

export function send({ port }: Served, { path, headers, body }: Call): Promise<Answer> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        ...{ agent, host: '127.0.0.1', port, path, method: 'POST' },
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      },
      response => {
        let text = ''
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part
        })
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text, ms: performance.now() - began }),
        )
      },
    )
    sent.on('error', reject).end(body)
  })
}
