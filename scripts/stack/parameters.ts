import { templateNames } from '../../functions/src/lib/chat/templates/templates.ts'
import { sandboxCredentials as credentials } from '../../sandbox/src/core/context.ts'
import { host } from './ports.ts'

/** For tests that sweep by themselves: faults of one test close no lane for the next test. */
export const openLanes = {
  LANE_TOLERATED_FAILURES: '1000000',
  LANES:
    'chatapp=400/10, ota=400/10, search=400/10, guest-platform=400/10, email=400/10, look-up=400/10, channel-manager=400/10, sms=100/10',
}

export type Parameters = { plain: Record<string, string>; secret: Record<string, string> }

/** Every parameter and secret of the functions, pointing at the sandbox; `overrides` win, secret or not. */
export function localParameters(
  sandboxUrl: string,
  publicUrl: string,
  overrides: Record<string, string> = {},
): Parameters {
  const plain: Record<string, string> = {
    CHANNEL_MANAGER_URL: `${sandboxUrl}/channel-manager`,
    // The sandbox has no limit, and people who try things out press more often than staff.
    CHANNEL_MANAGER_LIMITS: 'key;q=1000000;w=60',
    LANES:
      'chatapp=80/40, sms=1/2, ota=5/10, look-up=20/10, email=20/10, guest-platform=20/10, search=400/10, channel-manager=400/6, storage=1000/10',
    TWILIO_ACCOUNT_SID: credentials.twilioAccountSid,
    TWILIO_URL: `${sandboxUrl}/twilio`,
    CHATAPP_SENDER: credentials.chatappSender,
    SMS_SENDER: credentials.smsSender,
    CHATAPP_TEMPLATES: localContentIds(),
    SENDGRID_URL: `${sandboxUrl}/sendgrid`,
    SENDGRID_WEBHOOK_PUBLIC_KEY: credentials.sendgridWebhookPublicKey,
    EMAIL_SENDER: 'bookings@example.com',
    TEMPLATE_OTA_LISTING_LIVE: 'd-ota-listing-live',
    TEMPLATE_SUPPORT_MESSAGE: 'd-support-message',
    TEMPLATE_OTA_GUIDE_STEP: 'd-guide-step',
    SUPPORT_EMAILS: 'on',
    ALGOLIA_APP_ID: credentials.algoliaAppId,
    ALGOLIA_INDEX: 'threads',
    ALGOLIA_URL: `${sandboxUrl}/algolia`,
    WATCH_HOURS: '0',
    GUEST_PLATFORM_URL: `${sandboxUrl}/guest-platform`,
    STORAGE_URL: `${sandboxUrl}/storage`,
    FILES_BUCKET: 'sandbox-files',
    PUBLIC_URL: publicUrl,
    LANDLORD_URL:
      'https://landlords.example/open?property={propertyId}&channel={channelId}&thread={threadId}',
    CHAT_JOIN_POLICY: 'authenticated',
    ALLOWED_COUNTRIES: '*',
  }
  const secret: Record<string, string> = {
    CHANNEL_MANAGER_API_KEY: credentials.channelManagerApiKey,
    CHANNEL_MANAGER_WEBHOOK_SECRET: credentials.channelManagerWebhookSecret,
    BILLING_WEBHOOK_SECRET: credentials.billingWebhookSecret,
    TWILIO_AUTH_TOKEN: credentials.twilioAuthToken,
    SENDGRID_API_KEY: credentials.sendgridApiKey,
    ALGOLIA_API_KEY: credentials.algoliaApiKey,
    ALGOLIA_SEARCH_KEY: credentials.algoliaSearchKey,
    GUEST_PLATFORM_API_KEY: credentials.guestPlatformApiKey,
    OPT_OUT_KEY: 'of this machine alone',
    FILE_LINK_KEY: 'of this machine alone, too',
  }
  for (const name in overrides) Object.assign(name in secret ? secret : plain, { [name]: overrides[name] })
  return { plain, secret }
}

/** Ids of the provider's form; the sandbox takes any. */
const localContentIds = (): string =>
  templateNames.map((name, at) => `${name}=HX${String(at + 1).padStart(32, '0')}`).join()

/** The text of a dotenv file in the dialect of firebase-tools: double quotes, and the escapes of JSON. */
export const dotenv = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}\n`)
    .join('')

export const localUrl = (port: number): string => `http://${host}:${port}`
