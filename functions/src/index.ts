import './http/quiet-body-parser.ts'
import { onDocumentCreated, onDocumentWritten } from 'firebase-functions/firestore'
import { onRequest } from 'firebase-functions/https'
import { setGlobalOptions } from 'firebase-functions/options'
import { onSchedule } from 'firebase-functions/scheduler'
import { createServices } from './composition.ts'
import { secrets, settings } from './config.ts'
import { endpoint } from './http/endpoint.ts'
import { httpFunctions, prepareProcess } from './http/functions.ts'
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

setGlobalOptions({ region: 'europe-west1', memory: '512MiB', invoker: 'public' })

/** What an instance has, how many requests or events it takes at once, and how many instances there may be. */
const size = (cpu: number, concurrency: number, maxInstances: number) => ({ cpu, concurrency, maxInstances })
// By the clock, one run at a time; waiting for vendors takes no CPU.
const alone = size(0.5, 1, 1)
// First tries keep to their part of a lane, which they count in their process, so there is one.
const oneProcess = size(1, 80, 1)

/** Within the quota of a new project (docs/decisions/026). */
const sizes = {
  chat: size(1, 40, 4),
  // As many at once as there is memory for, each with the largest body: parsed, it takes twenty times its length.
  integrations: size(1, 8, 2),
  webhooks: size(1, 8, 2),
  delivermessage: oneProcess,
  forwardmessage: oneProcess,
  sendemail: oneProcess,
  syncthreadonmessage: size(1, 80, 2),
  syncthread: size(1, 80, 1),
  provechannel: alone,
  workdue: size(1, 1, 1),
  comparesearch: alone,
  watchchannels: alone,
  sweepbookingfeed: alone,
  sweepinbound: alone,
  watchroles: alone,
}

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

prepareProcess(services)

// Over HTTPS, behind Hosting's rewrites.
export const integrations = onRequest(
  { ...sizes.integrations, timeoutSeconds: 60, secrets: [channelManagerApiKey] },
  endpoint(httpFunctions.integrations, services),
)
export const chat = onRequest(
  { ...sizes.chat, timeoutSeconds: 60, secrets: [twilioAuthToken, algoliaSearchKey] },
  endpoint(httpFunctions.chat, services),
)
export const webhooks = onRequest(
  {
    ...sizes.webhooks,
    secrets: [twilioAuthToken, channelManagerApiKey, channelManagerWebhookSecret, billingWebhookSecret],
  },
  endpoint(httpFunctions.webhooks, services),
)

// What follows from a stored document, each on its own. What says itself that it is due needs no second event.
export const delivermessage = onDocumentCreated(
  { ...sizes.delivermessage, document: message, secrets: [twilioAuthToken] },
  heard(services, 'delivermessage', event => onMessageDeliver(services, event.params, event.data?.data())),
)
export const forwardmessage = onDocumentCreated(
  { ...sizes.forwardmessage, document: message, secrets: [guestPlatformApiKey] },
  heard(services, 'forwardmessage', event => onMessageForward(services, event.params, event.data?.data())),
)
export const syncthreadonmessage = onDocumentCreated(
  { ...sizes.syncthreadonmessage, document: message, retry: true, secrets: [algoliaApiKey] },
  heard(services, 'syncthreadonmessage', event => syncThreadById(services, event.params.threadId)),
)
export const syncthread = onDocumentWritten(
  { ...sizes.syncthread, document: 'threads/{threadId}', retry: true, secrets: [algoliaApiKey] },
  heard(services, 'syncthread', event =>
    onThreadWritten(services, event.params.threadId, event.data?.before.data(), event.data?.after.data()),
  ),
)
export const sendemail = onDocumentCreated(
  { ...sizes.sendemail, document: 'emails/{emailId}', secrets: [sendgridApiKey] },
  heard(services, 'sendemail', event => onEmailCreated(services, event.params.emailId)),
)

export const provechannel = onDocumentWritten(
  {
    ...sizes.provechannel,
    document: 'propertyChannels/{channelId}',
    retry: true,
    secrets: [channelManagerApiKey, channelManagerWebhookSecret],
  },
  heard(services, 'provechannel', event =>
    onChannelWritten(services, event.params.channelId, event.data?.before.data(), event.data?.after.data()),
  ),
)

// By the clock, one run at a time: what a trigger could not finish, and what nobody tells of.
const fiveMinutes = { timeoutSeconds: 300 }
export const workdue = onSchedule(
  { ...sizes.workdue, schedule: every('workdue'), timeoutSeconds: 180, secrets: vendorSecrets },
  () => byTheClock(services, 'workdue'),
)
export const comparesearch = onSchedule(
  { ...sizes.comparesearch, schedule: every('comparesearch'), timeoutSeconds: 540, secrets: [algoliaApiKey] },
  () => byTheClock(services, 'comparesearch'),
)
export const watchchannels = onSchedule(
  {
    ...sizes.watchchannels,
    ...fiveMinutes,
    schedule: every('watchchannels'),
    secrets: [channelManagerApiKey, channelManagerWebhookSecret],
  },
  () => byTheClock(services, 'watchchannels'),
)
export const sweepbookingfeed = onSchedule(
  {
    ...sizes.sweepbookingfeed,
    ...fiveMinutes,
    schedule: every('sweepbookingfeed'),
    secrets: [channelManagerApiKey],
  },
  () => byTheClock(services, 'sweepbookingfeed'),
)
export const sweepinbound = onSchedule(
  { ...sizes.sweepinbound, ...fiveMinutes, schedule: every('sweepinbound'), secrets: [twilioAuthToken] },
  () => byTheClock(services, 'sweepinbound'),
)
export const watchroles = onSchedule(
  { ...sizes.watchroles, schedule: every('watchroles'), timeoutSeconds: 55 },
  () => byTheClock(services, 'watchroles'),
)
