export const kindsOfProperty = [
  'booking-not-acknowledged',
  'booking-not-stored',
  'booking-not-understood',
  'channel-gone',
  'channel-mapping-differs',
  'channel-off',
  'channel-removal',
  'channel-unreadable',
  'connection-finished',
  'connection-left-behind',
  'connection-wait-ended',
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
] as const

export const itemKinds = [
  ...kindsOfProperty,
  'automation-failed',
  'deadline-missed',
  'deadline-near',
  'due-work-failed',
  'email-bounced',
  'email-dropped',
  'email-failed',
  'email-not-sent',
  'email-outcome-unknown',
  'email-spam-reported',
  'forwarding-failed',
  'inbound-not-stored',
  'inbound-unreadable',
  'invoice-not-paid',
  'landlord-email-missing',
  'lane-paused',
  'payment-not-used',
  'send-failed',
  'spend-limit',
  'vendor-unavailable',
  'webhook-silent',
] as const
export type ItemKind = (typeof itemKinds)[number]

export const isOfProperty = (kind: unknown): boolean => kindsOfProperty.some(one => one === kind)

export const isAbout = (
  item: { kind: string; ota?: string | undefined; channelId?: string | undefined },
  { channelId, ota }: { channelId: string | undefined; ota: string },
): boolean =>
  isOfProperty(item.kind) &&
  (item.channelId === undefined || item.channelId === channelId) &&
  (item.ota === undefined || item.ota === ota)
