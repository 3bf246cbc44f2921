import type { LaneVendor } from '../lib/due/lane-state.ts'
import type { Lane } from '../lib/due/lanes.ts'
import { carrierOf, channelManager, twilio } from './carriers.ts'

const vendors: Readonly<Record<Lane, LaneVendor>> = {
  ...carrierOf,
  'look-up': twilio,
  email: { name: 'sendgrid', key: 'SENDGRID_API_KEY' },
  'guest-platform': { name: 'guest-platform', key: 'GUEST_PLATFORM_API_KEY' },
  search: { name: 'algolia', key: 'ALGOLIA_API_KEY' },
  'channel-manager': channelManager,
  storage: { name: 'storage' },
}

export const vendorOf = (lane: Lane): LaneVendor => vendors[lane]
