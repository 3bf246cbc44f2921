import { logger } from './adapters/logger.ts'
import { randomIds, systemClock } from './adapters/system.ts'
import * as config from './config.ts'
import type { Services } from './lib/services.ts'

const system = { clock: systemClock, ids: randomIds, log: logger }

/** Builds once, when first asked; a build that failed is forgotten, so that the next call tries again. */
function lazily<T>(build: () => Promise<T>): () => Promise<T> {
  let built: Promise<T> | undefined
  return () => {
    built ??= build().catch((error: unknown) => {
      built = undefined
      throw error
    })
    return built
  }
}

const firestore = lazily(async () => (await import('./adapters/firestore/client.ts')).firestoreClient())

const createMessage = lazily(async () => {
  const [db, { postBody }, { postStore }, { auditLog }] = await Promise.all([
    firestore(),
    import('./lib/chat/posting/post-input.ts'),
    import('./adapters/firestore/post-store.ts'),
    import('./adapters/firestore/audit-log.ts'),
  ])
  const limits = config.chatLimits()
  const rules = { joinPolicy: config.joinPolicy(), limits }
  return { ...system, posts: postStore(db), auditLog: auditLog(db), rules, body: postBody(limits) }
})

const reading = lazily(async () => {
  const { readingStore } = await import('./adapters/firestore/reading-store.ts')
  return readingStore(await firestore(), logger)
})

const stays = lazily(async () => {
  const { stayReader } = await import('./adapters/firestore/stay-reader.ts')
  return stayReader(await firestore())
})

const receiveMessage = lazily(async () => {
  const { inboundStore } = await import('./adapters/firestore/inbound-store.ts')
  const { twilioAddresses } = await import('./adapters/twilio/media-address.ts')
  const media = twilioAddresses(config.twilioConfig())
  return { ...(await createMessage()), inbound: inboundStore(await firestore()), media }
})

const triage = lazily(async () => {
  const { triageStore } = await import('./adapters/firestore/triage-store.ts')
  return triageStore(await firestore())
})

const inboundLog = lazily(async () => {
  const { twilioInboundLog } = await import('./adapters/twilio/inbound-log.ts')
  return twilioInboundLog(config.twilioConfig(), logger)
})

const media = lazily(async () => {
  const { twilioMedia } = await import('./adapters/twilio/media.ts')
  return twilioMedia(config.twilioConfig())
})

const messenger = lazily(async () => {
  const [{ twilioMessenger }, { parseContentIds }] = await Promise.all([
    import('./adapters/twilio/messenger.ts'),
    import('./lib/chat/templates/content-ids.ts'),
  ])
  const templates = parseContentIds(config.chatappTemplates())
  return twilioMessenger({ ...config.twilioConfig(), templates })
})

const deliveries = lazily(async () => {
  const { deliveryStore } = await import('./adapters/firestore/delivery-store.ts')
  return deliveryStore(await firestore())
})

const guestPlatform = lazily(async () => {
  const adapter = await import('./adapters/guest-platform/guest-platform.ts')
  return adapter.guestPlatform(config.guestPlatformConfig())
})

const mailer = lazily(async () => {
  const { sendgridMailer } = await import('./adapters/sendgrid/mailer.ts')
  return sendgridMailer(config.sendgridConfig())
})

const index = lazily(async () => {
  const { algoliaThreadIndex } = await import('./adapters/algolia/thread-index.ts')
  return algoliaThreadIndex(config.algoliaConfig())
})

const pullBookings = lazily(async () => {
  const [db, { pullStore }, { reservationStore }, { bookingFeed }] = await Promise.all([
    firestore(),
    import('./adapters/firestore/reservation-pulls.ts'),
    import('./adapters/firestore/reservation-store.ts'),
    import('./adapters/channel-manager/bookings.ts'),
  ])
  const channelManager = config.channelManagerConfig()
  const reservations = reservationStore(db, channelManager.apiKey)
  return { ...system, pulls: pullStore(db), reservations, feed: bookingFeed(channelManager) }
})

const channels = lazily(async () => {
  const [db, { channelStore }, { ledgerEnding }] = await Promise.all([
    firestore(),
    import('./adapters/firestore/channel-store.ts'),
    import('./adapters/billing/ledger-ending.ts'),
  ])
  return channelStore(db, ledgerEnding(db))
})

/** The real adapters behind the ports. */
export const services: Services = {
  log: logger,

  maxRequestBytes: config.maxRequestBytes,

  authenticate: lazily(async () =>
    (await import('./adapters/firebase-auth/authenticate.ts')).firebaseAuthenticate(),
  ),

  createMessage,

  sendTemplate: async () => ({ ...(await createMessage()), stays: await stays() }),

  readThread: async () => ({ ...system, reading: await reading(), stays: await stays() }),

  readMessages: async () => ({ reading: await reading() }),

  changeThread: async () => ({ ...system, reading: await reading() }),

  receiveMessage,

  receiveMissed: async () => ({ ...(await receiveMessage()), inboundLog }),

  listTriage: async () => ({ triage: await triage() }),

  assignTriage: async () => ({ ...(await receiveMessage()), triage: await triage() }),

  openAttachment: lazily(async () => {
    const { attachmentStore } = await import('./adapters/firestore/attachment-store.ts')
    return { attachments: attachmentStore(await firestore()), media }
  }),

  twilioWebhook: lazily(async () => {
    const { isValidTwilioSignature } = await import('./adapters/twilio/signature.ts')
    const { publicUrl, twilioAuthToken } = config.webhookConfig()
    return {
      publicUrl,
      isValidSignature: (signature, url, params) =>
        isValidTwilioSignature(twilioAuthToken, signature, url, params),
    }
  }),

  deliverMessage: lazily(async () => ({ ...system, deliveries: await deliveries(), messenger })),

  retryMessage: lazily(async () => {
    const { auditLog } = await import('./adapters/firestore/audit-log.ts')
    const db = await firestore()
    return { ...system, deliveries: await deliveries(), messenger, auditLog: auditLog(db) }
  }),

  reportStatus: lazily(async () => ({ ...system, deliveries: await deliveries() })),

  forwardMessage: lazily(async () => {
    const { forwardingStore } = await import('./adapters/firestore/forwarding-store.ts')
    return {
      ...system,
      forwardings: forwardingStore(await firestore()),
      guestPlatform,
    }
  }),

  syncThread: lazily(async () => {
    const { threadReader } = await import('./adapters/firestore/thread-reader.ts')
    return { threads: threadReader(await firestore()), index }
  }),

  compareSearch: lazily(async () => {
    const [db, { threadList }, { searchCheckpoints }, { algoliaSearchIndex }] = await Promise.all([
      firestore(),
      import('./adapters/firestore/thread-list.ts'),
      import('./adapters/firestore/search-checkpoints.ts'),
      import('./adapters/algolia/search-index.ts'),
    ])
    const searchIndex = algoliaSearchIndex(config.algoliaConfig())
    return { ...system, threads: threadList(db), checkpoints: searchCheckpoints(db), index: searchIndex }
  }),

  searchKey: lazily(async () => {
    const { algoliaSearchKeys } = await import('./adapters/algolia/search-keys.ts')
    return { ...system, keys: algoliaSearchKeys(config.searchKeysConfig()) }
  }),

  connectProperty: lazily(async () => {
    const { connectionStore } = await import('./adapters/firestore/connection-store.ts')
    const { ledgerBilling, ledgerSettlement } = await import('./adapters/billing/ledger.ts')
    const { channelManager } = await import('./adapters/channel-manager/channel-manager.ts')
    const db = await firestore()
    return {
      ...system,
      connections: connectionStore(db, ledgerSettlement(db)),
      billing: ledgerBilling(db),
      channelManager: channelManager(config.channelManagerConfig()),
    }
  }),

  watchChannels: lazily(async () => {
    const [db, { watchStore }, { channelManager }, { channelEvents }, { webhooks }] = await Promise.all([
      firestore(),
      import('./adapters/firestore/watch-store.ts'),
      import('./adapters/channel-manager/channel-manager.ts'),
      import('./adapters/channel-manager/events.ts'),
      import('./adapters/channel-manager/webhooks.ts'),
    ])
    const settings = config.channelManagerConfig()
    return {
      ...system,
      watch: watchStore(db, systemClock),
      channelManager: channelManager(settings),
      events: channelEvents(settings),
      webhooks: webhooks(settings, config.channelManagerWebhook),
    }
  }),

  propertyRequests: lazily(async () => {
    const { requestList } = await import('./adapters/firestore/request-list.ts')
    return { requests: requestList(await firestore()) }
  }),

  items: lazily(async () => {
    const { items } = await import('./adapters/firestore/item-store.ts')
    return { ...system, items: items(await firestore()) }
  }),

  listChannels: lazily(async () => {
    const { pullStore } = await import('./adapters/firestore/reservation-pulls.ts')
    return { channels: await channels(), pulls: pullStore(await firestore()) }
  }),

  channels: lazily(async () => {
    const { channelManager } = await import('./adapters/channel-manager/channel-manager.ts')
    const settings = config.channelManagerConfig()
    return { ...system, channels: await channels(), channelManager: channelManager(settings) }
  }),

  pullBookings,

  loadReservations: lazily(async () => {
    const { auditLog } = await import('./adapters/firestore/audit-log.ts')
    return { ...(await pullBookings()), auditLog: auditLog(await firestore()) }
  }),

  channelManagerWebhook: lazily(async () => {
    const { isWebhookSecret } = await import('./adapters/channel-manager/webhook-secret.ts')
    const { secret } = config.channelManagerWebhook()
    return { isSecret: given => isWebhookSecret(secret, given) }
  }),

  notifyLandlords: lazily(async () => {
    const { supportStore } = await import('./adapters/firestore/support-store.ts')
    return { ...system, support: supportStore(await firestore()), sendsEmails: config.sendsSupportEmails() }
  }),

  sendEmail: lazily(async () => {
    const { outbox } = await import('./adapters/firestore/outbox.ts')
    return { ...system, outbox: outbox(await firestore()), mailer, publicUrl: config.publicUrl() }
  }),
}
