import * as z from 'zod'
import { channelNames } from '../chat/channel-names.ts'
import type { PortName, VendorPorts } from '../context.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import type { Lane } from './lanes.ts'
import type { Limiter } from './limiter.ts'

export interface Lanes {
  breaker: Pick<CircuitBreaker, 'report'>
  limiter(lane: Lane): Limiter
}

type LaneOf = (method: string, given: readonly unknown[]) => Lane

const lanesOf = {
  userRecords: undefined,
  files: () => 'storage',
  media: undefined,
  searchKeys: undefined,
  messenger: (method, [message]) => (method === 'send' ? laneOfSend(message) : 'look-up'),
  inboundLog: () => 'look-up',
  guestPlatform: () => 'guest-platform',
  mailer: () => 'email',
  index: () => 'search',
  channelManager: () => 'channel-manager',
  events: () => 'channel-manager',
  webhooks: () => 'channel-manager',
  feed: () => 'channel-manager',
  otaInbox: () => 'ota',
  otaMessenger: () => 'ota',
  otaMedia: undefined,
  messagesApplication: () => 'channel-manager',
} as const satisfies Record<keyof VendorPorts, LaneOf | undefined>
const laneOf: { readonly [Name in PortName]?: LaneOf | undefined } = lanesOf

const laneOfSend = (message: unknown): Lane =>
  z.object({ channel: z.enum(channelNames) }).parse(message).channel

/** Each call waits for its lane's limiter and reports to its breaker. */
export function observing(lanes: Lanes): <Port extends object>(name: PortName, port: Port) => Port {
  return (name, port) => {
    const lane = laneOf[name]
    return lane ? observed(port, lane, lanes) : port
  }
}

function observed<Port extends object>(port: Port, laneOf: LaneOf, lanes: Lanes): Port {
  const watched: Port = Object.create(port)
  for (const method of Object.keys(port)) {
    const value: unknown = Reflect.get(port, method)
    if (typeof value !== 'function') continue
    const watch = async (...given: unknown[]) => {
      const lane = laneOf(method, given)
      const { breaker } = lanes
      if (!countsItself(lane)) await lanes.limiter(lane).acquire()
      try {
        const result: unknown = await Reflect.apply(value, port, given)
        await breaker.report(lane)
        return result
      } catch (error) {
        await breaker.report(lane, error, resourceOf(method, given))
        throw error
      }
    }
    const hurried = (...given: unknown[]) => observed(Reflect.apply(value, port, given), laneOf, lanes)
    Reflect.set(watched, method, method === 'within' ? hurried : watch)
  }
  return watched
}

/** One call may be many, on several routes. */
const countsItself = (lane: Lane): boolean => lane === 'channel-manager'

/** Empty for the whole account. */
const resourceOf = (method: string, given: readonly unknown[]): string =>
  String((method !== 'acknowledge' && given.findLast(one => typeof one === 'string')) || '')
