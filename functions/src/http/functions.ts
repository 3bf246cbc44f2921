import type { Services } from '../lib/services.ts'
import { chatRoutes } from './chat/routes.ts'
import { documentationRoutes } from './documentation/routes.ts'
import { guardServer } from './guard.ts'
import { integrationRoutes } from './integrations/routes.ts'
import { maxBytesAt, type Route } from './route.ts'
import { webhookRoutes } from './webhooks/routes.ts'

/** What each function that is called over HTTPS serves. */
export const httpFunctions = {
  integrations: [...integrationRoutes, ...documentationRoutes],
  chat: chatRoutes,
  webhooks: webhookRoutes,
}

/** Before the platform makes its server, in a container that serves one of these functions or a schedule. */
export function guardContainer(
  { log, maxRequestBytes }: Pick<Services, 'maxRequestBytes' | 'log'>,
  withinMs: () => number,
): void {
  const { FUNCTION_TARGET } = process.env
  const routes: readonly Route[] | undefined = Object.entries(httpFunctions).find(
    ([name]) => name === FUNCTION_TARGET,
  )?.[1]
  const limitOf = (url: string) =>
    Math.max(maxRequestBytes(), maxBytesAt(routes ?? [], url.split('?')[0] ?? ''))
  guardServer({ log, limitOf, withinMs })
}
