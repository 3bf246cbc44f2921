import { isSignedBy } from './adapters/billing/signature.ts'
import { carrierOf } from './adapters/carriers.ts'
import { isChannelManagers } from './adapters/channel-manager/message-address.ts'
import { isWebhookSecret } from './adapters/channel-manager/webhook-secret.ts'
import { firebaseAuthenticate } from './adapters/firebase-auth/authenticate.ts'
import { firebaseUserRecords } from './adapters/firebase-auth/user-status.ts'
import { type Firestore, firestoreClient, firestoreWith, type Queries } from './adapters/firestore/sdk.ts'
import { store as storeOver } from './adapters/firestore/store.ts'
import { vendorOf } from './adapters/lane-vendors.ts'
import { sealedBy } from './adapters/seal.ts'
import { isEventSignature, meaningOf } from './adapters/sendgrid/webhook.ts'
import { logger, randomIds, systemClock } from './adapters/system.ts'
import { isProviders } from './adapters/twilio/media-address.ts'
import type { Settings } from './config.ts'
import { countingRefusals } from './lib/audit-counting.ts'
import { ledger } from './lib/billing/ledger.ts'
import { byChannel } from './lib/chat/channel-types.ts'
import { Spending } from './lib/chat/delivery/spend-counts.ts'
import { Teams } from './lib/chat/desk/teams.ts'
import { openFor } from './lib/chat/opening/open-thread.ts'
import { PostTally } from './lib/chat/posting/post-tally.ts'
import { PresencePace } from './lib/chat/presence/presence-pace.ts'
import type { Context, PortName, Ports, Proofs } from './lib/context.ts'
import { circuitBreaker } from './lib/due/circuit-breaker.ts'
import { type Lane, type LaneLimits, parseLanes } from './lib/due/lanes.ts'
import { type Limiter, limiters } from './lib/due/limiter.ts'
import { observing } from './lib/due/observe.ts'
import { KeyedMutex } from './lib/durable/keyed-mutex.ts'
import { lazyPorts, type MethodsOfEach } from './lib/lazy-port.ts'
import type { System } from './lib/ports.ts'
import { parseRetention } from './lib/retention.ts'
import type { Store } from './lib/store.ts'
import { webhookItems } from './lib/webhooks/webhook-items.ts'

export interface ContextOptions extends Partial<System> {
  settings: Settings
  firestore?: Firestore | Queries
  decorate?: <Name extends PortName>(name: Name, port: Ports[Name]) => Ports[Name]
}

export function createContext({ settings, firestore, decorate, ...given }: ContextOptions): Context {
  const system = { clock: systemClock, ids: randomIds, log: logger, ...given }
  const { clock, log } = system
  let limits: LaneLimits | undefined
  const lanes = () => {
    limits ??= parseLanes(settings.lanes())
    return limits
  }
  const limiter = limiters(clock, {
    lanes,
    text: settings.channelManagerLimits,
    functionName: process.env.K_SERVICE,
  })
  const ports = lazyPorts<Ports>(portMethods, portBuilders(settings, limiter, firestore), (name, port) =>
    observed(name, decorate ? decorate(name, port) : port),
  )
  const { store } = ports
  const tolerated = settings.toleratedFailures
  const breaker = circuitBreaker({ ...system, store, vendorOf, limiter, tolerated })
  const observed = observing({ breaker, limiter })
  return {
    ...system,
    ...ports,
    ...lazyPorts<Proofs>(proofMethods, proofBuilders(settings, { clock, log }, store), (_, proof) => proof),
    rules: settings,
    carriers: carriers(ports, settings),
    vendorOf,
    billing: ledger({ clock, store }),
    breaker,
    atOnce: lane => lanes()[lane].atOnce,
    webhookItems: webhookItems({ ...system, store, vendorOf }),
    openThread: openFor,
    postTurns: new KeyedMutex(clock),
    auditLog: countingRefusals({ log, store }, settings.refusalsWrittenEveryMs),
    spending: new Spending({ clock, store }),
    teams: new Teams({ clock, rules: settings, store }),
    ownerTurns: new KeyedMutex(clock),
    postTally: new PostTally(),
    markTally: new PostTally(),
    presencePace: new PresencePace(),
    requestTally: new PostTally(),
    refusalTally: new PostTally(),
  }
}

const portMethods: MethodsOfEach<Ports> = {
  store: {
    get: true,
    read: true,
    readAll: true,
    find: true,
    count: true,
    sum: true,
    commit: true,
    write: true,
    rewrite: true,
    isTransient: true,
  },
  userRecords: { find: true, page: true },
  files: { store: true, stat: true, open: true, remove: true },
  media: { open: true },
  inboundLog: { channels: true, page: true, one: true, attachmentsOf: true },
  messenger: { send: true, statusOf: true, sentTo: true },
  guestPlatform: { putMessage: true },
  mailer: { send: true },
  index: {
    save: true,
    remove: true,
    isSetUp: true,
    setUp: true,
    saveAll: true,
    records: true,
    page: true,
  },
  searchKeys: { issue: true },
  channelManager: {
    within: true,
    testConnection: true,
    connectionTypes: true,
    offer: true,
    groupOf: true,
    removalOf: true,
    properties: true,
    structureOf: true,
    channelsOf: true,
    channelsOfHotel: true,
    channel: true,
    calendar: true,
    createChannel: true,
    writeHotelId: true,
    replaceRates: true,
    readinessIssues: true,
    activate: true,
    deactivate: true,
    deleteChannel: true,
  },
  webhooks: { registered: true, isComplete: true, register: true, remove: true },
  events: { newestSync: true, wordsOf: true },
  feed: { loadFutureReservations: true, revisions: true, bookings: true, acknowledge: true },
  otaInbox: { conversations: true, conversation: true, messages: true, noReplyNeeded: true },
  otaMessenger: { send: true, statusOf: true, sentTo: true, upload: true, sendFile: true },
  otaMedia: { open: true },
  messagesApplication: { read: true },
}

type BuildersOf<Each> = { [Name in keyof Each]: () => Promise<Each[Name]> }

function portBuilders(
  settings: Settings,
  limiter: (lane: Lane) => Limiter,
  firestore: ContextOptions['firestore'],
): BuildersOf<Ports> {
  const { twilioConfig, algoliaConfig } = settings
  const channelManagerConfig = () => ({
    ...settings.channelManagerConfig(),
    limiter: limiter('channel-manager'),
  })
  return {
    store: async () => {
      const db = firestore ? firestoreWith(firestore) : firestoreClient()
      return storeOver(db, parseRetention(settings.retention()))
    },
    userRecords: async () => firebaseUserRecords(),
    files: async () => (await import('./adapters/storage/files.ts')).storageFiles(settings.storageConfig()),
    media: async () => (await import('./adapters/twilio/media.ts')).twilioMedia(twilioConfig()),
    inboundLog: async () =>
      (await import('./adapters/twilio/inbound-log.ts')).twilioInboundLog(twilioConfig()),
    messenger: async () => {
      const [{ twilioMessenger }, { parseContentIds }] = await Promise.all([
        import('./adapters/twilio/messenger.ts'),
        import('./adapters/twilio/content-ids.ts'),
      ])
      return twilioMessenger({ ...twilioConfig(), templates: parseContentIds(settings.chatappTemplates()) })
    },
    guestPlatform: async () => {
      const { guestPlatform } = await import('./adapters/guest-platform/guest-platform.ts')
      return guestPlatform(settings.guestPlatformConfig())
    },
    mailer: async () =>
      (await import('./adapters/sendgrid/mailer.ts')).sendgridMailer(settings.sendgridConfig()),
    index: async () => (await import('./adapters/algolia/search-index.ts')).algoliaIndex(algoliaConfig()),
    searchKeys: async () =>
      (await import('./adapters/algolia/search-keys.ts')).algoliaSearchKeys(settings.searchKeysConfig()),
    channelManager: async () =>
      (await import('./adapters/channel-manager/channel-manager.ts')).channelManager(channelManagerConfig()),
    otaInbox: async () =>
      (await import('./adapters/channel-manager/messages.ts')).otaInbox(channelManagerConfig()),
    otaMessenger: async () =>
      (await import('./adapters/channel-manager/messenger.ts')).otaMessenger(channelManagerConfig()),
    otaMedia: async () =>
      (await import('./adapters/channel-manager/message-media.ts')).otaMedia(settings.channelManagerConfig()),
    messagesApplication: async () => {
      const { messagesApplication } = await import('./adapters/channel-manager/applications.ts')
      return messagesApplication(channelManagerConfig())
    },
    webhooks: async () => {
      const { webhooks } = await import('./adapters/channel-manager/webhooks.ts')
      return webhooks(channelManagerConfig(), settings.channelManagerWebhook)
    },
    events: async () =>
      (await import('./adapters/channel-manager/events.ts')).channelEvents(channelManagerConfig()),
    feed: async () =>
      (await import('./adapters/channel-manager/bookings.ts')).bookingFeed(channelManagerConfig()),
  }
}

const proofMethods: MethodsOfEach<Proofs> = {
  signIn: { prove: true },
  cursors: { seal: true, open: true },
  fileLinks: { seal: true, open: true },
  messagingWebhook: { isValidSignature: true, addressIn: true, reportOf: true },
  channelManagerWebhook: { isSecret: true },
  billingWebhook: { isSigned: true },
  mailerWebhook: { isSigned: true, meaningOf: true },
}

const proofBuilders = (
  settings: Settings,
  { clock, log }: Pick<System, 'clock' | 'log'>,
  store: Store,
): BuildersOf<Proofs> => ({
  signIn: async () => ({ prove: firebaseAuthenticate({ clock, log }, store) }),
  cursors: async () => sealedBy(settings.cursorSecret()),
  fileLinks: async () => {
    // Fails before any claim.
    if (!URL.canParse(settings.publicUrl())) throw new Error('PUBLIC_URL is no address')
    return sealedBy(...settings.fileLinkKeys())
  },
  messagingWebhook: async () =>
    (await import('./adapters/twilio/webhook.ts')).twilioWebhook(settings.twilioAuthTokens()),
  channelManagerWebhook: async () => {
    const secrets = settings.channelManagerWebhookSecrets()
    return { isSecret: async given => secrets.some(secret => isWebhookSecret(secret, given)) }
  },
  billingWebhook: async () => {
    const secrets = settings.billingWebhookSecrets()
    return { isSigned: async (given, body) => secrets.some(secret => isSignedBy(secret, clock, given, body)) }
  },
  mailerWebhook: async () => {
    const keys = settings.mailerWebhookKeys()
    return {
      isSigned: async call => isEventSignature(keys, clock, call),
      meaningOf: async (...event) => meaningOf(...event),
    }
  },
})

function carriers(ports: Ports, { twilioConfig, channelManagerConfig }: Settings): Context['carriers'] {
  const { messenger, media, otaMessenger, otaMedia } = ports
  const carriers = {
    twilio: { messenger, media, isCarriers: (url: string) => isProviders(url, twilioConfig()) },
    'channel-manager': {
      messenger: otaMessenger,
      media: otaMedia,
      isCarriers: (url: string) => isChannelManagers(url, channelManagerConfig()),
    },
  }
  return byChannel(channel => carriers[carrierOf[channel].name])
}
