import type { secrets } from './config.ts'
import { chatRoutes, uploadRoutes } from './http/chat/routes.ts'
import { deskRoutes } from './http/desk/routes.ts'
import { documentationRoutes } from './http/documentation/routes.ts'
import { integrationRoutes } from './http/integrations/routes.ts'
import { landlordRoutes } from './http/landlord/routes.ts'
import type { Route } from './http/route.ts'
import { webhookRoutes } from './http/webhooks/routes.ts'
import type { Context } from './lib/context.ts'
import type { EventDocument } from './lib/ports.ts'
import { namesOf } from './lib/record-of.ts'
import type { ScheduleName } from './lib/schedules.ts'
import type { RoundName } from './triggers/due-work.ts'

// Every function that is deployed, a row each. A container loads this file, so what a row runs is imported when it runs.

/** CPUs, how many requests or events an instance takes at once, and how many instances there may be. */
interface Size {
  cpu: number
  concurrency: number
  maxInstances: number
}
export interface FunctionRow {
  size: Size
  /** 60 unless told. */
  timeoutSeconds?: number
  secrets?: readonly (keyof typeof secrets)[]
}

export interface HttpsFunction extends FunctionRow {
  routes: readonly Route[]
  /** How long a body may take after its headers, where that is longer than usual. Milliseconds. */
  bodyWithinMs?: number
  /** How many requests an instance takes in a second, where that is fewer than usual. */
  perSecond?: number
}
/** `lib/schedules.ts` has its period. */
interface ScheduledFunction extends FunctionRow {
  run(context: Context): Promise<void>
}
export interface DocumentFunction extends FunctionRow {
  document: string
  /** Whether the platform delivers the event again when this fails. */
  retry?: boolean
}
export interface CreatedFunction extends DocumentFunction {
  run(context: Context, ids: Record<string, string>, created: EventDocument | undefined): Promise<void>
}
export interface WrittenFunction extends DocumentFunction {
  /** `written`: as the document then was, if it was not deleted. */
  run(context: Context, ids: Record<string, string>, written: EventDocument | undefined): Promise<void>
}

const size = (cpu: number, concurrency: number, maxInstances: number): Size => ({
  ...{ cpu, concurrency, maxInstances },
})
// Waiting for vendors takes no CPU.
const oneAtATime = size(0.5, 1, 1)
// First tries count their lane share in memory, so one instance; many wait in it while a vendor is slow.
const oneProcess = size(1, 250, 1)
// As many at once as there is memory for, each with the largest body: parsed, it takes twenty times its length.
const largeBodies = size(1, 8, 2)
// As they are, and once more on their way.
const files = size(1, 4, 2)

/** Over HTTPS, behind Hosting's rewrites. Sizes are within the quota of a new project (docs/decisions/026). */
export const httpsFunctions = {
  integrations: {
    routes: [...integrationRoutes, ...deskRoutes, ...landlordRoutes, ...documentationRoutes],
    size: largeBodies,
    timeoutSeconds: 60,
    secrets: ['channelManagerApiKey'],
  },
  chat: {
    routes: chatRoutes,
    size: size(1, 40, 4),
    timeoutSeconds: 60,
    secrets: ['twilioAuthToken', 'channelManagerApiKey', 'optOutKey', 'algoliaSearchKey', 'fileLinkKey'],
  },
  uploads: {
    routes: uploadRoutes,
    size: files,
    timeoutSeconds: 60,
    bodyWithinMs: 45_000,
    perSecond: 20,
  },
  webhooks: {
    routes: webhookRoutes,
    size: largeBodies,
    secrets: [
      'twilioAuthToken',
      'optOutKey',
      'channelManagerApiKey',
      'channelManagerWebhookSecret',
      'billingWebhookSecret',
    ],
  },
} as const satisfies Record<string, HttpsFunction>
export const httpsNames = namesOf(httpsFunctions)

const documents = () => import('./triggers/documents.ts')

/** When a document was created. What is due by a field of its own needs no second event. */
export const createdFunctions = {
  handlemessage: {
    document: 'threads/{threadId}/messages/{messageId}',
    // What fails has been marked as due; only where that failed too does the event come again.
    retry: true,
    size: oneProcess,
    secrets: [
      'twilioAuthToken',
      'channelManagerApiKey',
      'optOutKey',
      'fileLinkKey',
      'guestPlatformApiKey',
      'algoliaApiKey',
    ],
    run: async (context, { threadId = '', messageId = '' }, created) =>
      (await documents()).onMessageCreated(context, { threadId, messageId }, created),
  },
  sendemail: {
    document: 'emails/{emailId}',
    size: oneProcess,
    secrets: ['sendgridApiKey'],
    run: async (context, { emailId = '' }) => (await documents()).onEmailCreated(context, emailId),
  },
} satisfies Record<string, CreatedFunction>

const changed = () => import('./lib/portfolio/changed.ts')
/** Each brings the portfolio to what is stored, whatever the event says. */
const kept = { retry: true, size: oneAtATime }

/** When a document was created, changed or deleted. */
export const writtenFunctions = {
  syncthread: {
    document: 'threadChanges/{threadId}',
    retry: true,
    size: size(1, 80, 1),
    secrets: ['algoliaApiKey'],
    run: async (context, { threadId = '' }) => (await documents()).syncThreadById(context, threadId),
  },
  keepproperty: {
    document: 'properties/{propertyId}',
    ...kept,
    run: async (context, { propertyId = '' }, written) => {
      await (await changed()).keepOfProperty(context, propertyId, written)
    },
  },
  keepchannel: {
    document: 'propertyChannels/{channelId}',
    ...kept,
    run: async (context, { channelId = '' }, written) =>
      (await changed()).keepOfChannel(context, channelId, written),
  },
  keeprequest: {
    document: 'connectionRequests/{requestId}',
    ...kept,
    run: async (context, { requestId = '' }, written) =>
      (await changed()).keepOfRequest(context, requestId, written),
  },
  keepitem: {
    document: 'items/{itemId}',
    ...kept,
    run: async (context, _, written) => (await changed()).keepOfItem(context, written),
  },
} satisfies Record<string, WrittenFunction>

export const createdNames = namesOf(createdFunctions)
export const writtenNames = namesOf(writtenFunctions)
export const triggerNames = [...createdNames, ...writtenNames]

const round = (name: RoundName) => async (context: Context) => {
  const { continueRound } = await import('./triggers/by-the-clock.ts')
  await continueRound(context, name)
}

/** Side by side; none is stopped by another that fails. */
const eachRound =
  (...names: RoundName[]) =>
  async (context: Context) => {
    const ended = await Promise.allSettled(names.map(name => round(name)(context)))
    const failed = ended.find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
  }

/** By the clock, one run at a time: what a trigger could not finish, and what nobody tells of. */
export const scheduledFunctions: Readonly<Record<ScheduleName, ScheduledFunction>> = {
  workdue: {
    size: size(1, 1, 1),
    timeoutSeconds: 180,
    secrets: [
      'channelManagerApiKey',
      'channelManagerWebhookSecret',
      'twilioAuthToken',
      'optOutKey',
      'fileLinkKey',
      'sendgridApiKey',
      'guestPlatformApiKey',
      'algoliaApiKey',
    ],
    run: async context => (await import('./triggers/work-due.ts')).workAllDue(context),
  },
  watchroles: { size: oneAtATime, timeoutSeconds: 55, run: round('roles') },
  watchchannels: {
    size: oneAtATime,
    timeoutSeconds: 300,
    secrets: ['channelManagerApiKey', 'channelManagerWebhookSecret'],
    run: round('channel-watch'),
  },
  sweepbookingfeed: {
    size: oneAtATime,
    timeoutSeconds: 300,
    secrets: ['channelManagerApiKey'],
    run: round('booking-feed'),
  },
  sweepinbound: {
    size: oneAtATime,
    timeoutSeconds: 300,
    secrets: ['twilioAuthToken', 'optOutKey'],
    run: round('inbound-catch-up'),
  },
  sweepota: {
    size: oneAtATime,
    timeoutSeconds: 55,
    secrets: ['channelManagerApiKey'],
    run: round('ota-inboxes'),
  },
  comparesearch: {
    size: oneAtATime,
    timeoutSeconds: 540,
    secrets: ['algoliaApiKey'],
    run: eachRound('index-comparison', 'portfolio'),
  },
}

/** One run of a schedule. */
export async function runSchedule(context: Context, name: ScheduleName): Promise<void> {
  const { byTheClock } = await import('./triggers/by-the-clock.ts')
  await byTheClock(context, name, scheduledFunctions[name].run)
}
