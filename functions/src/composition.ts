import type { Firestore } from './adapters/firestore/client.ts'
import { logger } from './adapters/logger.ts'
import { randomIds, systemClock } from './adapters/system.ts'
import { type PortName, type Ports, portBuilders } from './composition-ports.ts'
import type { Settings } from './config.ts'
import type { System } from './lib/ports.ts'
import type { Services } from './lib/services.ts'

/** What the services are made of. Only the settings must be given; the rest is what a deployment has. */
export interface ServiceOptions extends Partial<System> {
  settings: Settings
  firestore?: Firestore
  /** Sees every port once, when it is built, and answers the one that is used. */
  decorate?: <Name extends PortName>(name: Name, port: Ports[Name]) => Ports[Name]
}

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

/** The ports, each built when it is first asked for. */
function lazyPorts({ settings, decorate, ...given }: ServiceOptions, system: System) {
  const firestore = lazily(
    async () => given.firestore ?? (await import('./adapters/firestore/client.ts')).firestoreClient(),
  )
  const builders: { [Name in PortName]: () => Promise<Ports[Name]> } = portBuilders({
    system,
    settings,
    firestore,
  })
  let built: { [Name in PortName]?: () => Promise<Ports[Name]> } = {}
  return <Name extends PortName>(name: Name): Promise<Ports[Name]> => {
    const known = built[name]
    if (known) return known()
    const get = lazily(async () => {
      const port = await builders[name]()
      return decorate ? decorate(name, port) : port
    })
    built = { ...built, [name]: get }
    return get()
  }
}

/** The real adapters behind the ports, and what the doors hand to the verbs. */
export function createServices(options: ServiceOptions): Services {
  const { settings, clock = systemClock, ids = randomIds, log = logger } = options
  const system = { clock, ids, log }
  const port = lazyPorts(options, system)

  const createMessage = lazily(async () => {
    const [messages, auditLog, { postBody }] = await Promise.all([
      port('messages'),
      port('auditLog'),
      import('./lib/chat/posting/post-input.ts'),
    ])
    const limits = settings.chatLimits()
    const rules = { joinPolicy: settings.joinPolicy(), limits }
    return { ...system, messages, auditLog, rules, body: postBody(limits) }
  })

  const mediaAddresses = lazily(async () => {
    const { twilioAddresses } = await import('./adapters/twilio/media-address.ts')
    return twilioAddresses(settings.twilioConfig())
  })

  const receiveMessage = async () => ({
    ...(await createMessage()),
    inbound: await port('inbound'),
    guests: await port('guests'),
    media: await mediaAddresses(),
  })

  const withMessages = async () => ({ ...system, messages: await port('messages') })
  const deliverMessage = async () => ({
    ...(await withMessages()),
    guests: await port('guests'),
    messenger: () => port('messenger'),
  })

  const pullBookings = async () => {
    const [reservations, items, feed] = await Promise.all([port('reservations'), port('items'), port('feed')])
    return { ...system, reservations, items, feed }
  }

  return {
    log,
    maxRequestBytes: settings.maxRequestBytes,

    authenticate: lazily(async () =>
      (await import('./adapters/firebase-auth/authenticate.ts')).firebaseAuthenticate(),
    ),

    createMessage,
    sendTemplate: async () => ({ ...(await createMessage()), guests: await port('guests') }),

    readThread: async () => ({ ...system, threads: await port('threads'), guests: await port('guests') }),
    readMessages: async () => ({
      threads: await port('threads'),
      messages: await port('messages'),
      guests: await port('guests'),
    }),
    changeThread: async () => ({ ...system, threads: await port('threads') }),

    receiveMessage,
    receiveMissed: async () => ({
      ...(await receiveMessage()),
      checkpoints: await port('checkpoints'),
      items: await port('items'),
      inboundLog: () => port('inboundLog'),
    }),
    listTriage: async () => ({ inbound: await port('inbound') }),
    assignTriage: async () => ({ ...(await receiveMessage()), threads: await port('threads') }),

    openAttachment: async () => ({ messages: await port('messages'), media: () => port('media') }),

    messagingWebhook: lazily(async () => {
      const { twilioWebhook } = await import('./adapters/twilio/webhook.ts')
      return twilioWebhook(settings.webhookConfig())
    }),

    deliverMessage,
    retryMessage: async () => ({ ...(await deliverMessage()), auditLog: await port('auditLog') }),
    reportStatus: withMessages,
    forwardMessage: async () => ({ ...(await withMessages()), guestPlatform: () => port('guestPlatform') }),

    syncThread: async () => ({ threads: await port('threads'), index: () => port('index') }),
    compareSearch: async () => {
      const [threads, checkpoints, index] = await Promise.all([
        port('threads'),
        port('checkpoints'),
        port('searchIndex'),
      ])
      return { ...system, threads, checkpoints, index }
    },
    searchKey: async () => ({ ...system, keys: await port('searchKeys') }),

    connectProperty: async () => {
      const [connections, properties, items, billing, channelManager] = await Promise.all([
        port('connections'),
        port('properties'),
        port('items'),
        port('billing'),
        port('channelManager'),
      ])
      return { ...system, connections, properties, items, billing, channelManager }
    },
    watchChannels: async () => {
      const [channels, checkpoints, properties, items, channelManager, events, webhooks] = await Promise.all([
        port('channels'),
        port('checkpoints'),
        port('properties'),
        port('items'),
        port('channelManager'),
        port('events'),
        port('webhooks'),
      ])
      return { ...system, channels, checkpoints, properties, items, channelManager, events, webhooks }
    },
    propertyRequests: async () => ({ connections: await port('connections') }),
    items: async () => ({ ...system, items: await port('items') }),
    listChannels: async () => ({
      channels: await port('channels'),
      reservations: await port('reservations'),
    }),
    channels: async () => {
      const [channels, items, auditLog, channelManager] = await Promise.all([
        port('channels'),
        port('items'),
        port('auditLog'),
        port('channelManager'),
      ])
      return { ...system, channels, items, auditLog, channelManager }
    },

    pullBookings,
    loadReservations: async () => ({ ...(await pullBookings()), auditLog: await port('auditLog') }),
    channelManagerWebhook: lazily(async () => {
      const { isWebhookSecret } = await import('./adapters/channel-manager/webhook-secret.ts')
      const { secret } = settings.channelManagerWebhook()
      return { isSecret: given => isWebhookSecret(secret, given) }
    }),

    notifyLandlords: async () => {
      const [threads, guests] = await Promise.all([port('threads'), port('guests')])
      return { ...system, threads, guests, sendsEmails: settings.sendsSupportEmails() }
    },
    sendEmail: async () => ({
      ...system,
      outbox: await port('outbox'),
      mailer: () => port('mailer'),
      publicUrl: settings.publicUrl(),
    }),
  }
}
