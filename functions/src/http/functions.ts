import type { Services } from '../lib/services.ts'
import { boundBodies } from './bounded-bodies.ts'
import { chatRoutes } from './chat/routes.ts'
import type { Serve } from './contained.ts'
import { documentationRoutes } from './documentation/routes.ts'
import { integrationRoutes } from './integrations/routes.ts'
import { servingJson } from './json-requests.ts'
import type { Route } from './route.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import { withoutDomains } from './without-domains.ts'

/** What each function that is called over HTTPS serves. */
export const httpFunctions = {
  integrations: [...integrationRoutes, ...documentationRoutes],
  chat: chatRoutes,
  webhooks: webhookRoutes,
}

/** Before the platform makes its server, in the container of a function that is called over HTTPS. */
export function prepareProcess(
  services: Pick<Services, 'maxRequestBytes' | 'log'>,
  serving: (routes: readonly Route[]) => Serve,
): void {
  withoutDomains()
  const served = Object.entries(httpFunctions).find(([name]) => name === process.env.FUNCTION_TARGET)?.[1]
  if (!served) return
  const most = Math.max(...served.map(({ row: [, , maxBytes = 0] }) => maxBytes))
  const serve = serving(served)
  boundBodies(
    () => Math.max(services.maxRequestBytes(), most),
    services.log,
    platform => servingJson(serve, services, platform),
  )
}
