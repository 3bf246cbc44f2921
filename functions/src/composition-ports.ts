import type { Firestore } from './adapters/firestore/client.ts'
import type { Settings } from './config.ts'
import type { PortName, Ports } from './lib/context.ts'
import type { LaneLimits } from './lib/due/lanes.ts'
import { lazily } from './lib/lazily.ts'
import type { System } from './lib/ports.ts'

/** What the adapters are built from. */
export interface Ground {
  system: System
  settings: Settings
  lanes(): LaneLimits
  firestore(): Promise<Firestore>
}

/**
 * What builds the adapter of each port. Every adapter is a module of its own that is loaded when it is first
 * used.
 */
export const portBuilders = ({
  system,
  settings,
  lanes,
  firestore,
}: Ground): { [Name in PortName]: () => Promise<Ports[Name]> } => {
  /** A port whose adapter works on Firestore: both are loaded side by side. */
  async function stored<Module, Port>(loading: Promise<Module>, of: (it: Module) => (db: Firestore) => Port) {
    const [module, db] = await Promise.all([loading, firestore()])
    return of(module)(db)
  }
  const { twilioConfig, algoliaConfig } = settings
  const limiter = lazily(async () => {
    const { channelManagerLimiter } = await import('./lib/due/channel-manager-limiter.ts')
    const { perSecond } = lanes()['channel-manager']
    const limits = { perSecond, text: settings.channelManagerLimits() }
    return channelManagerLimiter(system.clock, limits, process.env.FUNCTION_TARGET)
  })
  const channelManagerConfig = async () => ({
    ...settings.channelManagerConfig(),
    limiter: await limiter(),
  })

  return {
    auditLog: () =>
      stored(
        Promise.all([import('./adapters/firestore/commit-extras.ts'), import('./lib/audit-counting.ts')]),
        ([{ auditLog }, { countingRefusals }]) =>
          db =>
            countingRefusals(auditLog(db), system.log, settings.refusalsWrittenEveryMs()),
      ),
    guests: () =>
      stored(import('./adapters/firestore/guest-queries.ts'), it => db => it.guests(db, settings.optOutKeys)),
    otaConversations: () =>
      stored(import('./adapters/firestore/ota-conversations.ts'), it => it.otaConversations),
    inbound: () => stored(import('./adapters/firestore/triage.ts'), it => it.inbound),
    threads: () => stored(import('./adapters/firestore/threads.ts'), it => it.threads),
    due: () => stored(import('./adapters/firestore/due-queries.ts'), it => it.dueWork),
    desk: () => stored(import('./adapters/firestore/desk.ts'), it => it.desk),
    savedViews: () => stored(import('./adapters/firestore/saved-views.ts'), it => it.savedViews),
    cannedReplies: () => stored(import('./adapters/firestore/canned-replies.ts'), it => it.cannedReplies),
    landlords: () => stored(import('./adapters/firestore/landlords.ts'), it => it.landlords),
    portfolio: () => stored(import('./adapters/firestore/portfolio.ts'), it => it.portfolio),
    scheduledSends: () => stored(import('./adapters/firestore/scheduled.ts'), it => it.scheduledSends),
    fileRecords: () => stored(import('./adapters/firestore/files.ts'), it => it.fileRecords),
    operations: () =>
      stored(
        import('./adapters/firestore/operations.ts'),
        it => db => it.operations(db, system.clock, settings),
      ),
    userStatuses: () => stored(import('./adapters/firestore/user-statuses.ts'), it => it.userStatuses),
    items: () => stored(import('./adapters/firestore/items.ts'), it => it.items),
    outbox: () => stored(import('./adapters/firestore/emails.ts'), it => it.outbox),
    messages: () =>
      stored(import('./adapters/firestore/messages.ts'), it => db => it.messages(db, system.log)),
    billing: () =>
      stored(import('./adapters/firestore/ledger.ts'), it => db => it.ledgerBilling(db, system.clock)),
    reservations: () =>
      stored(
        import('./adapters/firestore/reservations.ts'),
        it => db => it.reservations(db, settings.channelManagerConfig().apiKey),
      ),
    connections: () =>
      stored(
        Promise.all([
          import('./adapters/firestore/connections.ts'),
          import('./adapters/firestore/ledger.ts'),
        ]),
        ([{ connections }, { ledgerSettlement }]) =>
          db =>
            connections(db, ledgerSettlement(db)),
      ),
    connectionBatches: () =>
      stored(import('./adapters/firestore/connection-batches.ts'), it => it.connectionBatches),
    channels: () =>
      stored(
        Promise.all([import('./adapters/firestore/channels.ts'), import('./adapters/firestore/ledger.ts')]),
        ([{ channels }, { ledgerEnding }]) =>
          db =>
            channels(db, ledgerEnding(db)),
      ),

    // Vendors.
    userRecords: async () => (await import('./adapters/firebase-auth/user-records.ts')).firebaseUserRecords(),
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
    index: async () =>
      (await import('./adapters/algolia/thread-index.ts')).algoliaThreadIndex(algoliaConfig()),
    searchIndex: async () =>
      (await import('./adapters/algolia/search-index.ts')).algoliaSearchIndex(algoliaConfig()),
    searchKeys: async () =>
      (await import('./adapters/algolia/search-keys.ts')).algoliaSearchKeys(settings.searchKeysConfig()),
    channelManager: async () =>
      (await import('./adapters/channel-manager/channel-manager.ts')).channelManager(
        await channelManagerConfig(),
      ),
    otaInbox: async () =>
      (await import('./adapters/channel-manager/messages.ts')).otaInbox(await channelManagerConfig()),
    otaMessenger: async () =>
      (await import('./adapters/channel-manager/messenger.ts')).otaMessenger(await channelManagerConfig()),
    otaMedia: async () =>
      (await import('./adapters/channel-manager/message-media.ts')).otaMedia(settings.channelManagerConfig()),
    messagesApplication: async () => {
      const { messagesApplication } = await import('./adapters/channel-manager/applications.ts')
      return messagesApplication(await channelManagerConfig())
    },
    webhooks: async () => {
      const { webhooks } = await import('./adapters/channel-manager/webhooks.ts')
      return webhooks(await channelManagerConfig(), settings.channelManagerWebhook)
    },
    events: async () =>
      (await import('./adapters/channel-manager/events.ts')).channelEvents(await channelManagerConfig()),
    feed: async () =>
      (await import('./adapters/channel-manager/bookings.ts')).bookingFeed(await channelManagerConfig()),
  }
}
