/** What items are about; a kind that is not known yet goes by its code. */
const kinds = [
  'automation-failed',
  'booking-not-stored',
  'booking-not-understood',
  'channel-gone',
  'channel-inactive',
  'channel-mapping-differs',
  'channel-removal-planned',
  'connection-left-behind',
  'disconnect-stuck',
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
  'mapping-not-written',
  'ota-offer-changed',
  'ota-sync-failed',
  'overlapping-stay',
  'spend-limit',
  'unmapped-booking',
  'vendor-unavailable',
] as const
type Kind = (typeof kinds)[number]

/** Those whose next step is in the mapping. */
const aboutMapping: readonly Kind[] = [
  'channel-mapping-differs',
  'mapping-not-written',
  'ota-offer-changed',
  'ota-sync-failed',
  'unmapped-booking',
]

export const knownKind = (kind: string): Kind | undefined => kinds.find(one => one === kind)

export const isAboutMapping = (kind: string): boolean => aboutMapping.some(one => one === kind)
