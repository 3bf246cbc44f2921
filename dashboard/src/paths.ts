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

/** All that is known of one channel. */
export const channelPagePath = (propertyId: string, channelId: string): string =>
  at('properties', propertyId, 'channels', channelId)

export const mappingPath = (propertyId: string, channelId: string): string =>
  at('properties', propertyId, 'channels', channelId, 'mapping')

/** What is to be done for a property. */
export const itemsOfPath = (propertyId: string): string =>
  `/items?propertyId=${encodeURIComponent(propertyId)}`

/** What was done for it. */
export const resolvedItemsOfPath = (propertyId: string): string =>
  `${itemsOfPath(propertyId)}&status=resolved`

export const threadPath = (threadId: string): string => at('inbox', threadId)

/** Of the API: that a message that was not sent is dealt with. */
export const dealtWithPath = (threadId: string, messageId: string): string =>
  `/chat/threads/${encodeURIComponent(threadId)}/messages/${encodeURIComponent(messageId)}/resolve`
