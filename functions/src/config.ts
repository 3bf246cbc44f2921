import { defineSecret, defineString } from 'firebase-functions/params'
import type { JoinPolicy } from './lib/chat/access.ts'
import type { AllowedCountries } from './lib/chat/channels/channel.ts'
import type { SendWaits } from './lib/chat/delivery/outbound.ts'
import type { SpendCaps } from './lib/chat/delivery/spending.ts'
import type { AssignBy } from './lib/chat/desk/team.ts'
import type { ChatLimits } from './lib/chat/posting/post-input.ts'
import type { Patience } from './lib/connection/patience.ts'

/** The vendor's limits per key and route: `q` calls in `w` seconds. */
const channelManagerLimits =
  'key;q=600;w=60, key;q=18000;w=3600, key;q=216000;w=86400, route;q=300;w=60, route;q=3600;w=3600'

/** Words in languages that the vendor lacks; none answers a question. */
const optOutWords =
  'de: STOPP, ABMELDEN, ABBESTELLEN; es: DARME DE BAJA, DARSE DE BAJA; fr: ARRET, DESABONNER, DESABONNEMENT; it: DISISCRIVI, DISISCRIVIMI; nl: AFMELDEN; pt: DESCADASTRAR'

/** Parsed at its use, so that nothing else fails. */
const parsed = <Default, Value>(name: string, byDefault: Default, parse: (text: string) => Value) => ({
  name,
  default: byDefault,
  value: (): Value => parse(process.env[name] ?? String(byDefault)),
})
const parameter = (name: string, byDefault: string) => parsed(name, byDefault, text => text)
const number = (name: string, byDefault: number) =>
  parsed(name, byDefault, text => Number.parseInt(text, 10) || 0)

/** Empty is the default. */
const amount = (name: string, usual: string) =>
  parsed(name, usual, text => {
    const value = Number(text || usual)
    if (value >= 0 && Number.isFinite(value)) return value
    throw new Error(`${name} must be a number such as ${usual} or 0.5, not "${text}"`)
  })

/** Empty is the first. */
const oneOf =
  <Word extends string>(name: string, ...words: readonly Word[]) =>
  (text: string): Word => {
    const word = words.find(one => one === (text || words[0]))
    if (word !== undefined) return word
    throw new Error(`${name} must be "${words.join('" or "')}", not "${text}"`)
  }

/** `firebase deploy` asks for it. */
const required = <Value>(name: string, parse: (text: string) => Value) => {
  defineString(name)
  const { value } = parsed(name, '', parse)
  return { name, value }
}

const hourMs = 3_600_000

/** Two during a change, separated by comma or new line: the first is used, both are accepted. */
const valuesIn = (text: string): string[] =>
  text
    .split(/[,\r\n]/)
    .map(one => one.trim())
    .filter(one => one !== '')

function originsIn(text: string): string[] {
  const origins = valuesIn(text)
  const odd = origins.find(one => !URL.canParse(one) || new URL(one).origin !== one)
  if (odd === undefined) return origins
  throw new Error(`ALLOWED_ORIGINS must be origins such as "https://pages.example", not "${odd}"`)
}

/** `*` means every country. */
function countriesIn(text: string): AllowedCountries {
  if (text.trim() === '*') return new Set()
  const codes = text.split(/[\s,]+/).filter(code => code !== '')
  const odd = codes.find(code => !/^[A-Z]{2}$/.test(code))
  if (odd === undefined) return new Set(codes)
  throw new Error(
    `ALLOWED_COUNTRIES must be ISO codes such as "DE,IT", or "*" for every country, not "${odd}"`,
  )
}

/** Names of languages are for people. */
const wordsIn = (text: string): string[] =>
  text
    .split(/[;,]/)
    .map(part => part.replace(/^\s*[A-Za-z-]{2,10}\s*:/, '').trim())
    .filter(word => word !== '')

export const params = {
  channelManagerUrl: parameter('CHANNEL_MANAGER_URL', 'https://app.channex.io/api/v1'),
  twilioUrl: parameter('TWILIO_URL', 'https://api.twilio.com'),
  twilioAccountSid: parameter('TWILIO_ACCOUNT_SID', ''),
  chatappSender: parameter('CHATAPP_SENDER', ''),
  smsSender: parameter('SMS_SENDER', ''),
  chatappTemplates: parameter('CHATAPP_TEMPLATES', ''),
  sendgridUrl: parameter('SENDGRID_URL', 'https://api.sendgrid.com'),
  sendgridWebhookPublicKey: parsed('SENDGRID_WEBHOOK_PUBLIC_KEY', '', valuesIn),
  emailSender: parameter('EMAIL_SENDER', ''),
  otaListingLiveTemplate: parameter('TEMPLATE_OTA_LISTING_LIVE', ''),
  supportMessageTemplate: parameter('TEMPLATE_SUPPORT_MESSAGE', ''),
  guideStepTemplate: parameter('TEMPLATE_OTA_GUIDE_STEP', ''),
  supportEmails: parsed('SUPPORT_EMAILS', 'on', oneOf('SUPPORT_EMAILS', 'on', 'off')),
  algoliaUrl: parameter('ALGOLIA_URL', ''),
  algoliaAppId: parameter('ALGOLIA_APP_ID', ''),
  algoliaIndex: parameter('ALGOLIA_INDEX', 'threads'),
  watchHours: amount('WATCH_HOURS', '12'),
  acceptanceFirstSeconds: amount('ACCEPTANCE_FIRST_SECONDS', '30'),
  acceptanceLongestMinutes: amount('ACCEPTANCE_LONGEST_MINUTES', '30'),
  acceptanceDays: amount('ACCEPTANCE_DAYS', '14'),
  guestPlatformUrl: parameter('GUEST_PLATFORM_URL', ''),
  storageUrl: parameter('STORAGE_URL', 'https://storage.googleapis.com'),
  filesBucket: parameter('FILES_BUCKET', ''),
  publicUrl: required('PUBLIC_URL', text => text),
  allowedOrigins: parsed('ALLOWED_ORIGINS', '', originsIn),
  landlordUrl: parameter('LANDLORD_URL', ''),
  chatJoinPolicy: required('CHAT_JOIN_POLICY', oneOf('CHAT_JOIN_POLICY', 'authenticated', 'participants')),
  vendorTimeoutMs: number('VENDOR_TIMEOUT_MS', 8000),
  otaTimeoutMs: number('OTA_TIMEOUT_MS', 30_000),
  lanes: parameter(
    'LANES',
    'chatapp=80/40, sms=1/2, ota=5/10, look-up=20/10, email=20/10, guest-platform=20/10, search=400/10, channel-manager=10/6, storage=1000/10',
  ),
  channelManagerLimits: parsed(
    'CHANNEL_MANAGER_LIMITS',
    channelManagerLimits,
    text => text || channelManagerLimits,
  ),
  toleratedFailures: number('LANE_TOLERATED_FAILURES', 4),
  maxRequestBytes: number('MAX_REQUEST_BYTES', 64 * 1024),
  trustedHops: number('TRUSTED_HOPS', 1),
  maxMessageBody: number('MAX_MESSAGE_BODY', 10_000),
  maxOutboundBody: number('MAX_OUTBOUND_BODY', 1600),
  maxAttachments: number('MAX_ATTACHMENTS', 10),
  maxPaymentContentBytes: number('MAX_PAYMENT_CONTENT_BYTES', 16 * 1024),
  maxParticipants: number('MAX_PARTICIPANTS', 200),
  chatappSendHours: number('CHATAPP_SEND_HOURS', 24),
  smsSendHours: number('SMS_SEND_HOURS', 24),
  otaSendHours: number('OTA_SEND_HOURS', 24),
  emailSendHours: number('EMAIL_SEND_HOURS', 24),
  emailResendMinutes: amount('EMAIL_RESEND_MINUTES', '10'),
  forwardingHours: number('FORWARDING_HOURS', 24),
  maxSendsPerDay: number('MAX_SENDS_PER_DAY', 50_000),
  maxSendsByMembersPerDay: number('MAX_SENDS_BY_MEMBERS_PER_DAY', 3000),
  maxSendsPerUserPerDay: number('MAX_SENDS_PER_USER_PER_DAY', 400),
  maxSendsPerGuestPerDay: number('MAX_SENDS_PER_GUEST_PER_DAY', 200),
  allowedCountries: required('ALLOWED_COUNTRIES', countriesIn),
  answerWithinMinutes: number('ANSWER_WITHIN_MINUTES', 60),
  assignBy: parsed('ASSIGN_BY', 'hand', oneOf('ASSIGN_BY', 'hand', 'load')),
  optOutWords: parsed('OPT_OUT_WORDS', optOutWords, wordsIn),
  retentionDays: parameter('RETENTION_DAYS', ''),
  maxPostsPerUserPerMinute: number('MAX_POSTS_PER_USER_PER_MINUTE', 60),
  maxSelfJoinedPostsPerThreadPerMinute: number('MAX_SELF_JOINED_POSTS_PER_THREAD_PER_MINUTE', 60),
  refusalsPerMinute: number('REFUSALS_PER_MINUTE', 20),
  maxRequestsPerUserPerMinute: number('MAX_REQUESTS_PER_USER_PER_MINUTE', 90),
  maxRequestsPerSecond: number('MAX_REQUESTS_PER_SECOND', 1250),
  maxPostsPerThreadPerMinute: number('MAX_POSTS_PER_THREAD_PER_MINUTE', 300),
}

export const secrets = {
  channelManagerApiKey: defineSecret('CHANNEL_MANAGER_API_KEY'),
  channelManagerWebhookSecret: defineSecret('CHANNEL_MANAGER_WEBHOOK_SECRET'),
  billingWebhookSecret: defineSecret('BILLING_WEBHOOK_SECRET'),
  twilioAuthToken: defineSecret('TWILIO_AUTH_TOKEN'),
  sendgridApiKey: defineSecret('SENDGRID_API_KEY'),
  algoliaApiKey: defineSecret('ALGOLIA_API_KEY'),
  algoliaSearchKey: defineSecret('ALGOLIA_SEARCH_KEY'),
  guestPlatformApiKey: defineSecret('GUEST_PLATFORM_API_KEY'),
  optOutKey: defineSecret('OPT_OUT_KEY'),
  fileLinkKey: defineSecret('FILE_LINK_KEY'),
}

const timeoutMs = params.vendorTimeoutMs.value

const valuesOf = (secret: { value(): string }): string[] => valuesIn(secret.value())

const firstOf = (secret: { value(): string }): string => valuesOf(secret)[0] ?? ''

const publicUrl = params.publicUrl.value

const ownDoor = (): string =>
  publicUrl() === '' ? '' : `${publicUrl()}/open?thread={threadId}&property={propertyId}`

export const settings = {
  publicUrl,
  landlordUrl: (): string => params.landlordUrl.value() || ownDoor(),
  allowedOrigins: params.allowedOrigins.value,
  maxRequestBytes: params.maxRequestBytes.value,
  refusalsWrittenEveryMs: (): number => 10_000,
  trustedHops: params.trustedHops.value,
  channelManagerConfig: () => ({
    url: params.channelManagerUrl.value(),
    apiKey: secrets.channelManagerApiKey.value(),
    timeoutMs: timeoutMs(),
    otaTimeoutMs: params.otaTimeoutMs.value() || timeoutMs(),
  }),
  channelManagerWebhook: () => ({
    url: new URL('/webhooks/channel-manager', publicUrl()).href,
    secret: firstOf(secrets.channelManagerWebhookSecret),
  }),
  channelManagerWebhookSecrets: (): string[] => valuesOf(secrets.channelManagerWebhookSecret),
  billingWebhookSecrets: (): string[] => valuesOf(secrets.billingWebhookSecret),
  mailerWebhookKeys: params.sendgridWebhookPublicKey.value,
  twilioConfig: () => ({
    url: params.twilioUrl.value(),
    accountSid: params.twilioAccountSid.value(),
    authToken: firstOf(secrets.twilioAuthToken),
    chatappSender: params.chatappSender.value(),
    smsSender: params.smsSender.value(),
    publicUrl: publicUrl(),
    timeoutMs: timeoutMs(),
  }),
  optOutKeys: (): string[] => valuesOf(secrets.optOutKey),
  /** Hashes a guest's number into their id. */
  guestKey: (): string => secrets.channelManagerApiKey.value(),
  /** Parsed at a send. */
  chatappTemplates: params.chatappTemplates.value,
  twilioAuthTokens: (): string[] => valuesOf(secrets.twilioAuthToken),
  sendgridConfig: () => ({
    url: params.sendgridUrl.value(),
    apiKey: secrets.sendgridApiKey.value(),
    sender: params.emailSender.value(),
    templates: {
      'ota-listing-live': params.otaListingLiveTemplate.value(),
      'support-message': params.supportMessageTemplate.value(),
      'guide-step': params.guideStepTemplate.value(),
    },
    timeoutMs: timeoutMs(),
  }),
  algoliaConfig: () => ({
    url: params.algoliaUrl.value() || `https://${params.algoliaAppId.value()}.algolia.net`,
    appId: params.algoliaAppId.value(),
    apiKey: secrets.algoliaApiKey.value(),
    index: params.algoliaIndex.value(),
    timeoutMs: timeoutMs(),
  }),
  searchKeysConfig: () => ({
    url: params.algoliaUrl.value(),
    appId: params.algoliaAppId.value(),
    searchKey: secrets.algoliaSearchKey.value(),
    index: params.algoliaIndex.value(),
  }),
  /** Secrets of the function that issues cursors. */
  cursorSecret: (): string =>
    [secrets.twilioAuthToken, secrets.algoliaSearchKey, secrets.channelManagerApiKey]
      .filter(({ name }) => process.env[name])
      .map(firstOf)
      .join(' '),
  guestPlatformConfig: () => ({
    url: params.guestPlatformUrl.value(),
    apiKey: secrets.guestPlatformApiKey.value(),
    timeoutMs: timeoutMs(),
  }),
  storageConfig: () => ({
    url: params.storageUrl.value(),
    bucket: params.filesBucket.value(),
    timeoutMs: timeoutMs(),
  }),
  fileLinkKeys: (): string[] => valuesOf(secrets.fileLinkKey),
  retention: params.retentionDays.value,
  /** Failures in a row. */
  toleratedFailures: params.toleratedFailures.value,
  lanes: params.lanes.value,
  channelManagerLimits: params.channelManagerLimits.value,
  chatLimits: (): ChatLimits => ({
    messageBody: params.maxMessageBody.value(),
    outboundBody: params.maxOutboundBody.value(),
    attachments: params.maxAttachments.value(),
    paymentContentBytes: params.maxPaymentContentBytes.value(),
    participants: params.maxParticipants.value(),
    userPostsPerMinute: params.maxPostsPerUserPerMinute.value(),
    threadPostsPerMinute: params.maxPostsPerThreadPerMinute.value(),
    selfJoinedPostsPerMinute: params.maxSelfJoinedPostsPerThreadPerMinute.value(),
  }),
  userRefusalsPerMinute: params.refusalsPerMinute.value,
  userRequestsPerMinute: params.maxRequestsPerUserPerMinute.value,
  /** Per instance. */
  requestsPerSecond: (): number => params.maxRequestsPerSecond.value() || 1250,
  /** Segments per day. */
  spendCaps: (): SpendCaps => ({
    all: params.maxSendsPerDay.value(),
    members: params.maxSendsByMembersPerDay.value(),
    user: params.maxSendsPerUserPerDay.value(),
    guest: params.maxSendsPerGuestPerDay.value(),
  }),
  /** For chatapp and SMS. */
  allowedCountries: params.allowedCountries.value,
  optOutWords: params.optOutWords.value,
  answerWithinMinutes: params.answerWithinMinutes.value,
  assignBy: (): AssignBy => params.assignBy.value(),
  /** Milliseconds. */
  sendWaits: (): SendWaits => ({
    chatapp: params.chatappSendHours.value() * hourMs,
    sms: params.smsSendHours.value() * hourMs,
    ota: params.otaSendHours.value() * hourMs,
  }),
  emailWaitMs: (): number => params.emailSendHours.value() * hourMs,
  emailResendMs: (): number => params.emailResendMinutes.value() * 60_000,
  forwardingWaitMs: (): number => params.forwardingHours.value() * hourMs,
  acceptanceWait: (): Patience => ({
    firstMs: params.acceptanceFirstSeconds.value() * 1000,
    longestMs: params.acceptanceLongestMinutes.value() * 60_000,
    forMs: params.acceptanceDays.value() * 24 * hourMs,
  }),
  watchRoundMs: (): number => params.watchHours.value() * hourMs,
  sendsSupportEmails: (): boolean => params.supportEmails.value() === 'on',
  joinPolicy: (): JoinPolicy => params.chatJoinPolicy.value(),
}

export type Settings = typeof settings
