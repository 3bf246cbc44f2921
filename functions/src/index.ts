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
import { every } from './lib/health/subjects.ts'
import { byTheClock } from './triggers/by-the-clock.ts'
import {
  onChannelWritten,
  onEmailCreated,
  onMessageDeliver,
  onMessageForward,
  onThreadWritten,
  syncThreadById,
} from './triggers/documents.ts'
import { heard } from './triggers/heard.ts'

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
  heard(services, 'delivermessage', event => onMessageDeliver(services, event.params, event.data?.data())),
)
export const forwardmessage = onDocumentCreated(
  { ...oneProcess, document: message, secrets: [guestPlatformApiKey] },
  heard(services, 'forwardmessage', event => onMessageForward(services, event.params, event.data?.data())),
)
export const syncthreadonmessage = onDocumentCreated(
  { document: message, retry: true, secrets: [algoliaApiKey] },
  heard(services, 'syncthreadonmessage', event => syncThreadById(services, event.params.threadId)),
)
export const syncthread = onDocumentWritten(
  { document: 'threads/{threadId}', retry: true, secrets: [algoliaApiKey] },
  heard(services, 'syncthread', event =>
    onThreadWritten(services, event.params.threadId, event.data?.before.data(), event.data?.after.data()),
  ),
)
export const sendemail = onDocumentCreated(
  { ...oneProcess, document: 'emails/{emailId}', secrets: [sendgridApiKey] },
  heard(services, 'sendemail', event => onEmailCreated(services, event.params.emailId)),
)

export const provechannel = onDocumentWritten(
  {
    document: 'propertyChannels/{channelId}',
    retry: true,
    secrets: [channelManagerApiKey, channelManagerWebhookSecret],
  },
  heard(services, 'provechannel', event =>
    onChannelWritten(services, event.params.channelId, event.data?.before.data(), event.data?.after.data()),
  ),
)

// By the clock, one run at a time: what a trigger could not finish, and what nobody tells of.
const alone = { maxInstances: 1, concurrency: 1 }
const fiveMinutes = { ...alone, timeoutSeconds: 300 }
export const workdue = onSchedule(
  { ...alone, schedule: every('workdue'), timeoutSeconds: 180, secrets: vendorSecrets },
  () => byTheClock(services, 'workdue'),
)
export const comparesearch = onSchedule(
  { ...alone, schedule: every('comparesearch'), timeoutSeconds: 540, secrets: [algoliaApiKey] },
  () => byTheClock(services, 'comparesearch'),
)
export const watchchannels = onSchedule(
  {
    ...fiveMinutes,
    schedule: every('watchchannels'),
    secrets: [channelManagerApiKey, channelManagerWebhookSecret],
  },
  () => byTheClock(services, 'watchchannels'),
)
export const sweepbookingfeed = onSchedule(
  { ...fiveMinutes, schedule: every('sweepbookingfeed'), secrets: [channelManagerApiKey] },
  () => byTheClock(services, 'sweepbookingfeed'),
)
export const sweepinbound = onSchedule(
  { ...fiveMinutes, schedule: every('sweepinbound'), secrets: [twilioAuthToken] },
  () => byTheClock(services, 'sweepinbound'),
)
export const watchroles = onSchedule({ ...alone, schedule: every('watchroles'), timeoutSeconds: 55 }, () =>
  byTheClock(services, 'watchroles'),
)
