import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Services } from '../lib/services.ts'
import { endpoint, sendProblem } from './endpoint.ts'
import { renderProblem } from './problem.ts'
import type { Route } from './route.ts'

export type Serve = ReturnType<typeof endpoint>

/** A function's HTTP side without `onRequest` around it: what is thrown all the same is logged and answered. */
export function contained(routes: readonly Route[], services: Services): Serve {
  const serve = endpoint(routes, services)
  return async (request, response) => {
    try {
      await serve(request, response)
    } catch (error) {
      failed(services, response, error)
    }
  }
}

/** Logs what nothing has caught, and ends its request. */
export function failed({ log }: Pick<Services, 'log'>, response: ServerResponse, error: unknown): void {
  const requestId = randomUUID()
  log.error('request failed', { requestId, error })
  if (response.headersSent) return void response.end()
  const { problem } = renderProblem(undefined, requestId)
  sendProblem(response, { problem, headers: {} })
}
