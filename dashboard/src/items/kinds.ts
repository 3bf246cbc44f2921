import { type ItemKind, itemKinds } from '@functions/lib/items/kinds.ts'

/** Kinds whose next step is in the mapping. */
const aboutMapping: readonly ItemKind[] = [
  'channel-mapping-differs',
  'mapping-not-written',
  'ota-offer-changed',
  'ota-rate-refused',
  'ota-sync-failed',
  'ota-sync-warned',
  'unmapped-booking',
]

export const itemKindOf = (kind: string): ItemKind | undefined => itemKinds.find(one => one === kind)

export const isAboutMapping = (kind: string): boolean => aboutMapping.some(one => one === kind)
