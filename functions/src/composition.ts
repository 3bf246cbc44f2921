import type { Firestore, Queries } from './adapters/firestore/client.ts'
import { logger, randomIds, systemClock } from './adapters/system.ts'
import { type PortName, type Ports, portBuilders } from './composition-ports.ts'
import type { Settings } from './config.ts'
import type { JointPosts } from './lib/chat/posting/joint-posts.ts'
import { LaneGate } from './lib/due/lane-gate.ts'
import { type Lane, parseLanes, shareOf } from './lib/due/lanes.ts'
import { observing } from './lib/due/observe.ts'
import { Pace } from './lib/due/pace.ts'
import { Beats } from './lib/health/beats.ts'
import { lazily } from './lib/lazily.ts'
import type { System } from './lib/ports.ts'
import { parseRetention } from './lib/retention.ts'
import type { Services } from './lib/services.ts'

/** What the services are made of. Only the settings must be given; the rest is what a deployment has. */
export interface ServiceOptions extends Partial<System> {
  settings: Settings
  /** Or the SDK's client of the same project. */
  firestore?: Firestore | Queries
  /** Sees every port once, when it is built, and answers the one that is used. */
  decorate?: <Name extends PortName>(name: Name, port: Ports[Name]) => Ports[Name]
}

/** The ports, each built when it is first asked for. */
function lazyPorts({ settings, decorate, ...given }: ServiceOptions, system: System) {
  const firestore = lazily(async () => {
    const [{ keepingFor }, { firestoreClient, firestoreWith }] = await Promise.all([
      import('./adapters/firestore/retention.ts'),
      import('./adapters/firestore/client.ts'),
    ])
    const db = given.firestore
      ? firestoreWith(given.firestore)
      : await firestoreClient(settings.firestoreClient())
    return keepingFor(db, parseRetention(settings.retention()))
  })
  const builders: { [Name in PortName]: () => Promise<Ports[Name]> } = portBuilders({
    system,
    settings,
    firestore,
  })
  let built: { [Name in PortName]?: () => Promise<Ports[Name]> } = {}
  const limits = lazily(async () => parseLanes(settings.lanes()))
  const paces = new Map<Lane, Pace>()
  const pace = async (lane: Lane) => {
    const { perSecond } = (await limits())[lane]
    const known =
      paces.get(lane) ?? new Pace(system.clock, perSecond * shareOf(lane, process.env.FUNCTION_TARGET))
    paces.set(lane, known)
    return known
  }
  const tolerated = settings.toleratedFailures
  const gate = new LaneGate({ ...system, lanes: () => get('lanes'), pace, tolerated })
  const observed = observing({ gate, pace })
  const get = <Name extends PortName>(name: Name): Promise<Ports[Name]> => {
    const known = built[name]
    if (known) return known()
    const build = lazily(async () => {
      const port = await builders[name]()
      return observed(name, decorate ? decorate(name, port) : port)
    })
    built = { ...built, [name]: build }
    return build()
  }
  return { port: get, gate, limits }
}

/** The real adapters behind the ports, and what the doors hand to the verbs. */
export function createServices(options: ServiceOptions): Services {
  const { settings, clock = systemClock, ids = randomIds, log = logger } = options
  const system = { clock, ids, log }
  const { port, gate, limits } = lazyPorts(options, system)
  const beats = new Beats({ ...system, gate, heartbeats: () => port('heartbeats') })
  const { missed } = beats

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
    const [deps, { PostTally }, { Turns }, { SharedTurns }, { postBody }] = await Promise.all([
      withSystem('messages', 'auditLog'),
      import('./lib/chat/posting/post-tally.ts'),
      import('./lib/durable/turns.ts'),
      import('./lib/durable/shared-turns.ts'),
      import('./lib/chat/posting/post-input.ts'),
    ])
    const chatLimits = settings.chatLimits()
    const waiting: JointPosts = new SharedTurns(new Turns(clock))
    return {
      ...deps,
      tally: new PostTally(),
      waiting,
      rules: { joinPolicy: settings.joinPolicy(), limits: chatLimits, waits: settings.sendWaits() },
      body: postBody(chatLimits),
    }
  })
  const mediaAddresses = lazily(async () =>
    (await import('./adapters/twilio/media-address.ts')).twilioAddresses(settings.twilioConfig()),
  )
  const receiveMessage = async () => ({
    ...(await createMessage()),
    ...(await ports('inbound', 'guests', 'messages', 'threads')),
    media: await mediaAddresses(),
  })
  const deliverMessage = async () => ({
    ...(await withSystem('messages', 'guests', 'spending')),
    sending: { caps: settings.spendCaps(), countries: settings.allowedCountries() },
    messenger: () => port('messenger'),
    missed,
  })
  const pullBookings = async () => ({ ...(await withSystem('reservations', 'items', 'feed')), missed })

  return {
    clock,
    log,
    gate,
    beats,
    maxRequestBytes: settings.maxRequestBytes,
    trustedHops: settings.trustedHops,
    authenticate: lazily(async () =>
      (await import('./adapters/firebase-auth/authenticate.ts')).firebaseAuthenticate(clock),
    ),

    keepStandings: () => withSystem('standings', 'userRecords', 'checkpoints'),

    createMessage,
    sendTemplate: async () => ({ ...(await createMessage()), ...(await ports('guests')) }),
    readThread: () => withSystem('threads', 'guests'),
    readMessages: () => ports('threads', 'messages', 'guests'),
    changeThread: lazily(async () => {
      const { PostTally } = await import('./lib/chat/posting/post-tally.ts')
      return { ...(await withSystem('threads')), tally: new PostTally(), limits: settings.chatLimits() }
    }),
    openAttachment: async () => ({ ...(await ports('messages')), media: () => port('media') }),

    receiveMessage,
    receiveMissed: async () => ({
      ...(await receiveMessage()),
      ...(await ports('checkpoints', 'items')),
      inboundLog: () => port('inboundLog'),
      missed,
    }),
    listTriage: () => ports('inbound'),
    assignTriage: receiveMessage,
    sortTriage: () => withSystem('inbound', 'auditLog'),
    messagingWebhook: lazily(async () =>
      (await import('./adapters/twilio/webhook.ts')).twilioWebhook(settings.webhookConfig()),
    ),

    deliverMessage,
    retryMessage: async () => ({
      ...(await deliverMessage()),
      ...(await ports('auditLog')),
      waits: settings.sendWaits(),
      firstTry: (lane, run) => gate.firstTry(lane, run),
    }),
    reportStatus: () => withSystem('messages'),
    forwardMessage: async () => ({
      ...(await withSystem('messages')),
      guestPlatform: () => port('guestPlatform'),
      waitMs: settings.forwardingWaitMs(),
    }),

    syncThread: async () => ({ ...(await withSystem('threads')), index: () => port('index') }),
    compareSearch: async () => {
      const { searchIndex: index, ...deps } = await withSystem('threads', 'checkpoints', 'searchIndex')
      return { ...deps, index, atOnce: (await limits()).search.atOnce }
    },
    searchKey: async () => ({ ...system, keys: await port('searchKeys') }),

    connectProperty: () =>
      withSystem('connections', 'properties', 'items', 'auditLog', 'billing', 'channelManager'),
    watchChannels: async () => ({
      ...(await withSystem(
        ...(['channels', 'checkpoints', 'properties', 'items'] as const),
        ...(['channelManager', 'events', 'webhooks'] as const),
      )),
      atOnce: (await limits())['channel-manager'].atOnce,
    }),
    propertyRequests: () => ports('connections'),
    items: () => withSystem('items'),
    listChannels: () => ports('channels', 'reservations'),
    channels: () => withSystem('channels', 'items', 'auditLog', 'channelManager'),

    pullBookings,
    pullMissedBookings: async () => ({
      ...(await pullBookings()),
      ...(await ports('checkpoints')),
      atOnce: (await limits())['channel-manager'].atOnce,
    }),
    loadReservations: () => withSystem('reservations', 'items', 'feed', 'auditLog'),
    channelManagerWebhook: lazily(async () => {
      const { isWebhookSecret } = await import('./adapters/channel-manager/webhook-secret.ts')
      const secrets = settings.channelManagerWebhookSecrets()
      return { isSecret: given => secrets.some(secret => isWebhookSecret(secret, given)) }
    }),

    confirmInvoice: async () => ({ billing: await port('confirmations') }),
    billingWebhook: lazily(async () => {
      const { isSignedBy } = await import('./adapters/billing/signature.ts')
      const secrets = settings.billingWebhookSecrets()
      return { isSigned: (given, body) => secrets.some(secret => isSignedBy(secret, clock, given, body)) }
    }),

    reportEmails: () => withSystem('outbox'),
    mailerWebhook: lazily(async () => {
      const [{ isEventSignature }, { meaningOf }] = await Promise.all([
        import('./adapters/sendgrid/event-signature.ts'),
        import('./adapters/sendgrid/events.ts'),
      ])
      const keys = settings.mailerWebhookKeys()
      return { meaningOf, isSigned: call => isEventSignature(keys, clock, call) }
    }),

    reportHealth: () => withSystem('due', 'heartbeats', 'lanes'),
    workDue: async () => {
      const { isStoreTrouble } = await import('./adapters/firestore/failures.ts')
      return { ...(await withSystem('due')), gate, limits: await limits(), isStoreTrouble }
    },
    notifyLandlords: async () => ({
      ...(await withSystem('threads', 'guests')),
      sendsEmails: settings.sendsSupportEmails(),
    }),
    sendEmail: async () => ({
      ...(await withSystem('outbox')),
      mailer: () => port('mailer'),
      linkFor: (await import('./lib/email/landlord-link.ts')).landlordLink(settings.landlordUrl()),
      waitMs: settings.emailWaitMs(),
    }),
  }
}
