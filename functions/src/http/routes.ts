import type { Route } from './route.ts'

/** A mapping of a large hotel has thousands of rows. */
const mappingBytes = 1_048_576

/** The channel manager sends a whole booking along; what is refused for its size it does not send again. */
const bookingBytes = 1_048_576

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
  {
    method: 'POST',
    path: '/api/properties/:id/channels/:channelId/load-future-reservations',
    access: 'signed-in',
    load: async () => (await import('./load-reservations.ts')).handleLoadReservations,
  },
  {
    method: 'GET',
    path: '/api/property-requests',
    access: 'signed-in',
    load: async () => (await import('./list-requests.ts')).handleListRequests,
  },
  {
    method: 'GET',
    path: '/api/property-requests/:id',
    access: 'signed-in',
    load: async () => (await import('./read-request.ts')).handleReadRequest,
  },
  {
    method: 'GET',
    path: '/api/items',
    access: 'signed-in',
    load: async () => (await import('./list-items.ts')).handleListItems,
  },
  {
    method: 'POST',
    path: '/api/items/:id/resolve',
    access: 'signed-in',
    load: async () => (await import('./resolve-item.ts')).handleResolveItem,
  },
  {
    method: 'GET',
    path: '/api/properties/:id/channels',
    access: 'signed-in',
    load: async () => (await import('./list-channels.ts')).handleListChannels,
  },
  {
    method: 'DELETE',
    path: '/api/properties/:id/channels/:channelId',
    access: 'signed-in',
    load: async () => (await import('./disconnect-channel.ts')).handleDisconnectChannel,
  },
  {
    method: 'GET',
    path: '/api/properties/:id/channels/:channelId/mapping',
    access: 'signed-in',
    load: async () => (await import('./review-mapping.ts')).handleReadMapping,
  },
  {
    method: 'PUT',
    path: '/api/properties/:id/channels/:channelId/mapping',
    maxBytes: mappingBytes,
    access: 'signed-in',
    load: async () => (await import('./review-mapping.ts')).handleWriteMapping,
  },
  {
    method: 'GET',
    path: '/api/docs',
    access: 'public',
    load: async () => (await import('./api-document.ts')).handleDocs,
  },
  {
    method: 'GET',
    path: '/api/docs.css',
    access: 'public',
    load: async () => (await import('./api-document.ts')).handleDocsStyle,
  },
  {
    method: 'GET',
    path: '/api/openapi.json',
    access: 'public',
    load: async () => (await import('./api-document.ts')).handleOpenApi,
  },
]

export const chatRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/chat/threads/:id',
    access: 'signed-in',
    load: async () => (await import('./read-thread.ts')).handleReadThread,
  },
  {
    method: 'GET',
    path: '/chat/threads/:id/messages',
    access: 'signed-in',
    load: async () => (await import('./read-messages.ts')).handleReadMessages,
  },
  {
    method: 'POST',
    path: '/chat/threads/:id/read',
    access: 'signed-in',
    load: async () => (await import('./mark-read.ts')).handleMarkRead,
  },
  {
    method: 'PUT',
    path: '/chat/threads/:id/important',
    access: 'signed-in',
    load: async () => (await import('./mark-important.ts')).handleMarkImportant,
  },
  {
    method: 'POST',
    path: '/chat/threads/:id/messages',
    access: 'signed-in',
    load: async () => (await import('./create-message.ts')).handleCreateMessage,
  },
  {
    method: 'POST',
    path: '/chat/threads/:id/template-messages',
    access: 'signed-in',
    load: async () => (await import('./template-message.ts')).handleTemplateMessage,
  },
  {
    method: 'POST',
    path: '/chat/threads/:id/messages/:messageId/retry',
    access: 'signed-in',
    load: async () => (await import('./retry-message.ts')).handleRetryMessage,
  },
  {
    method: 'GET',
    path: '/chat/search-key',
    access: 'signed-in',
    load: async () => (await import('./search-key.ts')).handleSearchKey,
  },
  {
    method: 'GET',
    path: '/chat/threads/:id/messages/:messageId/attachments/:index',
    access: 'signed-in',
    load: async () => (await import('./read-attachment.ts')).handleReadAttachment,
  },
  {
    method: 'GET',
    path: '/chat/triage',
    access: 'signed-in',
    load: async () => (await import('./list-triage.ts')).handleListTriage,
  },
  {
    method: 'POST',
    path: '/chat/triage/:id/assign',
    access: 'signed-in',
    load: async () => (await import('./assign-triage.ts')).handleAssignTriage,
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
  {
    method: 'POST',
    path: '/webhooks/channel-manager',
    maxBytes: bookingBytes,
    access: 'webhook',
    load: async () => (await import('./channel-manager-webhook.ts')).handleChannelManagerWebhook,
  },
]
