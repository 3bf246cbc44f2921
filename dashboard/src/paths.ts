/** The addresses of the dashboard's pages. */
const at = (...parts: string[]): string => `/${parts.map(encodeURIComponent).join('/')}`

export const requestPath = (id: string): string => at('requests', id)

export const requestsPath = (search = ''): string => `/requests${search}`

export const newPropertyPath = '/properties/new'

/** Many properties that are connected at once. */
export const manyPath = '/properties/many'

export const batchPath = (batchId: string): string => at('properties', 'many', batchId)

export const channelsPath = (propertyId: string): string => at('properties', propertyId, 'channels')

/** The part of that page about guests' messages at booking sites. */
export const messagesHash = '#messages'

export const messagesPath = (propertyId: string): string => `${channelsPath(propertyId)}${messagesHash}`

export const channelPagePath = (propertyId: string, channelId: string): string =>
  at('properties', propertyId, 'channels', channelId)

export const mappingPath = (propertyId: string, channelId: string): string =>
  at('properties', propertyId, 'channels', channelId, 'mapping')

export const itemsOfPath = (propertyId: string): string =>
  `/items?propertyId=${encodeURIComponent(propertyId)}`

export const resolvedItemsOfPath = (propertyId: string): string =>
  `${itemsOfPath(propertyId)}&status=resolved`

export const threadPath = (threadId: string): string => at('inbox', threadId)

/** A path of the API, not of a page. */
export const dealtWithPath = (threadId: string, messageId: string): string =>
  `/chat/threads/${encodeURIComponent(threadId)}/messages/${encodeURIComponent(messageId)}/resolve`
