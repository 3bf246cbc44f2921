import { defineSecret, defineString } from 'firebase-functions/params'
import type { FirestoreClient } from './adapters/firestore/client.ts'
import type { AllowedCountries } from './lib/chat/channels/channel.ts'
import type { SendWaits } from './lib/chat/delivery/outbound.ts'
import type { SpendCaps } from './lib/chat/delivery/spending.ts'
import type { AssignBy } from './lib/chat/desk/team.ts'
import type { ChatLimits } from './lib/chat/posting/post-input.ts'
import type { JoinPolicy } from './lib/chat/posting/post-policy.ts'
import type { Patience } from './lib/connection/requests/waiting.ts'

/** What the channel manager allows a key, and each of its routes: `q` calls in `w` seconds. */
const channelManagerLimits =
  'key;q=600;w=60, key;q=18000;w=3600, key;q=216000;w=86400, route;q=300;w=60, route;q=3600;w=3600'

/** Words by which guests opt out in languages that the messaging provider does not know, none of which answers a question. */
const optOutWords =
  'de: STOPP, ABMELDEN, ABBESTELLEN; es: DARME DE BAJA, DARSE DE BAJA; fr: ARRET, DESABONNER, DESABONNEMENT; it: DISISCRIVI, DISISCRIVIMI; nl: AFMELDEN; pt: DESCADASTRAR'

/** A parameter with a default. */
const text = (name: string, byDefault: string) => ({
  name,
  default: byDefault,
  value: (): string => process.env[name] ?? byDefault,
})
const whole = (name: string, byDefault: number) => ({
  name,
  default: byDefault,
  value: (): number => Number.parseInt(process.env[name] ?? String(byDefault), 10) || 0,
})

/**
 * Every parameter and secret of the project, declared once. Values are read when something is built, not before.
 * `firebase deploy` asks for the three without a default.
 */
export const params = {
  channelManagerUrl: text('CHANNEL_MANAGER_URL', 'https://app.channex.io/api/v1'),
  twilioUrl: text('TWILIO_URL', 'https://api.twilio.com'),
  twilioAccountSid: text('TWILIO_ACCOUNT_SID', ''),
  chatappSender: text('CHATAPP_SENDER', ''),
  smsSender: text('SMS_SENDER', ''),
  chatappTemplates: text('CHATAPP_TEMPLATES', ''),
  sendgridUrl: text('SENDGRID_URL', 'https://api.sendgrid.com'),
  sendgridWebhookPublicKey: text('SENDGRID_WEBHOOK_PUBLIC_KEY', ''),
  emailSender: text('EMAIL_SENDER', ''),
  otaListingLiveTemplate: text('TEMPLATE_OTA_LISTING_LIVE', ''),
  supportMessageTemplate: text('TEMPLATE_SUPPORT_MESSAGE', ''),
  guideStepTemplate: text('TEMPLATE_OTA_GUIDE_STEP', ''),
  supportEmails: text('SUPPORT_EMAILS', 'on'),
  algoliaUrl: text('ALGOLIA_URL', ''),
  algoliaAppId: text('ALGOLIA_APP_ID', ''),
  algoliaIndex: text('ALGOLIA_INDEX', 'threads'),
  watchHours: text('WATCH_HOURS', '12'),
  acceptanceFirstSeconds: text('ACCEPTANCE_FIRST_SECONDS', '30'),
  acceptanceLongestMinutes: text('ACCEPTANCE_LONGEST_MINUTES', '30'),
  acceptanceDays: text('ACCEPTANCE_DAYS', '14'),
  guestPlatformUrl: text('GUEST_PLATFORM_URL', ''),
  storageUrl: text('STORAGE_URL', 'https://storage.googleapis.com'),
  filesBucket: text('FILES_BUCKET', ''),
  publicUrl: defineString('PUBLIC_URL'),
  allowedOrigins: text('ALLOWED_ORIGINS', ''),
  landlordUrl: text('LANDLORD_URL', ''),
  chatJoinPolicy: defineString('CHAT_JOIN_POLICY'),
  firestoreClient: text('FIRESTORE_CLIENT', 'rest'),
  vendorTimeoutMs: whole('VENDOR_TIMEOUT_MS', 8000),
  otaTimeoutMs: whole('OTA_TIMEOUT_MS', 30_000),
  lanes: text(
    'LANES',
    'chatapp=80/40, sms=1/2, ota=5/10, look-up=20/10, email=20/10, guest-platform=20/10, search=400/10, channel-manager=10/6, storage=1000/10',
  ),
  channelManagerLimits: text('CHANNEL_MANAGER_LIMITS', channelManagerLimits),
  toleratedFailures: whole('LANE_TOLERATED_FAILURES', 4),
  maxRequestBytes: whole('MAX_REQUEST_BYTES', 64 * 1024),
  maxBodySeconds: whole('MAX_BODY_SECONDS', 5),
  trustedHops: whole('TRUSTED_HOPS', 1),
  maxMessageBody: whole('MAX_MESSAGE_BODY', 10_000),
  maxOutboundBody: whole('MAX_OUTBOUND_BODY', 1600),
  maxAttachments: whole('MAX_ATTACHMENTS', 10),
  maxPaymentContentBytes: whole('MAX_PAYMENT_CONTENT_BYTES', 16 * 1024),
  maxParticipants: whole('MAX_PARTICIPANTS', 200),
  chatappSendHours: whole('CHATAPP_SEND_HOURS', 24),
  smsSendHours: whole('SMS_SEND_HOURS', 24),
  otaSendHours: whole('OTA_SEND_HOURS', 24),
  emailSendHours: whole('EMAIL_SEND_HOURS', 24),
  emailResendMinutes: text('EMAIL_RESEND_MINUTES', '10'),
  forwardingHours: whole('FORWARDING_HOURS', 24),
  maxSendsPerDay: whole('MAX_SENDS_PER_DAY', 50_000),
  maxSendsByMembersPerDay: whole('MAX_SENDS_BY_MEMBERS_PER_DAY', 3000),
  maxSendsPerUserPerDay: whole('MAX_SENDS_PER_USER_PER_DAY', 400),
  maxSendsPerGuestPerDay: whole('MAX_SENDS_PER_GUEST_PER_DAY', 200),
  allowedCountries: defineString('ALLOWED_COUNTRIES'),
  answerWithinMinutes: whole('ANSWER_WITHIN_MINUTES', 60),
  assignBy: text('ASSIGN_BY', 'hand'),
  optOutWords: text('OPT_OUT_WORDS', optOutWords),
  retentionDays: text('RETENTION_DAYS', ''),
  maxPostsPerUserPerMinute: whole('MAX_POSTS_PER_USER_PER_MINUTE', 60),
  maxSelfJoinedPostsPerThreadPerMinute: whole('MAX_SELF_JOINED_POSTS_PER_THREAD_PER_MINUTE', 60),
  refusalsPerMinute: whole('REFUSALS_PER_MINUTE', 20),
  maxRequestsPerUserPerMinute: whole('MAX_REQUESTS_PER_USER_PER_MINUTE', 90),
  maxRequestsPerSecond: whole('MAX_REQUESTS_PER_SECOND', 1250),
  maxPostsPerThreadPerMinute: whole('MAX_POSTS_PER_THREAD_PER_MINUTE', 300),
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

const hourMs = 3_600_000

/** What `ALLOWED_COUNTRIES` says for every country, which a deployment must say aloud. */
const everyCountry = '*'

/** Time-out of one vendor call, in milliseconds. */
const timeoutMs = (): number => params.vendorTimeoutMs.value()

/**
 * What a secret holds, or a key that is no secret: one value, or two while it is changed, separated by a comma or a new
 * line. The first is used, both are accepted.
 */
const valuesOf = (held: { value(): string }): string[] =>
  held
    .value()
    .split(/[,\r\n]/)
    .map(one => one.trim())
    .filter(one => one !== '')

const firstOf = (held: { value(): string }): string => valuesOf(held)[0] ?? ''

/** What may be a fraction. */
function amountIn(held: { name: string; value(): string }, usual: string): number {
  const said = held.value() || usual
  const amount = Number(said)
  if (amount >= 0 && Number.isFinite(amount)) return amount
  throw new Error(`${held.name} must be a number such as ${usual} or 0.5, not "${said}"`)
}

const publicUrl = (): string => params.publicUrl.value()

/** Where the dashboard shows landlords what an e-mail is about; nowhere while its own address is not known. */
const ownDoor = (): string =>
  publicUrl() === '' ? '' : `${publicUrl()}/open?thread={threadId}&property={propertyId}`

/** What the parameters and secrets say, read when something is built from it. */
export const settings = {
  publicUrl,
  landlordUrl: (): string => params.landlordUrl.value() || ownDoor(),
  /** Of other pages that may call the API from a browser. */
  allowedOrigins: (): string[] => {
    const origins = valuesOf(params.allowedOrigins)
    const odd = origins.find(one => !URL.canParse(one) || new URL(one).origin !== one)
    if (odd === undefined) return origins
    throw new Error(`ALLOWED_ORIGINS must be origins such as "https://pages.example", not "${odd}"`)
  },
  maxRequestBytes: (): number => params.maxRequestBytes.value(),
  /** How long a body may take after its headers. Milliseconds. */
  bodyWithinMs: (): number => 1000 * (params.maxBodySeconds.value() || 5),
  /** How often refusals that were counted are written. Milliseconds. */
  refusalsWrittenEveryMs: (): number => 10_000,
  trustedHops: (): number => params.trustedHops.value(),
  channelManagerConfig: () => ({
    url: params.channelManagerUrl.value(),
    apiKey: secrets.channelManagerApiKey.value(),
    timeoutMs: timeoutMs(),
    otaTimeoutMs: params.otaTimeoutMs.value() || timeoutMs(),
  }),
  /** The webhook that the channel manager calls, and the secret that it is to bring. */
  channelManagerWebhook: () => ({
    url: new URL('/webhooks/channel-manager', publicUrl()).href,
    secret: firstOf(secrets.channelManagerWebhookSecret),
  }),
  /** By which a call of the channel manager, or of the billing side, is known: two while it is changed. */
  channelManagerWebhookSecrets: (): string[] => valuesOf(secrets.channelManagerWebhookSecret),
  billingWebhookSecrets: (): string[] => valuesOf(secrets.billingWebhookSecret),
  /** The keys by which a call of the mailer is known. */
  mailerWebhookKeys: (): string[] => valuesOf(params.sendgridWebhookPublicKey),
  twilioConfig: () => ({
    url: params.twilioUrl.value(),
    accountSid: params.twilioAccountSid.value(),
    authToken: firstOf(secrets.twilioAuthToken),
    chatappSender: params.chatappSender.value(),
    smsSender: params.smsSender.value(),
    publicUrl: publicUrl(),
    timeoutMs: timeoutMs(),
  }),
  /** By which opt-outs are hashed: two while it is changed. */
  optOutKeys: (): string[] => valuesOf(secrets.optOutKey),
  /** As it is written. It is read where messages are sent, so that nothing else waits for it or fails by it. */
  chatappTemplates: (): string => params.chatappTemplates.value(),
  /** By which a call of the messaging provider is known. */
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
  /** What cursors are sealed by: the secrets of the function that gives them. */
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
  /** By which the links to files are sealed that vendors get: two while it is changed. */
  fileLinkKeys: (): string[] => valuesOf(secrets.fileLinkKey),
  /** How long what ends by itself is kept. */
  retention: (): string => params.retentionDays.value(),
  /** Failures in a row that do not close a lane yet. */
  toleratedFailures: (): number => params.toleratedFailures.value(),
  /** How fast each lane of due work may go. */
  lanes: (): string => params.lanes.value(),
  channelManagerLimits: (): string => params.channelManagerLimits.value() || channelManagerLimits,
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
  userRefusalsPerMinute: (): number => params.refusalsPerMinute.value(),
  userRequestsPerMinute: (): number => params.maxRequestsPerUserPerMinute.value(),
  /** How many an instance takes, whoever makes them. */
  requestsPerSecond: (): number => params.maxRequestsPerSecond.value() || 1250,
  /** Segments of paid sends a day. */
  spendCaps: (): SpendCaps => ({
    all: params.maxSendsPerDay.value(),
    members: params.maxSendsByMembersPerDay.value(),
    user: params.maxSendsPerUserPerDay.value(),
    guest: params.maxSendsPerGuestPerDay.value(),
  }),
  /** Countries that chatapp and SMS may be sent to. */
  allowedCountries: (): AllowedCountries => {
    if (params.allowedCountries.value().trim() === everyCountry) return new Set()
    const codes = params.allowedCountries
      .value()
      .split(/[\s,]+/)
      .filter(code => code !== '')
    const odd = codes.find(code => !/^[A-Z]{2}$/.test(code))
    if (odd === undefined) return new Set(codes)
    throw new Error(
      `ALLOWED_COUNTRIES must be ISO codes such as "DE,IT", or "*" for every country, not "${odd}"`,
    )
  },
  /** Never refused, since a guest's message must not fail by it: languages are for people, so their names go. */
  optOutWords: (): string[] =>
    params.optOutWords
      .value()
      .split(/[;,]/)
      .map(part => part.replace(/^\s*[A-Za-z-]{2,10}\s*:/, '').trim())
      .filter(word => word !== ''),
  /** How long a guest may wait for an answer of the default queue. */
  answerWithinMinutes: (): number => params.answerWithinMinutes.value(),
  /** How a guest's thread that nobody owns gets an owner. */
  assignBy: (): AssignBy => {
    const choice = params.assignBy.value() || 'hand'
    if (choice === 'hand' || choice === 'load') return choice
    throw new Error(`ASSIGN_BY must be "hand" or "load", not "${choice}"`)
  },
  /** How long a message that cannot be sent is tried. Milliseconds. */
  sendWaits: (): SendWaits => ({
    chatapp: params.chatappSendHours.value() * hourMs,
    sms: params.smsSendHours.value() * hourMs,
    ota: params.otaSendHours.value() * hourMs,
  }),
  /** How long an e-mail that cannot be sent is tried. Milliseconds. */
  emailWaitMs: (): number => params.emailSendHours.value() * hourMs,
  /** How long an e-mail of unknown outcome waits for the mailer's own word before it is sent again. Milliseconds. */
  emailResendMs: (): number => amountIn(params.emailResendMinutes, '10') * 60_000,
  /** How long the guest platform that cannot be told is tried. Milliseconds. */
  forwardingWaitMs: (): number => params.forwardingHours.value() * hourMs,
  /** How long a round of the watch of channels takes. Milliseconds. */
  acceptanceWait: (): Patience => ({
    firstMs: amountIn(params.acceptanceFirstSeconds, '30') * 1000,
    longestMs: amountIn(params.acceptanceLongestMinutes, '30') * 60_000,
    forMs: amountIn(params.acceptanceDays, '14') * 24 * hourMs,
  }),
  watchRoundMs: (): number => amountIn(params.watchHours, '12') * hourMs,
  /** Whether landlords get e-mails about support messages that they have not read. */
  sendsSupportEmails: (): boolean => {
    const choice = params.supportEmails.value()
    if (choice === 'on' || choice === 'off') return choice === 'on'
    throw new Error(`SUPPORT_EMAILS must be "on" or "off", not "${choice}"`)
  },
  /** By which client documents are read and written. */
  firestoreClient: (): FirestoreClient => {
    const client = params.firestoreClient.value() || 'rest'
    if (client === 'rest' || client === 'sdk') return client
    throw new Error(`FIRESTORE_CLIENT must be "rest" or "sdk", not "${client}"`)
  },
  joinPolicy: (): JoinPolicy => {
    const policy = params.chatJoinPolicy.value() || 'authenticated'
    if (policy === 'authenticated' || policy === 'participants') return policy
    throw new Error(`CHAT_JOIN_POLICY must be "authenticated" or "participants", not "${policy}"`)
  },
}

export type Settings = typeof settings
