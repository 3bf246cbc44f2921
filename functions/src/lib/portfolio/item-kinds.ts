import type { ItemKind } from '../items/kinds.ts'

/** Those about a property and its channels; the others are about guests, landlords and vendors. */
export const portfolioKinds: readonly ItemKind[] = [
  'booking-not-acknowledged',
  'booking-not-stored',
  'booking-not-understood',
  'channel-gone',
  'channel-mapping-differs',
  'channel-off',
  'channel-removal',
  'connection-finished',
  'connection-left-behind',
  'connection-wait-ended',
  'consent-lost',
  'disconnect-stuck',
  'mapping-not-written',
  'not-bookable',
  'ota-offer-changed',
  'ota-rate-refused',
  'ota-sync-failed',
  'ota-sync-warned',
  'overlapping-stay',
  'property-removal',
  'unmapped-booking',
]

export const isOfPortfolio = (kind: unknown): boolean => portfolioKinds.some(one => one === kind)

/** Whether an item is about what the property has at that OTA, or about the property as a whole. Pure. */
export const isAbout = (
  item: { kind: string; ota?: string | undefined; channelId?: string | undefined },
  { channelId, ota }: { channelId: string | undefined; ota: string },
): boolean =>
  isOfPortfolio(item.kind) &&
  (item.channelId === undefined || item.channelId === channelId) &&
  (item.ota === undefined || item.ota === ota)
