import type { Route } from './route.ts'

/** One table per function: every path it answers, and who may call it. */
export const integrationRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/api/integrations/booking/connect',
    access: 'signed-in',
    load: async () => (await import('./connect-property.ts')).handleConnectProperty,
  },
  {
    method: 'POST',
    path: '/api/integrations/booking/test',
    access: 'signed-in',
    load: async () => (await import('./connect-property.ts')).handleTestProperty,
  },
]

export const chatRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/chat/threads/:id/messages',
    access: 'signed-in',
    load: async () => (await import('./create-message.ts')).handleCreateMessage,
  },
  {
    method: 'POST',
    path: '/chat/threads/:id/messages/:messageId/retry',
    access: 'signed-in',
    load: async () => (await import('./retry-message.ts')).handleRetryMessage,
  },
]

export const webhookRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/webhooks/twilio/status',
    access: 'webhook',
    load: async () => (await import('./twilio-status.ts')).handleTwilioStatus,
  },
  {
    method: 'POST',
    path: '/webhooks/twilio/inbound',
    access: 'webhook',
    load: async () => (await import('./twilio-inbound.ts')).handleTwilioInbound,
  },
]
