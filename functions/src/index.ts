import './http/quiet-body-parser.ts'
import { onDocumentCreated, onDocumentWritten } from 'firebase-functions/firestore'
import { onRequest } from 'firebase-functions/https'
import { setGlobalOptions } from 'firebase-functions/options'
import { onSchedule } from 'firebase-functions/scheduler'
import { createServices } from './composition.ts'
import { secrets, settings } from './config.ts'
import { chatRoutes } from './http/chat/routes.ts'
import { documentationRoutes } from './http/documentation/routes.ts'
import { endpoint } from './http/endpoint.ts'
import { integrationRoutes } from './http/integrations/routes.ts'
import { webhookRoutes } from './http/webhooks/routes.ts'
import {
  onChannelWritten,
  onEmailCreated,
  onMessageDeliver,
  onMessageForward,
  onThreadWritten,
  syncThreadById,
} from './triggers/documents.ts'
import { sweeps } from './triggers/sweeps.ts'

setGlobalOptions({ region: 'europe-west1', memory: '512MiB', maxInstances: 50, invoker: 'public' })

const services = createServices({ settings })
const { channelManagerApiKey, twilioAuthToken, sendgridApiKey, guestPlatformApiKey } = secrets
const { algoliaApiKey, algoliaSearchKey, channelManagerWebhookSecret } = secrets
const message = 'threads/{threadId}/messages/{messageId}'

// Over HTTPS, behind Hosting's rewrites.
export const integrations = onRequest(
  { timeoutSeconds: 60, secrets: [channelManagerApiKey] },
  endpoint([...integrationRoutes, ...documentationRoutes], services),
)
export const chat = onRequest(
  { timeoutSeconds: 60, secrets: [twilioAuthToken, algoliaSearchKey] },
  endpoint(chatRoutes, services),
)
export const webhooks = onRequest(
  { secrets: [twilioAuthToken, channelManagerApiKey, channelManagerWebhookSecret] },
  endpoint(webhookRoutes, services),
)

// What follows from a stored document; each on its own, each retried by itself.
export const delivermessage = onDocumentCreated(
  { document: message, retry: true, secrets: [twilioAuthToken] },
  event => onMessageDeliver(services, event.params, event.data?.data()),
)
export const forwardmessage = onDocumentCreated(
  { document: message, retry: true, secrets: [guestPlatformApiKey] },
  event => onMessageForward(services, event.params, event.data?.data()),
)
export const syncthreadonmessage = onDocumentCreated(
  { document: message, retry: true, secrets: [algoliaApiKey] },
  event => syncThreadById(services, event.params.threadId),
)
export const syncthread = onDocumentWritten(
  { document: 'threads/{threadId}', retry: true, secrets: [algoliaApiKey] },
  event =>
    onThreadWritten(services, event.params.threadId, event.data?.before.data(), event.data?.after.data()),
)
export const sendemail = onDocumentCreated(
  { document: 'emails/{emailId}', retry: true, secrets: [sendgridApiKey] },
  event => onEmailCreated(services, event.params.emailId),
)

export const provechannel = onDocumentWritten(
  {
    document: 'propertyChannels/{channelId}',
    retry: true,
    secrets: [channelManagerApiKey, channelManagerWebhookSecret],
  },
  event =>
    onChannelWritten(services, event.params.channelId, event.data?.before.data(), event.data?.after.data()),
)

// What a trigger could not finish.
const everyMinute = { schedule: 'every 1 minutes', timeoutSeconds: 300 }
const everyFiveMinutes = { schedule: 'every 5 minutes', timeoutSeconds: 300 }
const everyQuarter = { schedule: 'every 15 minutes', timeoutSeconds: 540 }
export const sweepdeliveries = onSchedule({ ...everyMinute, secrets: [twilioAuthToken] }, () =>
  sweeps.deliveries(services),
)
export const sweepforwardings = onSchedule({ ...everyMinute, secrets: [guestPlatformApiKey] }, () =>
  sweeps.forwardings(services),
)
export const sweepsearch = onSchedule({ ...everyMinute, secrets: [algoliaApiKey] }, () =>
  sweeps.searchRecords(services),
)
export const comparesearch = onSchedule({ ...everyQuarter, secrets: [algoliaApiKey] }, () =>
  sweeps.searchIndex(services),
)
export const watchchannels = onSchedule(
  { ...everyFiveMinutes, secrets: [channelManagerApiKey, channelManagerWebhookSecret] },
  () => sweeps.activeChannels(services),
)
export const sweepreservations = onSchedule({ ...everyMinute, secrets: [channelManagerApiKey] }, () =>
  sweeps.pulls(services),
)
export const sweepbookingfeed = onSchedule({ ...everyFiveMinutes, secrets: [channelManagerApiKey] }, () =>
  sweeps.bookingFeed(services),
)
export const sweepmappings = onSchedule({ ...everyMinute, secrets: [channelManagerApiKey] }, () =>
  sweeps.channelWork(services),
)
export const sweepsupport = onSchedule(everyMinute, () => sweeps.supportThreads(services))
export const sweepinbound = onSchedule({ ...everyFiveMinutes, secrets: [twilioAuthToken] }, () =>
  sweeps.inbound(services),
)
export const sweepemails = onSchedule({ ...everyMinute, secrets: [sendgridApiKey] }, () =>
  sweeps.emails(services),
)
export const sweepconnections = onSchedule({ ...everyMinute, secrets: [channelManagerApiKey] }, () =>
  sweeps.connections(services),
)
