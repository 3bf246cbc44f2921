import type { DocumentedRoute } from '../route.ts'
import { askConnectionRoute } from './ask-connection.ts'
import { connectBatchRoute } from './connect-batch.ts'
import { connectPropertyRoute } from './connect-property.ts'
import { createBatchRoute } from './create-batch.ts'
import { disconnectChannelRoute } from './disconnect-channel.ts'
import { listBatchesRoute } from './list-batches.ts'
import { listChannelsRoute } from './list-channels.ts'
import { listItemsRoute } from './list-items.ts'
import { listLandlordsRoute } from './list-landlords.ts'
import { listManagedRoute } from './list-managed.ts'
import { listRequestsRoute } from './list-requests.ts'
import { loadReservationsRoute } from './load-reservations.ts'
import { previewManagedRoute } from './preview-managed.ts'
import { readBatchRoute } from './read-batch.ts'
import { readGuideStepRoute } from './read-guide-step.ts'
import { readMappingRoute } from './read-mapping.ts'
import { readMessagesApplicationRoute } from './read-messages-application.ts'
import { readPortfolioRoute } from './read-portfolio.ts'
import { readRequestRoute } from './read-request.ts'
import { resolveItemRoute } from './resolve-item.ts'
import { sendGuideStepRoute } from './send-guide-step.ts'
import { stopBatchRoute } from './stop-batch.ts'
import { stopWaitingRoute } from './stop-waiting.ts'
import { takeOverRoute } from './take-over.ts'
import { testPropertyRoute } from './test-property.ts'
import { waitForAcceptanceRoute } from './wait-for-acceptance.ts'
import { withdrawRequestRoute } from './withdraw-request.ts'
import { writeMappingRoute } from './write-mapping.ts'

export const integrationRoutes: readonly DocumentedRoute[] = [
  connectPropertyRoute,
  testPropertyRoute,
  listRequestsRoute,
  readRequestRoute,
  readPortfolioRoute,
  askConnectionRoute,
  withdrawRequestRoute,
  waitForAcceptanceRoute,
  stopWaitingRoute,
  readGuideStepRoute,
  sendGuideStepRoute,
  createBatchRoute,
  listBatchesRoute,
  readBatchRoute,
  connectBatchRoute,
  stopBatchRoute,
  listManagedRoute,
  previewManagedRoute,
  takeOverRoute,
  listLandlordsRoute,
  listItemsRoute,
  resolveItemRoute,
  listChannelsRoute,
  disconnectChannelRoute,
  readMappingRoute,
  loadReservationsRoute,
  writeMappingRoute,
  readMessagesApplicationRoute,
]
