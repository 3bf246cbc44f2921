import './http/quiet-body-parser.ts'
import { onDocumentCreated, onDocumentWritten } from 'firebase-functions/firestore'
import { onRequest } from 'firebase-functions/https'
import { setGlobalOptions } from 'firebase-functions/options'
import { onSchedule } from 'firebase-functions/scheduler'
import { createServices } from './composition.ts'
import * as config from './config.ts'
import { endpoint } from './http/endpoint.ts'
import { chatRoutes, integrationRoutes, webhookRoutes } from './http/routes.ts'
import { onChannelWritten } from './triggers/channel-written.ts'
import { onEmailCreated } from './triggers/email-created.ts'
import {
  onMessageDeliver,
  onMessageForward,
  onMessageSync,
  onThreadWritten,
} from './triggers/message-created.ts'
import { sweepChannels } from './triggers/sweep-channels.ts'
import { sweepConnections } from './triggers/sweep-connections.ts'
import { sweepMappings } from './triggers/sweep-mappings.ts'
import { sweepBookingFeed, sweepReservations } from './triggers/sweep-reservations.ts'
import { sweepSupport } from './triggers/sweep-support.ts'
import {
  compareSearchIndex,
  sweepDeliveries,
  sweepEmails,
  sweepForwardings,
  sweepInbound,
  sweepSearch,
} from './triggers/sweeps.ts'

setGlobalOptions({ region: 'europe-west1', memory: '512MiB', maxInstances: 50, invoker: 'public' })

const services = createServices({ settings: config })
const { channelManagerApiKey, twilioAuthToken, sendgridApiKey, guestPlatformApiKey } = config.secrets
const { algoliaApiKey, algoliaSearchKey, channelManagerWebhookSecret } = config.secrets
const message = 'threads/{threadId}/messages/{messageId}'

// Over HTTPS, behind Hosting's rewrites.
export const integrations = onRequest(
  { timeoutSeconds: 60, secrets: [channelManagerApiKey] },
  endpoint(integrationRoutes, services),
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
  event => onMessageSync(services, event.params),
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
export const sweepdeliveries = onSchedule({ ...everyMinute, secrets: [twilioAuthToken] }, () =>
  sweepDeliveries(services),
)
export const sweepforwardings = onSchedule({ ...everyMinute, secrets: [guestPlatformApiKey] }, () =>
  sweepForwardings(services),
)
export const sweepsearch = onSchedule({ ...everyMinute, secrets: [algoliaApiKey] }, () =>
  sweepSearch(services),
)
export const comparesearch = onSchedule(
  { schedule: 'every 15 minutes', timeoutSeconds: 540, secrets: [algoliaApiKey] },
  () => compareSearchIndex(services),
)
export const watchchannels = onSchedule(
  {
    schedule: 'every 5 minutes',
    timeoutSeconds: 300,
    secrets: [channelManagerApiKey, channelManagerWebhookSecret],
  },
  () => sweepChannels(services),
)
export const sweepreservations = onSchedule({ ...everyMinute, secrets: [channelManagerApiKey] }, () =>
  sweepReservations(services),
)
export const sweepbookingfeed = onSchedule(
  { schedule: 'every 5 minutes', timeoutSeconds: 300, secrets: [channelManagerApiKey] },
  () => sweepBookingFeed(services),
)
export const sweepmappings = onSchedule({ ...everyMinute, secrets: [channelManagerApiKey] }, () =>
  sweepMappings(services),
)
export const sweepsupport = onSchedule(everyMinute, () => sweepSupport(services))
export const sweepinbound = onSchedule(
  { schedule: 'every 5 minutes', timeoutSeconds: 300, secrets: [twilioAuthToken] },
  () => sweepInbound(services),
)
export const sweepemails = onSchedule({ ...everyMinute, secrets: [sendgridApiKey] }, () =>
  sweepEmails(services),
)
export const sweepconnections = onSchedule({ ...everyMinute, secrets: [channelManagerApiKey] }, () =>
  sweepConnections(services),
)
