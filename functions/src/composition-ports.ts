import type { Firestore } from './adapters/firestore/client.ts'
import type { Settings } from './config.ts'
import type { System } from './lib/ports.ts'

/** What the adapters are built from. */
export interface Ground {
  system: System
  settings: Settings
  firestore(): Promise<Firestore>
}

/** Each port and what builds its real adapter. Every adapter is a module of its own that is loaded when it is first used. */
export const portBuilders = ({ system, settings, firestore }: Ground) => {
  /** A port whose adapter works on Firestore. */
  const stored =
    <Module, Port>(load: () => Promise<Module>, build: (module: Module, db: Firestore) => Port) =>
    async (): Promise<Port> => {
      const [module, db] = await Promise.all([load(), firestore()])
      return build(module, db)
    }

  return {
    messages: stored(
      () => import('./adapters/firestore/messages.ts'),
      ({ messages }, db) => messages(db, system.log),
    ),
    auditLog: stored(
      () => import('./adapters/firestore/audit-log.ts'),
      ({ auditLog }, db) => auditLog(db),
    ),
    guests: stored(
      () => import('./adapters/firestore/guest-queries.ts'),
      ({ guests }, db) => guests(db),
    ),
    inbound: stored(
      () => import('./adapters/firestore/triage.ts'),
      ({ inbound }, db) => inbound(db),
    ),
    threads: stored(
      () => import('./adapters/firestore/threads.ts'),
      ({ threads }, db) => threads(db),
    ),
    checkpoints: stored(
      () => import('./adapters/firestore/checkpoints.ts'),
      ({ checkpoints }, db) => checkpoints(db),
    ),
    connections: async () => {
      const [db, { connections }, { ledgerSettlement }] = await Promise.all([
        firestore(),
        import('./adapters/firestore/connections.ts'),
        import('./adapters/firestore/ledger.ts'),
      ])
      return connections(db, ledgerSettlement(db))
    },
    billing: stored(
      () => import('./adapters/firestore/ledger.ts'),
      ({ ledgerBilling }, db) => ledgerBilling(db, system.clock),
    ),
    properties: stored(
      () => import('./adapters/firestore/properties.ts'),
      ({ properties }, db) => properties(db),
    ),
    items: stored(
      () => import('./adapters/firestore/items.ts'),
      ({ items }, db) => items(db),
    ),
    channels: async () => {
      const [db, { channels }, { ledgerEnding }] = await Promise.all([
        firestore(),
        import('./adapters/firestore/channels.ts'),
        import('./adapters/firestore/ledger.ts'),
      ])
      return channels(db, ledgerEnding(db))
    },
    reservations: stored(
      () => import('./adapters/firestore/reservations.ts'),
      ({ reservations }, db) => reservations(db, settings.channelManagerConfig().apiKey),
    ),
    outbox: stored(
      () => import('./adapters/firestore/emails.ts'),
      ({ outbox }, db) => outbox(db),
    ),

    // Vendors.
    media: async () => {
      const { twilioMedia } = await import('./adapters/twilio/media.ts')
      return twilioMedia(settings.twilioConfig())
    },
    inboundLog: async () => {
      const { twilioInboundLog } = await import('./adapters/twilio/inbound-log.ts')
      return twilioInboundLog(settings.twilioConfig(), system.log)
    },
    messenger: async () => {
      const [{ twilioMessenger }, { parseContentIds }] = await Promise.all([
        import('./adapters/twilio/messenger.ts'),
        import('./adapters/twilio/content-ids.ts'),
      ])
      const templates = parseContentIds(settings.chatappTemplates())
      return twilioMessenger({ ...settings.twilioConfig(), templates })
    },
    guestPlatform: async () => {
      const { guestPlatform } = await import('./adapters/guest-platform/guest-platform.ts')
      return guestPlatform(settings.guestPlatformConfig())
    },
    mailer: async () => {
      const { sendgridMailer } = await import('./adapters/sendgrid/mailer.ts')
      return sendgridMailer(settings.sendgridConfig())
    },
    index: async () => {
      const { algoliaThreadIndex } = await import('./adapters/algolia/thread-index.ts')
      return algoliaThreadIndex(settings.algoliaConfig())
    },
    searchIndex: async () => {
      const { algoliaSearchIndex } = await import('./adapters/algolia/search-index.ts')
      return algoliaSearchIndex(settings.algoliaConfig())
    },
    searchKeys: async () => {
      const { algoliaSearchKeys } = await import('./adapters/algolia/search-keys.ts')
      return algoliaSearchKeys(settings.searchKeysConfig())
    },
    channelManager: async () => {
      const { channelManager } = await import('./adapters/channel-manager/channel-manager.ts')
      return channelManager(settings.channelManagerConfig())
    },
    events: async () => {
      const { channelEvents } = await import('./adapters/channel-manager/events.ts')
      return channelEvents(settings.channelManagerConfig())
    },
    webhooks: async () => {
      const { webhooks } = await import('./adapters/channel-manager/webhooks.ts')
      return webhooks(settings.channelManagerConfig(), settings.channelManagerWebhook)
    },
    feed: async () => {
      const { bookingFeed } = await import('./adapters/channel-manager/bookings.ts')
      return bookingFeed(settings.channelManagerConfig())
    },
  }
}

type Builders = ReturnType<typeof portBuilders>

/** Every port by its name. */
export type Ports = { [Name in keyof Builders]: Awaited<ReturnType<Builders[Name]>> }
export type PortName = keyof Ports
