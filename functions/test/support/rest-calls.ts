import http from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

/** What to do to the next call of a method, e.g. `Commit`, instead of only passing it on. */
export interface Disturbance {
  method: string
  /** A gRPC status code, such as 14 for UNAVAILABLE. */
  code: number
  message: string
  /** What becomes of the call: nothing, or it does its work and only its answer is lost or unreadable. */
  way: 'refuse' | 'lose' | 'reset' | 'garble' | 'delay'
  delayMs?: number
}

/** What a call over REST is named as, over gRPC. */
const methods: Readonly<Record<string, string>> = {
  batchGet: 'BatchGetDocuments',
  commit: 'Commit',
  runAggregationQuery: 'RunAggregationQuery',
}
const methodOf = (url = ''): string => methods[url.split(':').at(-1) ?? ''] ?? url

/** gRPC's codes as Google says them over HTTP. */
const statuses: Readonly<Record<number, readonly [number, string]>> = {
  1: [499, 'CANCELLED'],
  2: [500, 'UNKNOWN'],
  4: [504, 'DEADLINE_EXCEEDED'],
  5: [404, 'NOT_FOUND'],
  6: [409, 'ALREADY_EXISTS'],
  7: [403, 'PERMISSION_DENIED'],
  8: [429, 'RESOURCE_EXHAUSTED'],
  9: [400, 'FAILED_PRECONDITION'],
  10: [409, 'ABORTED'],
  13: [500, 'INTERNAL'],
  14: [503, 'UNAVAILABLE'],
  16: [401, 'UNAUTHENTICATED'],
}

function refuse(response: http.ServerResponse, method: string, { code, message }: Disturbance): void {
  const [status, name] = statuses[code] ?? [500, 'UNKNOWN']
  const error = { error: { code: status, message, status: name } }
  // The answer to a read is a list, also where it is an error.
  const body = JSON.stringify(method === 'Commit' ? error : [error])
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(body)
}

/** The REST side of what stands in front of an emulator; `called` counts a call and answers its disturbance. */
export function restCalls(
  emulatorHost: string,
  called: (method: string) => Disturbance | undefined,
): http.Server {
  const agent = new http.Agent({ keepAlive: true })
  const server = http.createServer(async (request, response) => {
    const method = methodOf(request.url)
    const disturbance = called(method)
    const body = await text(request).catch(() => undefined)
    if (body === undefined) return
    if (disturbance?.way === 'reset' || disturbance?.way === 'refuse') {
      return disturbance.way === 'reset' ? request.socket.destroy() : refuse(response, method, disturbance)
    }
    if (disturbance?.way === 'delay') await sleep(disturbance.delayMs)
    const found = await passed(body, request)
    if (!found) return request.socket.destroy()
    if (disturbance?.way === 'lose') return refuse(response, method, disturbance)
    response.writeHead(found.status, { 'Content-Type': 'application/json' })
    response.end(disturbance?.way === 'garble' ? found.text.slice(0, found.text.length / 2) : found.text)
  })
  const passed = (body: string, { url, method, headers }: http.IncomingMessage) =>
    new Promise<{ status: number; text: string } | undefined>(resolve => {
      const to = http.request(`http://${emulatorHost}${url}`, { agent, method, headers }, async answer => {
        const found = await text(answer).catch(() => undefined)
        resolve(found === undefined ? undefined : { status: answer.statusCode ?? 500, text: found })
      })
      to.on('error', () => resolve(undefined)).end(body)
    })
  server.on('close', () => agent.destroy())
  return server
}
