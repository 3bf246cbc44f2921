import { type LaneGate, outageOf } from './lane-gate.ts'
import type { Lane } from './lanes.ts'
import type { Pace } from './pace.ts'

export interface Lanes {
  gate: Pick<LaneGate, 'succeeded' | 'failed'>
  /** Of this process's part of the lane. */
  pace(lane: Lane): Promise<Pace>
}

type LaneOf = (method: string, given: readonly unknown[]) => Lane

/** The lane that a call of a vendor's port belongs to. */
const laneOf: Readonly<Record<string, LaneOf>> = {
  messenger: (method, [message]) => (method === 'send' ? channelOf(message) : 'look-up'),
  inboundLog: () => 'look-up',
  guestPlatform: () => 'guest-platform',
  mailer: () => 'email',
  index: () => 'search',
  searchIndex: () => 'search',
  channelManager: () => 'channel-manager',
  events: () => 'channel-manager',
  webhooks: () => 'channel-manager',
  feed: () => 'channel-manager',
}

const channelOf = (message: unknown): Lane =>
  typeof message === 'object' && message !== null && Reflect.get(message, 'channel') === 'sms'
    ? 'sms'
    : 'chatapp'

/**
 * The same port; its calls begin at the pace of their lane, and what becomes of them is told to its gate. Ports of no
 * vendor are left as they are.
 */
export function observing(lanes: Lanes): <Port extends object>(name: string, port: Port) => Port {
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
        const { gate } = lanes
        await (await lanes.pace(lane)).turn()
        try {
          const result: unknown = await Reflect.apply(value, target, given)
          await gate.succeeded(lane)
          return result
        } catch (error) {
          const reason = outageOf(error)
          await (reason ? gate.failed(lane, reason) : gate.succeeded(lane))
          throw error
        }
      }
    },
  })
