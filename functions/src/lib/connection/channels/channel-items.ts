import type { ItemState } from '../../items/item.ts'
import { otas } from '../otas.ts'
import type { PropertyChannel } from './property-channel.ts'

export const watchKinds = [
  'channel-gone',
  'channel-off',
  'channel-mapping-differs',
  'channel-removal',
  'channel-unreadable',
  'not-bookable',
  'ota-offer-changed',
  'ota-rate-refused',
  'ota-sync-failed',
  'ota-sync-warned',
  'property-removal',
] as const
export type WatchKind = (typeof watchKinds)[number]

export const watchItemId = (kind: WatchKind, channelId: string): string => `${kind}_${channelId}`

export function watchedChannelOf(itemId: string): string | undefined {
  const kind = watchKinds.find(one => itemId.startsWith(`${one}_`))
  return kind && itemId.slice(kind.length + 1)
}

/** Empty: no difference; absent: not checked. */
export type Findings = Partial<Record<WatchKind, Finding>>

export interface Finding {
  differences: readonly string[]
  /** A later time than the item's resolution is news. */
  since?: Date
}

export interface WatchedItem extends ItemState {
  kind: WatchKind
}

export type ItemWrite =
  | { kind: WatchKind; write: 'open'; news: ItemNews }
  | { kind: WatchKind; write: 'update'; news: ItemNews }
  | { kind: WatchKind; write: 'resolve' }
  /** For a resolved item: a recurrence opens it again. */
  | { kind: WatchKind; write: 'forget' }

interface ItemNews {
  detail: string
  nextAction: string
  differences: readonly string[]
}

export function itemWrites(
  channel: Pick<PropertyChannel, 'ota' | 'hotelId'>,
  findings: Findings,
  items: readonly WatchedItem[],
): ItemWrite[] {
  return watchKinds.flatMap(kind => {
    const finding = findings[kind]
    const item = items.find(one => one.kind === kind)
    if (!finding) return []
    if (finding.differences.length === 0) return closing(kind, item)
    if (item && !isNews(item, finding)) return []
    const write = item?.isOpen ? 'update' : 'open'
    return [{ kind, write, news: newsOf(channel, kind, finding) }]
  })
}

function closing(kind: WatchKind, item: WatchedItem | undefined): ItemWrite[] {
  if (!item) return []
  if (item.isOpen) return [{ kind, write: 'resolve' }]
  return item.differences ? [{ kind, write: 'forget' }] : []
}

function isNews({ isOpen, resolvedAt, differences }: WatchedItem, finding: Finding): boolean {
  if (JSON.stringify(differences) !== JSON.stringify(excerptOf(finding.differences))) return true
  return !isOpen && resolvedAt !== undefined && finding.since !== undefined && finding.since > resolvedAt
}

const longestDetail = 1000
const mostKept = 100
const longestKept = 500

const excerptOf = (differences: readonly string[]): string[] => {
  const rest = differences.length - mostKept
  const first = differences.slice(0, mostKept).map(text => text.slice(0, longestKept))
  return rest > 0 ? [...first, `${rest} more`] : first
}

function newsOf(
  { ota, hotelId }: Pick<PropertyChannel, 'ota' | 'hotelId'>,
  kind: WatchKind,
  { differences }: Finding,
): ItemNews {
  const { label } = otas[ota]
  const { lead, nextAction } = texts[kind](label)
  const detail = bounded(`${label} property ${hotelId}: ${lead}`, differences)
  return { detail, nextAction, differences: excerptOf(differences) }
}

function bounded(lead: string, differences: readonly string[]): string {
  let text = lead
  for (const [position, difference] of differences.entries()) {
    const longer = `${text} ${difference}`.slice(0, longestDetail)
    const rest = differences.length - position
    if (position > 0 && text.length + difference.length + 20 > longestDetail)
      return `${text} And ${rest} more.`
    text = longer
  }
  return text.toWellFormed()
}

const untilSynced = 'The item closes by itself with the next sync that succeeds.'
const again = 'disconnect the property here and connect it again'

const texts: Record<WatchKind, (ota: string) => { lead: string; nextAction: string }> = {
  'channel-gone': () => ({
    lead: 'the channel does not exist at the channel manager any more.',
    nextAction: `Nothing is sent to the OTA and no booking comes in. Find out who removed the channel, then ${again}.`,
  }),
  'channel-off': () => ({
    lead: 'the channel is switched off at the channel manager.',
    nextAction: `Nothing is sent to the OTA and no booking comes in. Find out who switched it off, then activate it there, or ${again}.`,
  }),
  'channel-mapping-differs': () => ({
    lead: 'the channel at the channel manager is not as it was set up here.',
    nextAction:
      'Open the mapping of the channel and save it again: that replaces what stands at the channel manager. Where the channel is for another property or hotel, disconnect and connect again.',
  }),
  'channel-removal': () => ({
    lead: 'the channel manager is going to remove the channel.',
    nextAction: `It removes channels that have been switched off for a month. Have it activated before that day, or ${again}.`,
  }),
  'channel-unreadable': () => ({
    lead: 'the channel manager tells of the channel so that it cannot be read, or of another one in its place.',
    nextAction:
      'Look at the channel at the channel manager, and tell engineering its id there. Until it can be read, whether it sells is not known here; the item closes by itself.',
  }),
  'not-bookable': () => ({
    lead: 'the channel is connected, but nothing can be booked by it.',
    nextAction:
      'Open the inventory of the property at the channel manager, and give it availability and prices, or take the stop-sell off. The item closes by itself; if the property is closed on purpose, resolve it.',
  }),
  'property-removal': () => ({
    lead: 'the channel manager is going to remove the property.',
    nextAction: `It removes properties without a channel, with their rooms, rates and history. Have a channel active before that day, or ${again}; if it is removed, it has to be set up there anew.`,
  }),
  'ota-rate-refused': ota => ({
    lead: `the channel manager says that ${ota} does not take a price.`,
    nextAction: `Compare the prices with the limits and the rates in ${ota}'s extranet, and the mapping with them, and correct what differs. ${untilSynced}`,
  }),
  'ota-sync-warned': ota => ({
    lead: `${ota} took what it was sent last with a warning.`,
    nextAction: `Check in ${ota}'s extranet that prices and availability are right, and do what the warning says. ${untilSynced}`,
  }),
  'ota-offer-changed': ota => ({
    lead: `what ${ota} offers has changed since it was mapped.`,
    nextAction:
      'Open the mapping of the channel, map what is new, take out what has gone, and save it; that also takes note of what is offered now.',
  }),
  'ota-sync-failed': ota => ({
    lead: `${ota} did not take what it was sent last, so which nights can be booked there is unknown.`,
    nextAction: `Do what ${ota} says, in its extranet or in the mapping of the channel. ${untilSynced}`,
  }),
}
