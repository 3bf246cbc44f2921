import { type ItemKind, itemKinds } from '@functions/lib/items/kinds.ts'
import { t } from 'i18next'

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

/** Kinds whose next step is in the thread, which says it. */
const aboutThread: readonly ItemKind[] = [
  'automation-failed',
  'deadline-missed',
  'deadline-near',
  'send-failed',
]

export const itemKindOf = (kind: string): ItemKind | undefined => itemKinds.find(one => one === kind)

export function kindName(kind: string): string {
  const itemKind = itemKindOf(kind)
  return itemKind ? t(`items.kinds.${itemKind}`) : kind
}

export const isAboutMapping = (kind: string): boolean => aboutMapping.some(one => one === kind)

export const isAboutThread = (kind: string): boolean => aboutThread.some(one => one === kind)
