import './http/quiet-body-parser.ts'
import { onDocumentCreated, onDocumentWritten } from 'firebase-functions/firestore'
import { onRequest } from 'firebase-functions/https'
import { setGlobalOptions } from 'firebase-functions/options'
import { onSchedule } from 'firebase-functions/scheduler'
import { createServices } from './composition.ts'
import { secrets, settings } from './config.ts'
import { boundBodies } from './http/bounded-bodies.ts'
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
import { goRound, workDue } from './triggers/work-due.ts'

setGlobalOptions({ region: 'europe-west1', memory: '512MiB', maxInstances: 50, invoker: 'public' })

const services = createServices({ settings })
const { channelManagerApiKey, twilioAuthToken, sendgridApiKey, guestPlatformApiKey } = secrets
const { algoliaApiKey, algoliaSearchKey, channelManagerWebhookSecret, billingWebhookSecret } = secrets
const vendorSecrets = [
  channelManagerApiKey,
  channelManagerWebhookSecret,
  twilioAuthToken,
  sendgridApiKey,
  guestPlatformApiKey,
  algoliaApiKey,
]
const message = 'threads/{threadId}/messages/{messageId}'

/** What each function that is called over HTTPS serves. */
const routes = {
  integrations: [...integrationRoutes, ...documentationRoutes],
  chat: chatRoutes,
  webhooks: webhookRoutes,
}
const served = Object.entries(routes).find(([name]) => name === process.env.FUNCTION_TARGET)?.[1]
if (served)
  boundBodies(
    () => Math.max(services.maxRequestBytes(), ...served.map(({ row: [, , maxBytes = 0] }) => maxBytes)),
    services.log,
  )

/**
 * As many at once as an instance has memory for, each with the largest body there is: parsed, it takes twenty times its
 * length.
 */
const [small, large] = [{ concurrency: 40 }, { concurrency: 8 }]

// Over HTTPS, behind Hosting's rewrites.
export const integrations = onRequest(
  { ...large, timeoutSeconds: 60, secrets: [channelManagerApiKey] },
  endpoint(routes.integrations, services),
)
export const chat = onRequest(
  { ...small, timeoutSeconds: 60, secrets: [twilioAuthToken, algoliaSearchKey] },
  endpoint(routes.chat, services),
)
export const webhooks = onRequest(
  {
    ...large,
    secrets: [twilioAuthToken, channelManagerApiKey, channelManagerWebhookSecret, billingWebhookSecret],
  },
  endpoint(routes.webhooks, services),
)

// One process each, so that first tries keep to their part of a lane.
const oneProcess = { maxInstances: 1, concurrency: 80 }

// What follows from a stored document, each on its own. What says itself that it is due needs no second event.
export const delivermessage = onDocumentCreated(
  { ...oneProcess, document: message, secrets: [twilioAuthToken] },
  event => onMessageDeliver(services, event.params, event.data?.data()),
)
export const forwardmessage = onDocumentCreated(
  { ...oneProcess, document: message, secrets: [guestPlatformApiKey] },
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
  { ...oneProcess, document: 'emails/{emailId}', secrets: [sendgridApiKey] },
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

// By the clock, one run at a time: what a trigger could not finish, and what nobody tells of.
const alone = { maxInstances: 1, concurrency: 1 }
const everyFiveMinutes = { ...alone, schedule: 'every 5 minutes', timeoutSeconds: 300 }
export const workdue = onSchedule(
  { ...alone, schedule: 'every 1 minutes', timeoutSeconds: 180, secrets: vendorSecrets },
  () => workDue(services),
)
export const comparesearch = onSchedule(
  { ...alone, schedule: 'every 15 minutes', timeoutSeconds: 540, secrets: [algoliaApiKey] },
  () => goRound(services, 'index-comparison'),
)
export const watchchannels = onSchedule(
  { ...everyFiveMinutes, secrets: [channelManagerApiKey, channelManagerWebhookSecret] },
  () => goRound(services, 'channel-watch'),
)
export const sweepbookingfeed = onSchedule({ ...everyFiveMinutes, secrets: [channelManagerApiKey] }, () =>
  goRound(services, 'booking-feed'),
)
export const sweepinbound = onSchedule({ ...everyFiveMinutes, secrets: [twilioAuthToken] }, () =>
  goRound(services, 'inbound-catch-up'),
)
export const watchroles = onSchedule({ ...alone, schedule: 'every 1 minutes', timeoutSeconds: 55 }, () =>
  goRound(services, 'roles'),
)
