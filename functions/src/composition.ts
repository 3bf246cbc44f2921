import type { Firestore } from './adapters/firestore/client.ts'
import { logger, randomIds, systemClock } from './adapters/system.ts'
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

  /** Ports by their names, built side by side. */
  async function ports<Name extends PortName>(...names: Name[]): Promise<Pick<Ports, Name>>
  async function ports(...names: PortName[]): Promise<Partial<Ports>> {
    return Object.fromEntries(await Promise.all(names.map(async name => [name, await port(name)] as const)))
  }
  const withSystem = async <Name extends PortName>(...names: Name[]) => ({
    ...system,
    ...(await ports(...names)),
  })

  const createMessage = lazily(async () => {
    const [deps, { postBody }] = await Promise.all([
      withSystem('messages', 'auditLog'),
      import('./lib/chat/posting/post-input.ts'),
    ])
    const limits = settings.chatLimits()
    return { ...deps, rules: { joinPolicy: settings.joinPolicy(), limits }, body: postBody(limits) }
  })
  const mediaAddresses = lazily(async () =>
    (await import('./adapters/twilio/media-address.ts')).twilioAddresses(settings.twilioConfig()),
  )
  const receiveMessage = async () => ({
    ...(await createMessage()),
    ...(await ports('inbound', 'guests')),
    media: await mediaAddresses(),
  })
  const deliverMessage = async () => ({
    ...(await withSystem('messages', 'guests')),
    messenger: () => port('messenger'),
  })

  return {
    log,
    maxRequestBytes: settings.maxRequestBytes,
    authenticate: lazily(async () =>
      (await import('./adapters/firebase-auth/authenticate.ts')).firebaseAuthenticate(),
    ),

    createMessage,
    sendTemplate: async () => ({ ...(await createMessage()), ...(await ports('guests')) }),
    readThread: () => withSystem('threads', 'guests'),
    readMessages: () => ports('threads', 'messages', 'guests'),
    changeThread: () => withSystem('threads'),
    openAttachment: async () => ({ ...(await ports('messages')), media: () => port('media') }),

    receiveMessage,
    receiveMissed: async () => ({
      ...(await receiveMessage()),
      ...(await ports('checkpoints', 'items')),
      inboundLog: () => port('inboundLog'),
    }),
    listTriage: () => ports('inbound'),
    assignTriage: async () => ({ ...(await receiveMessage()), ...(await ports('threads')) }),
    messagingWebhook: lazily(async () =>
      (await import('./adapters/twilio/webhook.ts')).twilioWebhook(settings.webhookConfig()),
    ),

    deliverMessage,
    retryMessage: async () => ({ ...(await deliverMessage()), ...(await ports('auditLog')) }),
    reportStatus: () => withSystem('messages'),
    forwardMessage: async () => ({
      ...(await withSystem('messages')),
      guestPlatform: () => port('guestPlatform'),
    }),

    syncThread: async () => ({ ...(await ports('threads')), index: () => port('index') }),
    compareSearch: async () => {
      const { searchIndex: index, ...deps } = await withSystem('threads', 'checkpoints', 'searchIndex')
      return { ...deps, index }
    },
    searchKey: async () => ({ ...system, keys: await port('searchKeys') }),

    connectProperty: () => withSystem('connections', 'properties', 'items', 'billing', 'channelManager'),
    watchChannels: () =>
      withSystem('channels', 'checkpoints', 'properties', 'items', 'channelManager', 'events', 'webhooks'),
    propertyRequests: () => ports('connections'),
    items: () => withSystem('items'),
    listChannels: () => ports('channels', 'reservations'),
    channels: () => withSystem('channels', 'items', 'auditLog', 'channelManager'),

    pullBookings: () => withSystem('reservations', 'items', 'feed'),
    loadReservations: () => withSystem('reservations', 'items', 'feed', 'auditLog'),
    channelManagerWebhook: lazily(async () => {
      const { isWebhookSecret } = await import('./adapters/channel-manager/webhook-secret.ts')
      const { secret } = settings.channelManagerWebhook()
      return { isSecret: given => isWebhookSecret(secret, given) }
    }),

    notifyLandlords: async () => ({
      ...(await withSystem('threads', 'guests')),
      sendsEmails: settings.sendsSupportEmails(),
    }),
    sendEmail: async () => ({
      ...(await withSystem('outbox')),
      mailer: () => port('mailer'),
      publicUrl: settings.publicUrl(),
    }),
  }
}
