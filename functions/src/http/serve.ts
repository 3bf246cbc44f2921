import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../lib/context.ts'
import { lazily } from '../lib/lazy-port.ts'
import { namesOf } from '../lib/record-of.ts'
import { endpoint } from './endpoint.ts'
import { guard } from './guard.ts'
import { maxBytesAt } from './limits.ts'
import { allowOrigin } from './origins.ts'
import type { HttpRequest } from './request.ts'
import type { Routes } from './route.ts'
import { answerUndecodable } from './undecodable.ts'

export const routesOf = {
  integrations: async () => (await import('./integrations.ts')).integrationsRoutes,
  chat: async () => (await import('./chat.ts')).chatRoutes,
  uploads: async () => (await import('./uploads.ts')).uploadRoutes,
  webhooks: async () => (await import('./webhooks/routes.ts')).webhookRoutes,
} satisfies Record<string, Routes>
export const httpsNames = namesOf(routesOf)
export type HttpsName = keyof typeof routesOf

/** Precedes the function that this process serves. */
export function guardOf(context: Pick<Context, 'log' | 'rules'>, service: string | undefined): void {
  if (service === undefined) return
  answerUndecodable(context)
  const { rules } = context
  const name = httpsNames.find(one => one === service)
  // Only the platform sends events.
  if (!name) return
  // A wrong value ends the start of what answers browsers, and of nothing else.
  rules.allowedOrigins()
  // Parallel to the platform's start.
  void routesOf[name]()
  const bytesAt = maxBytesAt(name)
  guard(path => Math.max(rules.maxRequestBytes(), bytesAt(path)))
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
