import { onDocumentCreated, onDocumentWritten } from 'firebase-functions/firestore'
import { secrets } from './config.ts'
import { services, sizes } from './deployment.ts'
import { guardServer } from './http/guard.ts'
import {
  onChannelWritten,
  onEmailCreated,
  onMessageDeliver,
  onMessageForward,
  onThreadWritten,
  syncThreadById,
} from './triggers/documents.ts'
import { heard } from './triggers/heard.ts'

// What the container of a trigger loads in place of all functions (`main.cjs`).
const { algoliaApiKey, channelManagerApiKey, channelManagerWebhookSecret } = secrets
const { guestPlatformApiKey, sendgridApiKey, twilioAuthToken } = secrets
const message = 'threads/{threadId}/messages/{messageId}'

// Their events come from the platform, and may be long; what cannot be read must not be printed.
if (process.env.FUNCTION_TARGET !== undefined) guardServer(services)

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
    secrets: [channelManagerApiKey, channelManagerWebhookSecret],
  },
  heard(services, 'provechannel', event =>
    onChannelWritten(services, event.params.channelId, event.data?.before.data(), event.data?.after.data()),
  ),
)
