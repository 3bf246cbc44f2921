import { onDocumentCreated, onDocumentWritten } from 'firebase-functions/firestore'
import { onRequest } from 'firebase-functions/https'
import { setGlobalOptions } from 'firebase-functions/options'
import { onSchedule } from 'firebase-functions/scheduler'
import { eventDocument } from './adapters/firestore/sdk.ts'
import { secrets, settings } from './config.ts'
import { createContext } from './context.ts'
import { guardOf, serve } from './http/serve.ts'
import { instances } from './lib/due/shares.ts'
import { every } from './lib/schedules.ts'
import { runSchedule } from './triggers/by-the-clock.ts'
import { logged } from './triggers/event-log.ts'

setGlobalOptions({ region: 'europe-west1', memory: '512MiB', invoker: 'public' })

const context = createContext({ settings })
guardOf(context, process.env.K_SERVICE)

// All CPUs are within a new project's quota (docs/deploy.md).
/** Waiting for vendors takes no CPU. */
const oneAtATime = { cpu: 0.5, concurrency: 1, maxInstances: 1 }
/** One instance, since first tries count their lane's share in memory. Many wait for slow vendors. */
const oneProcess = { cpu: 1, concurrency: 250, maxInstances: 1 }
/** A parsed body takes twenty times its length in memory. */
const largeBodies = { cpu: 1, concurrency: 8 }
/** A file is in memory twice. */
const files = { cpu: 1, concurrency: 4, maxInstances: instances.uploads }

// Imported at the first event.
const documents = () => import('./triggers/documents.ts')
const portfolio = () => import('./lib/portfolio/keep-on-change.ts')

// Hosting rewrites to these; each allows other origins itself.

export const integrations = onRequest(
  {
    ...largeBodies,
    maxInstances: instances.integrations,
    timeoutSeconds: 60,
    cors: false,
    secrets: [secrets.channelManagerApiKey],
  },
  serve(context, 'integrations'),
)

export const chat = onRequest(
  {
    cpu: 1,
    concurrency: 40,
    maxInstances: instances.chat,
    timeoutSeconds: 60,
    cors: false,
    secrets: [
      secrets.twilioAuthToken,
      secrets.channelManagerApiKey,
      secrets.optOutKey,
      secrets.algoliaSearchKey,
      secrets.fileLinkKey,
    ],
  },
  serve(context, 'chat'),
)

export const uploads = onRequest(
  { ...files, timeoutSeconds: 60, cors: false },
  serve(context, 'uploads', { perSecond: 20 }),
)

export const webhooks = onRequest(
  {
    ...largeBodies,
    maxInstances: instances.webhooks,
    cors: false,
    secrets: [
      secrets.twilioAuthToken,
      secrets.optOutKey,
      secrets.channelManagerApiKey,
      secrets.channelManagerWebhookSecret,
      secrets.billingWebhookSecret,
    ],
  },
  serve(context, 'webhooks'),
)

export const handlemessage = onDocumentCreated(
  {
    document: 'threads/{threadId}/messages/{messageId}',
    // The event repeats only if the mark as due failed.
    retry: true,
    ...oneProcess,
    secrets: [
      secrets.twilioAuthToken,
      secrets.channelManagerApiKey,
      secrets.optOutKey,
      secrets.fileLinkKey,
      secrets.guestPlatformApiKey,
      secrets.algoliaApiKey,
    ],
  },
  logged(context, 'handlemessage', async ({ params, data }) =>
    (await documents()).onMessageCreated(context, params, eventDocument(data)),
  ),
)

export const sendemail = onDocumentCreated(
  { document: 'emails/{emailId}', ...oneProcess, secrets: [secrets.sendgridApiKey] },
  logged(context, 'sendemail', async ({ params }) =>
    (await documents()).onEmailCreated(context, params.emailId),
  ),
)

export const syncthread = onDocumentWritten(
  {
    document: 'threadChanges/{threadId}',
    retry: true,
    cpu: 1,
    concurrency: 80,
    maxInstances: 1,
    secrets: [secrets.algoliaApiKey],
  },
  logged(context, 'syncthread', async ({ params }) =>
    (await documents()).syncThreadById(context, params.threadId),
  ),
)

export const keepproperty = onDocumentWritten(
  { document: 'properties/{propertyId}', retry: true, ...oneAtATime },
  logged(context, 'keepproperty', async ({ params, data }) =>
    (await portfolio()).keepOfProperty(context, params.propertyId, eventDocument(data?.after)),
  ),
)

export const keepchannel = onDocumentWritten(
  { document: 'propertyChannels/{channelId}', retry: true, ...oneAtATime },
  logged(context, 'keepchannel', async ({ params, data }) =>
    (await portfolio()).keepOfChannel(context, params.channelId, eventDocument(data?.after)),
  ),
)

export const keeprequest = onDocumentWritten(
  { document: 'connectionRequests/{requestId}', retry: true, ...oneAtATime },
  logged(context, 'keeprequest', async ({ params, data }) =>
    (await portfolio()).keepOfRequest(context, params.requestId, eventDocument(data?.after)),
  ),
)

export const keepitem = onDocumentWritten(
  { document: 'items/{itemId}', retry: true, ...oneAtATime },
  logged(context, 'keepitem', async ({ data }) =>
    (await portfolio()).keepOfItem(context, eventDocument(data?.after)),
  ),
)

export const workdue = onSchedule(
  {
    schedule: every('workdue'),
    cpu: 1,
    concurrency: 1,
    maxInstances: 1,
    timeoutSeconds: 180,
    secrets: [
      secrets.channelManagerApiKey,
      secrets.channelManagerWebhookSecret,
      secrets.twilioAuthToken,
      secrets.optOutKey,
      secrets.fileLinkKey,
      secrets.sendgridApiKey,
      secrets.guestPlatformApiKey,
      secrets.algoliaApiKey,
    ],
  },
  () => runSchedule(context, 'workdue'),
)

export const watchroles = onSchedule(
  { schedule: every('watchroles'), ...oneAtATime, timeoutSeconds: 55 },
  () => runSchedule(context, 'watchroles'),
)

export const watchchannels = onSchedule(
  {
    schedule: every('watchchannels'),
    ...oneAtATime,
    timeoutSeconds: 300,
    secrets: [secrets.channelManagerApiKey, secrets.channelManagerWebhookSecret],
  },
  () => runSchedule(context, 'watchchannels'),
)

export const sweepbookingfeed = onSchedule(
  {
    schedule: every('sweepbookingfeed'),
    ...oneAtATime,
    timeoutSeconds: 300,
    secrets: [secrets.channelManagerApiKey],
  },
  () => runSchedule(context, 'sweepbookingfeed'),
)

export const sweepinbound = onSchedule(
  {
    schedule: every('sweepinbound'),
    ...oneAtATime,
    timeoutSeconds: 300,
    secrets: [secrets.twilioAuthToken, secrets.optOutKey],
  },
  () => runSchedule(context, 'sweepinbound'),
)

export const sweepota = onSchedule(
  {
    schedule: every('sweepota'),
    ...oneAtATime,
    timeoutSeconds: 55,
    secrets: [secrets.channelManagerApiKey],
  },
  () => runSchedule(context, 'sweepota'),
)

export const comparesearch = onSchedule(
  {
    schedule: every('comparesearch'),
    ...oneAtATime,
    timeoutSeconds: 540,
    secrets: [secrets.algoliaApiKey],
  },
  () => runSchedule(context, 'comparesearch'),
)
