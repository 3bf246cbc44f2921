import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../lib/context.ts'
import { DomainError } from '../lib/errors.ts'
import { lazily } from '../lib/lazy-port.ts'
import { namesOf } from '../lib/record-of.ts'
import { endpoint } from './endpoint.ts'
import { type Guard, guard } from './guard.ts'
import { maxBytesAt } from './limits.ts'
import { allowOrigin } from './origins.ts'
import { renderProblem, sendProblem } from './problem.ts'
import type { HttpRequest } from './request.ts'
import type { Routes } from './route.ts'

export const routesOf = {
  integrations: async () => (await import('./integrations.ts')).integrationsRoutes,
  chat: async () => (await import('./chat.ts')).chatRoutes,
  uploads: async () => (await import('./uploads.ts')).uploadRoutes,
  webhooks: async () => (await import('./webhooks/routes.ts')).webhookRoutes,
} satisfies Record<string, Routes>
export const httpsNames = namesOf(routesOf)
export type HttpsName = keyof typeof routesOf

const malformed = new DomainError('validation-failed', 'The path cannot be decoded.', {
  nextAction: 'Send a path that is encoded as in a browser.',
})

/** Answers a request whose path cannot be decoded, in a way that pages of other origins can read as every answer. */
export const answeringUnreadable =
  ({ log, rules }: Pick<Context, 'log' | 'rules'>): Guard['answerUnreadable'] =>
  (request, response) => {
    if (allowOrigin(rules.allowedOrigins(), request, response)) return
    const requestId = randomUUID()
    log.info('request refused', { requestId, code: malformed.code, path: 'unread' })
    sendProblem(response, renderProblem(malformed, requestId))
  }

/** The guard of the function that this process serves; of no function where nothing is served. */
export function guardOf(context: Pick<Context, 'log' | 'rules'>, service: string | undefined): void {
  if (service === undefined) return
  const { rules } = context
  const name = httpsNames.find(one => one === service)
  const bytesAt = name && maxBytesAt(name)
  if (name) {
    // A wrong value ends the start of what answers browsers, and of nothing else.
    rules.allowedOrigins()
    // Parallel to the platform's start.
    void routesOf[name]()
  }
  guard({
    limitOf: bytesAt && (path => Math.max(rules.maxRequestBytes(), bytesAt(path))),
    answerUnreadable: answeringUnreadable(context),
  })
}

/**
 * `perSecond` is per instance: one caller's refusals could have us pay for ten times as many requests. The others wait.
 */
export function serve(context: Context, name: HttpsName, { perSecond = Infinity } = {}) {
  const { rules } = context
  let origins: readonly string[] | undefined
  const answer = endpoint(lazily(routesOf[name]), context)
  const turn = turns(() => Math.min(perSecond, rules.requestsPerSecond()))
  return async (request: HttpRequest, response: ServerResponse): Promise<void> => {
    const wait = turn()
    if (wait !== undefined) await wait
    origins ??= rules.allowedOrigins()
    if (allowOrigin(origins, request, response)) return
    await answer(request, response)
  }
}

/** Undefined where a request need not wait. */
export function turns(perSecond: () => number): () => Promise<void> | undefined {
  let free = 0
  return () => {
    const now = performance.now()
    const begins = Math.max(free, now)
    free = begins + 1000 / perSecond()
    return begins - now >= 1 ? sleep(begins - now) : undefined
  }
}
