import { routesOf } from '../route.ts'

/** A mapping of a large hotel has thousands of rows. */
const mappingBytes = 1_048_576

export const integrationRoutes = routesOf({
  'POST /api/integrations/booking/connect': ['operations', () => import('./connect-property.ts')],
  'POST /api/integrations/booking/test': ['operations', () => import('./test-property.ts')],
  'GET /api/property-requests': ['operations', () => import('./list-requests.ts')],
  'GET /api/property-requests/:id': ['operations', () => import('./read-request.ts')],
  'GET /api/items': ['operations', () => import('./list-items.ts')],
  'POST /api/items/:id/resolve': ['operations', () => import('./resolve-item.ts')],
  'GET /api/properties/:id/channels': ['operations', () => import('./list-channels.ts')],
  'DELETE /api/properties/:id/channels/:channelId': ['operations', () => import('./disconnect-channel.ts')],
  'GET /api/properties/:id/channels/:channelId/mapping': ['operations', () => import('./read-mapping.ts')],
  'POST /api/properties/:id/channels/:channelId/load-future-reservations': [
    'operations',
    () => import('./load-reservations.ts'),
  ],
  'PUT /api/properties/:id/channels/:channelId/mapping': [
    'operations',
    () => import('./write-mapping.ts'),
    mappingBytes,
  ],
})
