import { onRequest } from 'firebase-functions/https'
import { onSchedule } from 'firebase-functions/scheduler'
import { secrets } from './config.ts'
import { services, sizes } from './deployment.ts'
import { endpoint } from './http/endpoint.ts'
import { httpFunctions } from './http/functions.ts'
import { every } from './lib/health/subjects.ts'
import { byTheClock } from './triggers/by-the-clock.ts'

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

export * from './events.ts'

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
