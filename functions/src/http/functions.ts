import type { Services } from '../lib/services.ts'
import { boundBodies } from './bounded-bodies.ts'
import { chatRoutes } from './chat/routes.ts'
import { documentationRoutes } from './documentation/routes.ts'
import { integrationRoutes } from './integrations/routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import { withoutDomains } from './without-domains.ts'

/** What each function that is called over HTTPS serves. */
export const httpFunctions = {
  integrations: [...integrationRoutes, ...documentationRoutes],
  chat: chatRoutes,
  webhooks: webhookRoutes,
}

/** Before the platform makes its server, in a function's container. */
export function prepareProcess(services: Pick<Services, 'maxRequestBytes' | 'log'>): void {
  const target = process.env.FUNCTION_TARGET
  if (target === undefined) return
  withoutDomains()
  const served = Object.entries(httpFunctions).find(([name]) => name === target)?.[1]
  if (!served) return
  const most = Math.max(...served.map(({ row: [, , maxBytes = 0] }) => maxBytes))
  boundBodies(() => Math.max(services.maxRequestBytes(), most), services.log)
}
