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
  /** A port whose adapter works on Firestore: both are loaded side by side. */
  async function stored<Module, Port>(loading: Promise<Module>, build: (it: Module, db: Firestore) => Port) {
    const [module, db] = await Promise.all([loading, firestore()])
    return build(module, db)
  }
  const { channelManagerConfig, twilioConfig, algoliaConfig } = settings

  return {
    auditLog: () => stored(import('./adapters/firestore/company.ts'), (it, db) => it.auditLog(db)),
    guests: () => stored(import('./adapters/firestore/guest-queries.ts'), (it, db) => it.guests(db)),
    inbound: () => stored(import('./adapters/firestore/triage.ts'), (it, db) => it.inbound(db)),
    threads: () => stored(import('./adapters/firestore/threads.ts'), (it, db) => it.threads(db)),
    due: () => stored(import('./adapters/firestore/due-queries.ts'), (it, db) => it.dueWork(db)),
    checkpoints: () => stored(import('./adapters/firestore/checkpoints.ts'), (it, db) => it.checkpoints(db)),
    standings: () => stored(import('./adapters/firestore/standings.ts'), (it, db) => it.standings(db)),
    heartbeats: () => stored(import('./adapters/firestore/heartbeats.ts'), (it, db) => it.heartbeats(db)),
    lanes: () => stored(import('./adapters/firestore/lanes.ts'), (it, db) => it.laneStates(db)),
    properties: () => stored(import('./adapters/firestore/properties.ts'), (it, db) => it.properties(db)),
    spending: () =>
      stored(import('./adapters/firestore/spending.ts'), (it, db) =>
        it.spending(db, system.clock, settings.spendCaps().all),
      ),
    items: () => stored(import('./adapters/firestore/items.ts'), (it, db) => it.items(db)),
    outbox: () => stored(import('./adapters/firestore/emails.ts'), (it, db) => it.outbox(db)),
    messages: () =>
      stored(import('./adapters/firestore/messages.ts'), (it, db) => it.messages(db, system.log)),
    billing: () =>
      stored(import('./adapters/firestore/ledger.ts'), (it, db) => it.ledgerBilling(db, system.clock)),
    confirmations: () =>
      stored(import('./adapters/firestore/ledger.ts'), (it, db) => it.ledgerConfirmations(db, system.clock)),
    reservations: () =>
      stored(import('./adapters/firestore/reservations.ts'), (it, db) =>
        it.reservations(db, channelManagerConfig().apiKey),
      ),
    connections: () =>
      stored(
        Promise.all([
          import('./adapters/firestore/connections.ts'),
          import('./adapters/firestore/ledger.ts'),
        ]),
        ([{ connections }, { ledgerSettlement }], db) => connections(db, ledgerSettlement(db)),
      ),
    channels: () =>
      stored(
        Promise.all([import('./adapters/firestore/channels.ts'), import('./adapters/firestore/ledger.ts')]),
        ([{ channels }, { ledgerEnding }], db) => channels(db, ledgerEnding(db)),
      ),

    // Vendors.
    userRecords: async () => (await import('./adapters/firebase-auth/user-records.ts')).firebaseUserRecords(),
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
      (await import('./adapters/channel-manager/channel-manager.ts')).channelManager(channelManagerConfig()),
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

type Builders = ReturnType<typeof portBuilders>

/** Every port by its name. */
export type Ports = { [Name in keyof Builders]: Awaited<ReturnType<Builders[Name]>> }
export type PortName = keyof Ports
