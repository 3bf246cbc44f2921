import { carrierOf } from './adapters/carriers.ts'
import { isChannelManagers } from './adapters/channel-manager/message-address.ts'
import type { Firestore, Queries } from './adapters/firestore/client.ts'
import { logger, randomIds, systemClock } from './adapters/system.ts'
import { isProviders } from './adapters/twilio/media-address.ts'
import { portBuilders } from './composition-ports.ts'
import { proofBuilders } from './composition-proofs.ts'
import type { Settings } from './config.ts'
import { byChannel } from './lib/chat/channels/naming.ts'
import { PostTally } from './lib/chat/posting/post-tally.ts'
import { PresencePace } from './lib/chat/presence/presence-pace.ts'
import type { Context, PortName, Ports, Proofs } from './lib/context.ts'
import { CircuitBreaker } from './lib/due/circuit-breaker.ts'
import { type Lane, type LaneLimits, parseLanes, shareOf } from './lib/due/lanes.ts'
import { observing } from './lib/due/observe.ts'
import { RateLimiter } from './lib/due/rate-limiter.ts'
import { KeyedMutex } from './lib/durable/keyed-mutex.ts'
import { lazily } from './lib/lazily.ts'
import { lazyPorts } from './lib/lazy-port.ts'
import type { System } from './lib/ports.ts'
import { parseRetention } from './lib/retention.ts'
import { webhookItems } from './lib/webhooks/webhook-items.ts'

/** What a context is made of. Only the settings must be given; the rest is what a deployment has. */
export interface ContextOptions extends Partial<System> {
  settings: Settings
  /** Or the SDK's client of the same project. */
  firestore?: Firestore | Queries
  /** Sees every port once, when it is built, and answers the one that is used. */
  decorate?: <Name extends PortName>(name: Name, port: Ports[Name]) => Ports[Name]
}

/** The real adapters behind the ports, and what the verbs of a process share. */
export function createContext({ settings, firestore: db, decorate, ...given }: ContextOptions): Context {
  const system = { clock: systemClock, ids: randomIds, log: logger, ...given }
  const { clock } = system
  const firestore = lazily(() => openFirestore(settings, db))
  let limits: LaneLimits | undefined
  const lanes = () => {
    limits ??= parseLanes(settings.lanes())
    return limits
  }
  const ground = { system, settings, firestore, lanes }
  const ports = lazyPorts<Ports>(portBuilders(ground), (name, port) =>
    observed(name, decorate ? decorate(name, port) : port),
  )
  const rateLimiter = rateLimiters(clock, lanes)
  const tolerated = settings.toleratedFailures
  const breaker = new CircuitBreaker({ ...system, lanes: ports.operations, rateLimiter, tolerated })
  const observed = observing({ breaker, rateLimiter })
  return {
    ...system,
    ...ports,
    ...lazyPorts<Proofs>(proofBuilders({ clock, log: system.log, settings, ...ports }), (_, proof) => proof),
    rules: settings,
    carriers: carriers(ports, settings),
    breaker,
    atOnce: lane => lanes()[lane].atOnce,
    webhookItems: webhookItems({ ...system, items: ports.items, lanes: ports.operations }),
    postTurns: new KeyedMutex(clock),
    ownerTurns: new KeyedMutex(clock),
    postTally: new PostTally(),
    markTally: new PostTally(),
    presencePace: new PresencePace(),
    requestTally: new PostTally(),
    refusalTally: new PostTally(),
  }
}

function carriers(ports: Ports, { twilioConfig, channelManagerConfig }: Settings): Context['carriers'] {
  const { messenger, media, otaMessenger, otaMedia } = ports
  const carriers = {
    twilio: { messenger, media, isCarriers: (url: string) => isProviders(url, twilioConfig()) },
    'channel-manager': {
      ...{ messenger: otaMessenger, media: otaMedia },
      isCarriers: (url: string) => isChannelManagers(url, channelManagerConfig()),
    },
  }
  return byChannel(channel => carriers[carrierOf[channel].name])
}

async function openFirestore(settings: Settings, given: ContextOptions['firestore']): Promise<Firestore> {
  const [{ keepingFor }, { firestoreClient, firestoreWith }] = await Promise.all([
    import('./adapters/firestore/retention.ts'),
    import('./adapters/firestore/client.ts'),
  ])
  const db = given ? firestoreWith(given) : await firestoreClient(settings.firestoreClient())
  return keepingFor(db, parseRetention(settings.retention()))
}

/** That of each lane, for this process's part of it. */
function rateLimiters(clock: System['clock'], lanes: () => LaneLimits): (lane: Lane) => RateLimiter {
  const known = new Map<Lane, RateLimiter>()
  return lane => {
    const limiter =
      known.get(lane) ??
      new RateLimiter(clock, lanes()[lane].perSecond * shareOf(lane, process.env.FUNCTION_TARGET))
    known.set(lane, limiter)
    return limiter
  }
}
