import { defineInt, defineSecret, defineString } from 'firebase-functions/params'
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

/** Every parameter and secret of the project, declared once. Values are read when something is built, not before. */
export const params = {
  channelManagerUrl: defineString('CHANNEL_MANAGER_URL', { default: 'https://app.channex.io/api/v1' }),
  twilioUrl: defineString('TWILIO_URL', { default: 'https://api.twilio.com' }),
  twilioAccountSid: defineString('TWILIO_ACCOUNT_SID', { default: '' }),
  chatappSender: defineString('CHATAPP_SENDER', { default: '' }),
  smsSender: defineString('SMS_SENDER', { default: '' }),
  chatappTemplates: defineString('CHATAPP_TEMPLATES', { default: '' }),
  sendgridUrl: defineString('SENDGRID_URL', { default: 'https://api.sendgrid.com' }),
  sendgridWebhookPublicKey: defineString('SENDGRID_WEBHOOK_PUBLIC_KEY', { default: '' }),
  emailSender: defineString('EMAIL_SENDER', { default: '' }),
  otaListingLiveTemplate: defineString('TEMPLATE_OTA_LISTING_LIVE', { default: '' }),
  supportMessageTemplate: defineString('TEMPLATE_SUPPORT_MESSAGE', { default: '' }),
  guideStepTemplate: defineString('TEMPLATE_OTA_GUIDE_STEP', { default: '' }),
  supportEmails: defineString('SUPPORT_EMAILS', { default: 'on' }),
  algoliaUrl: defineString('ALGOLIA_URL', { default: '' }),
  algoliaAppId: defineString('ALGOLIA_APP_ID', { default: '' }),
  algoliaIndex: defineString('ALGOLIA_INDEX', { default: 'threads' }),
  watchHours: defineString('WATCH_HOURS', { default: '12' }),
  acceptanceFirstSeconds: defineString('ACCEPTANCE_FIRST_SECONDS', { default: '30' }),
  acceptanceLongestMinutes: defineString('ACCEPTANCE_LONGEST_MINUTES', { default: '30' }),
  acceptanceDays: defineString('ACCEPTANCE_DAYS', { default: '14' }),
  guestPlatformUrl: defineString('GUEST_PLATFORM_URL', { default: '' }),
  storageUrl: defineString('STORAGE_URL', { default: 'https://storage.googleapis.com' }),
  filesBucket: defineString('FILES_BUCKET', { default: '' }),
  publicUrl: defineString('PUBLIC_URL', { default: '' }),
  landlordUrl: defineString('LANDLORD_URL', { default: '' }),
  chatJoinPolicy: defineString('CHAT_JOIN_POLICY', { default: 'authenticated' }),
  firestoreClient: defineString('FIRESTORE_CLIENT', { default: 'rest' }),
  vendorTimeoutMs: defineInt('VENDOR_TIMEOUT_MS', { default: 8000 }),
  otaTimeoutMs: defineInt('OTA_TIMEOUT_MS', { default: 30_000 }),
  lanes: defineString('LANES', {
    default:
      'chatapp=80/40, sms=1/2, ota=5/10, look-up=20/10, email=20/10, guest-platform=20/10, search=400/10, channel-manager=10/6',
  }),
  channelManagerLimits: defineString('CHANNEL_MANAGER_LIMITS', { default: channelManagerLimits }),
  toleratedFailures: defineInt('LANE_TOLERATED_FAILURES', { default: 4 }),
  maxRequestBytes: defineInt('MAX_REQUEST_BYTES', { default: 64 * 1024 }),
  maxBodySeconds: defineInt('MAX_BODY_SECONDS', { default: 5 }),
  trustedHops: defineInt('TRUSTED_HOPS', { default: 1 }),
  maxMessageBody: defineInt('MAX_MESSAGE_BODY', { default: 10_000 }),
  maxOutboundBody: defineInt('MAX_OUTBOUND_BODY', { default: 1600 }),
  maxAttachments: defineInt('MAX_ATTACHMENTS', { default: 10 }),
  maxPaymentContentBytes: defineInt('MAX_PAYMENT_CONTENT_BYTES', { default: 16 * 1024 }),
  maxParticipants: defineInt('MAX_PARTICIPANTS', { default: 200 }),
  chatappSendHours: defineInt('CHATAPP_SEND_HOURS', { default: 24 }),
  smsSendHours: defineInt('SMS_SEND_HOURS', { default: 24 }),
  otaSendHours: defineInt('OTA_SEND_HOURS', { default: 24 }),
  emailSendHours: defineInt('EMAIL_SEND_HOURS', { default: 24 }),
  emailResendMinutes: defineString('EMAIL_RESEND_MINUTES', { default: '10' }),
  forwardingHours: defineInt('FORWARDING_HOURS', { default: 24 }),
  maxSendsPerDay: defineInt('MAX_SENDS_PER_DAY', { default: 50_000 }),
  maxSendsByMembersPerDay: defineInt('MAX_SENDS_BY_MEMBERS_PER_DAY', { default: 3000 }),
  maxSendsPerUserPerDay: defineInt('MAX_SENDS_PER_USER_PER_DAY', { default: 400 }),
  maxSendsPerGuestPerDay: defineInt('MAX_SENDS_PER_GUEST_PER_DAY', { default: 200 }),
  allowedCountries: defineString('ALLOWED_COUNTRIES', { default: '' }),
  answerWithinMinutes: defineInt('ANSWER_WITHIN_MINUTES', { default: 60 }),
  assignBy: defineString('ASSIGN_BY', { default: 'hand' }),
  retentionDays: defineString('RETENTION_DAYS', { default: '' }),
  maxPostsPerUserPerMinute: defineInt('MAX_POSTS_PER_USER_PER_MINUTE', { default: 60 }),
  maxSelfJoinedPostsPerThreadPerMinute: defineInt('MAX_SELF_JOINED_POSTS_PER_THREAD_PER_MINUTE', {
    default: 60,
  }),
  refusalsPerMinute: defineInt('REFUSALS_PER_MINUTE', { default: 20 }),
  maxRequestsPerUserPerMinute: defineInt('MAX_REQUESTS_PER_USER_PER_MINUTE', { default: 90 }),
  maxRequestsPerSecond: defineInt('MAX_REQUESTS_PER_SECOND', { default: 1250 }),
  maxPostsPerThreadPerMinute: defineInt('MAX_POSTS_PER_THREAD_PER_MINUTE', { default: 300 }),
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
    const policy = params.chatJoinPolicy.value()
    if (policy === 'authenticated' || policy === 'participants') return policy
    throw new Error(`CHAT_JOIN_POLICY must be "authenticated" or "participants", not "${policy}"`)
  },
}

export type Settings = typeof settings
