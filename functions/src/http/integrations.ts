import { batchRoutes } from './batches.ts'
import { channelRoutes } from './channels.ts'
import { connectionRoutes } from './connections.ts'
import { deskRoutes } from './desk.ts'
import { documentationRoutes } from './documentation.ts'
import { itemRoutes } from './items.ts'
import { landlordRoutes } from './landlord.ts'
import { propertyRoutes } from './properties.ts'
import { requestRoutes } from './requests.ts'
import type { Route } from './route.ts'

export const integrationRoutes: readonly Route[] = [
  ...connectionRoutes,
  ...requestRoutes,
  ...batchRoutes,
  ...propertyRoutes,
  ...itemRoutes,
  ...channelRoutes,
]

export const integrationsRoutes = [
  ...integrationRoutes,
  ...deskRoutes,
  ...landlordRoutes,
  ...documentationRoutes,
]
