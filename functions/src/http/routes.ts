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
    load: async () => (await import('./integrations/connect-property.ts')).handleConnectProperty,
  },
  {
    method: 'POST',
    path: '/api/integrations/booking/test',
    access: 'signed-in',
    load: async () => (await import('./integrations/connect-property.ts')).handleTestProperty,
  },
  {
    method: 'POST',
    path: '/api/properties/:id/channels/:channelId/load-future-reservations',
    access: 'signed-in',
    load: async () => (await import('./integrations/load-reservations.ts')).handleLoadReservations,
  },
  {
    method: 'GET',
    path: '/api/property-requests',
    access: 'signed-in',
    load: async () => (await import('./integrations/list-requests.ts')).handleListRequests,
  },
  {
    method: 'GET',
    path: '/api/property-requests/:id',
    access: 'signed-in',
    load: async () => (await import('./integrations/read-request.ts')).handleReadRequest,
  },
  {
    method: 'GET',
    path: '/api/items',
    access: 'signed-in',
    load: async () => (await import('./integrations/list-items.ts')).handleListItems,
  },
  {
    method: 'POST',
    path: '/api/items/:id/resolve',
    access: 'signed-in',
    load: async () => (await import('./integrations/resolve-item.ts')).handleResolveItem,
  },
  {
    method: 'GET',
    path: '/api/properties/:id/channels',
    access: 'signed-in',
    load: async () => (await import('./integrations/list-channels.ts')).handleListChannels,
  },
  {
    method: 'DELETE',
    path: '/api/properties/:id/channels/:channelId',
    access: 'signed-in',
    load: async () => (await import('./integrations/disconnect-channel.ts')).handleDisconnectChannel,
  },
  {
    method: 'GET',
    path: '/api/properties/:id/channels/:channelId/mapping',
    access: 'signed-in',
    load: async () => (await import('./integrations/write-mapping.ts')).handleReadMapping,
  },
  {
    method: 'PUT',
    path: '/api/properties/:id/channels/:channelId/mapping',
    maxBytes: mappingBytes,
    access: 'signed-in',
    load: async () => (await import('./integrations/write-mapping.ts')).handleWriteMapping,
  },
  {
    method: 'GET',
    path: '/api/docs',
    access: 'public',
    load: async () => (await import('./documentation/openapi.ts')).handleDocs,
  },
  {
    method: 'GET',
    path: '/api/docs.css',
    access: 'public',
    load: async () => (await import('./documentation/openapi.ts')).handleDocsStyle,
  },
  {
    method: 'GET',
    path: '/api/openapi.json',
    access: 'public',
    load: async () => (await import('./documentation/openapi.ts')).handleOpenApi,
  },
]

export const chatRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/chat/threads/:id',
    access: 'signed-in',
    load: async () => (await import('./chat/read-thread.ts')).handleReadThread,
  },
  {
    method: 'GET',
    path: '/chat/threads/:id/messages',
    access: 'signed-in',
    load: async () => (await import('./chat/read-messages.ts')).handleReadMessages,
  },
  {
    method: 'POST',
    path: '/chat/threads/:id/read',
    access: 'signed-in',
    load: async () => (await import('./chat/mark-read.ts')).handleMarkRead,
  },
  {
    method: 'PUT',
    path: '/chat/threads/:id/important',
    access: 'signed-in',
    load: async () => (await import('./chat/mark-important.ts')).handleMarkImportant,
  },
  {
    method: 'POST',
    path: '/chat/threads/:id/messages',
    access: 'signed-in',
    load: async () => (await import('./chat/create-message.ts')).handleCreateMessage,
  },
  {
    method: 'POST',
    path: '/chat/threads/:id/template-messages',
    access: 'signed-in',
    load: async () => (await import('./chat/send-template.ts')).handleTemplateMessage,
  },
  {
    method: 'POST',
    path: '/chat/threads/:id/messages/:messageId/retry',
    access: 'signed-in',
    load: async () => (await import('./chat/retry-message.ts')).handleRetryMessage,
  },
  {
    method: 'GET',
    path: '/chat/search-key',
    access: 'signed-in',
    load: async () => (await import('./chat/search-key.ts')).handleSearchKey,
  },
  {
    method: 'GET',
    path: '/chat/threads/:id/messages/:messageId/attachments/:index',
    access: 'signed-in',
    load: async () => (await import('./chat/read-attachment.ts')).handleReadAttachment,
  },
  {
    method: 'GET',
    path: '/chat/triage',
    access: 'signed-in',
    load: async () => (await import('./chat/list-triage.ts')).handleListTriage,
  },
  {
    method: 'POST',
    path: '/chat/triage/:id/assign',
    access: 'signed-in',
    load: async () => (await import('./chat/assign-triage.ts')).handleAssignTriage,
  },
]

export const webhookRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/webhooks/twilio/status',
    access: 'webhook',
    load: async () => (await import('./webhooks/twilio-status.ts')).handleTwilioStatus,
  },
  {
    method: 'POST',
    path: '/webhooks/twilio/inbound',
    access: 'webhook',
    load: async () => (await import('./webhooks/twilio-inbound.ts')).handleTwilioInbound,
  },
  {
    method: 'POST',
    path: '/webhooks/channel-manager',
    maxBytes: bookingBytes,
    access: 'webhook',
    load: async () => (await import('./webhooks/channel-manager.ts')).handleChannelManagerWebhook,
  },
]
