import * as z from 'zod'
import { channelNames } from '../chat/channels/names.ts'
import type { PortName, VendorPorts } from '../context.ts'
import { ProviderError } from '../errors.ts'
import { type CircuitBreaker, outageOf } from './circuit-breaker.ts'
import type { Lane } from './lanes.ts'
import type { RateLimiter } from './rate-limiter.ts'

export interface Lanes {
  breaker: Pick<CircuitBreaker, 'succeeded' | 'failed' | 'forbidden'>
  /** For this process's share of the lane. */
  rateLimiter(lane: Lane): RateLimiter
}

type LaneOf = (method: string, given: readonly unknown[]) => Lane

/** The lane that a call of a vendor's port belongs to; undefined for those that are in no lane. */
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
  searchIndex: () => 'search',
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

/**
 * The same port: each call waits for its lane's rate limiter, and its outcome is reported to the lane's circuit
 * breaker. Ports of no vendor are returned as they are.
 */
export function observing(lanes: Lanes): <Port extends object>(name: PortName, port: Port) => Port {
  return (name, port) => {
    const lane = laneOf[name]
    return lane ? observed(port, lane, lanes) : port
  }
}

const observed = <Port extends object>(port: Port, laneOf: LaneOf, lanes: Lanes): Port =>
  new Proxy(port, {
    get(target, method) {
      const value: unknown = Reflect.get(target, method)
      if (typeof value !== 'function') return value
      // The same port with less time.
      if (method === 'within')
        return (...given: unknown[]) => observed(Reflect.apply(value, target, given), laneOf, lanes)
      return async (...given: unknown[]) => {
        const lane = laneOf(String(method), given)
        const { breaker } = lanes
        if (!countsItself(lane)) await lanes.rateLimiter(lane).acquire()
        try {
          const result: unknown = await Reflect.apply(value, target, given)
          await breaker.succeeded(lane)
          return result
        } catch (error) {
          await report(breaker, lane, error, resourceOf(String(method), given))
          throw error
        }
      }
    },
  })

/** One call of the port may be many on several routes, so its adapter counts them. */
const countsItself = (lane: Lane): boolean => lane === 'channel-manager'

/** The property, channel or hotel that a call is about; empty for the whole account. */
const resourceOf = (method: string, given: readonly unknown[]): string =>
  String((method !== 'acknowledge' && given.findLast(one => typeof one === 'string')) || '')

async function report(
  breaker: Lanes['breaker'],
  lane: Lane,
  error: unknown,
  resource: string,
): Promise<void> {
  if (error instanceof ProviderError && error.isUnasked) return
  if (error instanceof ProviderError && error.isForbidden) return breaker.forbidden(lane, resource)
  const reason = outageOf(error)
  await (reason ? breaker.failed(lane, reason) : breaker.succeeded(lane))
}
