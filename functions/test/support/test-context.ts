import { sandboxCredentials } from '../../../sandbox/src/index.ts'
import type { Settings } from '../../src/config.ts'
import { type ContextOptions, createContext } from '../../src/context.ts'
import type { ChatLimits } from '../../src/lib/chat/posting/post-input.ts'
import type { Context, PortName, Ports } from '../../src/lib/context.ts'
import { laneNames } from '../../src/lib/due/lanes.ts'
import { ready } from '../../src/lib/lazy-port.ts'
import { firestoreOf } from './firestore.ts'
import { type MemoryLog, memoryLog } from './memory-log.ts'
import { servedStore } from './served-store.ts'
import { fromStack } from './stack.ts'

export const limits: ChatLimits = {
  messageBody: 10_000,
  outboundBody: 1600,
  attachments: 10,
  paymentContentBytes: 16 * 1024,
  participants: 200,
  userPostsPerMinute: 60,
  threadPostsPerMinute: 300,
  selfJoinedPostsPerMinute: 60,
}

export interface Vendors {
  /** The address of the sandbox that plays all vendors; by default the stack's. */
  sandboxUrl?: string | undefined
  /** How long a vendor may take; as long as in production, since a busy machine is slow. */
  timeoutMs?: number
  otaTimeoutMs?: number
  /** The search index. */
  index?: string
  /** How often counted refusals are written; so rarely that the count of one test disturbs no other. */
  refusalsWrittenEveryMs?: number
}

/** The settings of a system whose vendors are the sandbox. */
export function sandboxSettings({
  sandboxUrl,
  timeoutMs = 8000,
  otaTimeoutMs = timeoutMs,
  index = 'threads',
  refusalsWrittenEveryMs = 3_600_000,
}: Vendors = {}): Settings {
  const at = (vendor: string) => `${sandboxUrl ?? fromStack('SANDBOX_URL')}/${vendor}`
  const { algoliaAppId: appId, twilioAuthToken, ...keys } = sandboxCredentials
  const publicUrl = 'https://platform.example'
  return {
    channelManagerConfig: () => ({
      url: at('channel-manager'),
      apiKey: keys.channelManagerApiKey,
      timeoutMs,
      otaTimeoutMs,
    }),
    channelManagerWebhook: () => ({
      url: `${publicUrl}/webhooks/channel-manager`,
      secret: keys.channelManagerWebhookSecret,
    }),
    channelManagerWebhookSecrets: () => [keys.channelManagerWebhookSecret],
    billingWebhookSecrets: () => [keys.billingWebhookSecret],
    mailerWebhookKeys: () => [keys.sendgridWebhookPublicKey],
    twilioConfig: () => ({
      url: at('twilio'),
      accountSid: keys.twilioAccountSid,
      authToken: twilioAuthToken,
      chatappSender: keys.chatappSender,
      smsSender: keys.smsSender,
      publicUrl,
      timeoutMs,
    }),
    chatappTemplates: () => '',
    guestKey: () => keys.channelManagerApiKey,
    optOutKeys: () => ['of a test'],
    twilioAuthTokens: () => [twilioAuthToken],
    sendgridConfig: () => ({
      url: at('sendgrid'),
      apiKey: keys.sendgridApiKey,
      sender: 'Platform <live@platform.example>',
      templates: {
        'ota-listing-live': `d-${'0'.repeat(32)}`,
        'support-message': `d-${'1'.repeat(32)}`,
        'guide-step': `d-${'2'.repeat(32)}`,
      },
      timeoutMs,
    }),
    algoliaConfig: () => ({ url: at('algolia'), appId, apiKey: keys.algoliaApiKey, index, timeoutMs }),
    searchKeysConfig: () => ({ url: at('algolia'), appId, searchKey: keys.algoliaSearchKey, index }),
    guestPlatformConfig: () => ({ url: at('guest-platform'), apiKey: keys.guestPlatformApiKey, timeoutMs }),
    storageConfig: () => ({ url: at('storage'), bucket: 'files', timeoutMs }),
    fileLinkKeys: () => ['of a test'],
    publicUrl: () => publicUrl,
    landlordUrl: () => 'https://landlords.example/{propertyId}',
    maxRequestBytes: () => 64 * 1024,
    allowedOrigins: () => [],
    refusalsWrittenEveryMs: () => refusalsWrittenEveryMs,
    trustedHops: () => 1,
    chatLimits: () => limits,
    // So many that only tests of the limit reach it.
    userRefusalsPerMinute: () => 20,
    userRequestsPerMinute: () => 1_000_000,
    requestsPerSecond: () => 1_000_000,
    cursorSecret: () => twilioAuthToken,
    // So many that only tests of the caps reach them.
    spendCaps: () => ({
      all: 1_000_000,
      members: 1_000_000,
      user: 1_000_000,
      guest: 1_000_000,
    }),
    allowedCountries: () => new Set(),
    optOutWords: () => ['STOPP', 'Arrêt'],
    answerWithinMinutes: () => 60,
    assignBy: () => 'hand' as const,
    sendWaits: () => ({ chatapp: 24 * 3_600_000, sms: 24 * 3_600_000, ota: 24 * 3_600_000 }),
    emailWaitMs: () => 24 * 3_600_000,
    emailResendMs: () => 600_000,
    forwardingWaitMs: () => 24 * 3_600_000,
    watchRoundMs: () => 0,
    acceptanceWait: () => ({ firstMs: 30_000, longestMs: 30 * 60_000, forMs: 14 * 86_400_000 }),
    sendsSupportEmails: () => true,
    joinPolicy: () => 'authenticated',
    retention: () => '',
    channelManagerLimits: () => 'key;q=1000000;w=60',
    toleratedFailures: () => 4,
    lanes: () => laneNames.map(lane => `${lane}=1000/${lane === 'channel-manager' ? 4 : 20}`).join(),
  }
}

type Options = Partial<ContextOptions>

/** The Firestore of the process, if it has a project. */
const firestoreOfProcess = () =>
  process.env.GCLOUD_PROJECT && { firestore: firestoreOf(process.env.GCLOUD_PROJECT) }

/** The context as in production, with the sandbox's vendors and a log that is looked at when a test ends. */
export const testContext = ({ decorate, ...options }: Options = {}, vendors: Vendors = {}): Context =>
  createContext({
    settings: sandboxSettings(vendors),
    log: memoryLog(),
    ...firestoreOfProcess(),
    ...options,
    decorate(name, port) {
      const served = decorated({ store: servedStore }, name, port)
      return decorate ? decorate(name, served) : served
    },
  })

/** The same with its adapters built, so that a test may spread a port. */
export const builtContext = async (
  { log = memoryLog(), ...options }: Options & { log?: MemoryLog } = {},
  vendors: Vendors = {},
): Promise<Context & { log: MemoryLog }> => ({
  ...(await built(testContext({ log, ...options }, vendors))),
  log,
})

async function built(context: Context): Promise<Context> {
  const ports = Object.entries(context).filter(([, port]) => typeof port === 'object')
  const adapters = await ready(...ports.map(([, port]) => port))
  return { ...context, ...Object.fromEntries(ports.map(([name], at) => [name, adapters[at]])) }
}

/** Decorators of ports, by name. */
export type Decorators = { [Name in PortName]?: (port: Ports[Name]) => Ports[Name] }

/** The port as its decorator makes it, if there is one. */
export function decorated<Name extends PortName>(
  decorators: Decorators,
  name: Name,
  port: Ports[Name],
): Ports[Name] {
  const decorate = decorators[name]
  return decorate ? decorate(port) : port
}
