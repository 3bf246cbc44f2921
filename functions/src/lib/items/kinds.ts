import { namesOf } from '../record-of.ts'

/** About a property and its channels, so that it counts in the portfolio. */
const aboutProperty = { isOfProperty: true }
/** About guests, landlords and vendors. */
const aboutOthers = { isOfProperty: false }

/** What items are about. */
const kinds = {
  'automation-failed': aboutOthers,
  'booking-not-acknowledged': aboutProperty,
  'booking-not-stored': aboutProperty,
  'booking-not-understood': aboutProperty,
  'channel-gone': aboutProperty,
  'channel-mapping-differs': aboutProperty,
  'channel-off': aboutProperty,
  'channel-removal': aboutProperty,
  'channel-unreadable': aboutProperty,
  'connection-finished': aboutProperty,
  'connection-left-behind': aboutProperty,
  'connection-wait-ended': aboutProperty,
  'deadline-missed': aboutOthers,
  'deadline-near': aboutOthers,
  'disconnect-stuck': aboutProperty,
  'due-work-failed': aboutOthers,
  'email-bounced': aboutOthers,
  'email-dropped': aboutOthers,
  'email-failed': aboutOthers,
  'email-not-sent': aboutOthers,
  'email-outcome-unknown': aboutOthers,
  'email-spam-reported': aboutOthers,
  'forwarding-failed': aboutOthers,
  'inbound-not-stored': aboutOthers,
  'inbound-unreadable': aboutOthers,
  'invoice-not-paid': aboutOthers,
  'landlord-email-missing': aboutOthers,
  'lane-paused': aboutOthers,
  'mapping-not-written': aboutProperty,
  'not-bookable': aboutProperty,
  'ota-offer-changed': aboutProperty,
  'ota-rate-refused': aboutProperty,
  'ota-sync-failed': aboutProperty,
  'ota-sync-warned': aboutProperty,
  'overlapping-stay': aboutProperty,
  'payment-not-used': aboutOthers,
  'property-removal': aboutProperty,
  'send-failed': aboutOthers,
  'spend-limit': aboutOthers,
  'unmapped-booking': aboutProperty,
  'vendor-unavailable': aboutOthers,
  'webhook-silent': aboutOthers,
} as const
export type ItemKind = keyof typeof kinds

export const itemKinds = namesOf<ItemKind>(kinds)

export const kindsOfProperty: readonly ItemKind[] = itemKinds.filter(kind => kinds[kind].isOfProperty)

export const isOfProperty = (kind: unknown): boolean => kindsOfProperty.some(one => one === kind)

/** Whether an item is about what the property has at that OTA, or about the property as a whole. Pure. */
export const isAbout = (
  item: { kind: string; ota?: string | undefined; channelId?: string | undefined },
  { channelId, ota }: { channelId: string | undefined; ota: string },
): boolean =>
  isOfProperty(item.kind) &&
  (item.channelId === undefined || item.channelId === channelId) &&
  (item.ota === undefined || item.ota === ota)
