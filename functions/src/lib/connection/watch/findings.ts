import type { Channel, OtaOffer } from '../channel-manager.ts'
import type { Finding, Findings } from '../channels/channel-items.ts'
import {
  type HaltReason,
  type PropertyChannel,
  type Verdict,
  type WarningKind,
  warningKinds,
} from '../channels/property-channel.ts'
import { nightsAhead } from '../channels/sellable.ts'
import { toChannelRates } from '../mapping/map-offer.ts'
import type { RatePlan } from '../model.ts'
import { otas } from '../otas.ts'
import { offerDifferences, rateDifferences } from './differences.ts'
import { lastDayBegan } from './last-day.ts'

export type ObservationPart = 'channel' | 'offer' | 'verdict' | 'calendar' | 'property'

export interface Observation {
  /** `YYYY-MM-DD`. */
  today?: string
  /** Null: no such channel at the channel manager. */
  channel?: Channel | null | undefined
  offer?: OtaOffer | undefined
  verdict?: Verdict | undefined
  /** Undefined: not proven. */
  isSellable?: boolean | undefined
  /** Only read for a channel that does not sell. */
  propertyRemoval?: string | null | undefined
  channelManagerPropertyId?: string | undefined
  ratePlans?: readonly RatePlan[] | undefined
  /** Unreadable, or another channel. */
  isUnreadable?: boolean
  /** The channel manager withholds these for now. */
  pendingParts?: readonly ObservationPart[]
  /** Hash, if no part is absent. */
  picture?: string | undefined
}

/** Keeps the reason to look. */
export const isHeldUp = ({ pendingParts = [] }: Observation): boolean => pendingParts.length > 0

export const isBlind = ({ channel, offer, pendingParts = [] }: Observation): boolean =>
  pendingParts.some(part => part === 'channel' || part === 'offer') ||
  (channel === undefined && offer === undefined)

export const findingsOf = (stored: PropertyChannel, observation: Observation): Findings => ({
  ...channelFindings(stored, observation),
  ...offerFindings(stored, observation),
  ...verdictFindings(observation),
  ...sellableFindings(observation),
  ...warningFindings(stored, observation),
  ...propertyFindings(observation),
  ...unreadableFindings(stored, observation),
})

const unreadableFindings = (stored: PropertyChannel, { channel, isUnreadable }: Observation): Findings =>
  isUnreadable || channel !== undefined
    ? {
        'channel-unreadable': findingOf(isUnreadable && `Its id there is ${stored.channelManagerChannelId}.`),
      }
    : {}

/** A channel that is off or gone has its own item. */
function sellableFindings({ channel, isSellable }: Observation): Findings {
  if (channel === null || channel?.isActive === false) return { 'not-bookable': findingOf(false) }
  if (isSellable === undefined) return {}
  const says = `No room has availability, a price and no stop-sell on any of the next ${nightsAhead} nights.`
  return { 'not-bookable': findingOf(!isSellable && says) }
}

function channelFindings(stored: PropertyChannel, observation: Observation): Findings {
  const { channel } = observation
  if (channel === undefined) return {}
  const why = whyNotSelling(channel)
  const mapping = channel ? settingDifferences(stored, channel, observation) : []
  return {
    'channel-gone': findingOf(why === 'gone' && `Its id there was ${stored.channelManagerChannelId}.`),
    'channel-off': findingOf(why === 'off' && 'It keeps its mapping.'),
    'channel-removal': removal(channel?.removalDate ?? null, observation),
    ...(mapping && { 'channel-mapping-differs': { differences: mapping } }),
  }
}

const findingOf = (difference: string | false | undefined) => ({
  differences: difference ? [difference] : [],
})

/** News again on the last day. */
function removal(day: string | null, { today }: Observation): Finding {
  if (day === null) return findingOf(false)
  const since = today === undefined ? undefined : lastDayBegan(day, today)
  return { ...findingOf(`The day is ${day}.`), ...(since && { since }) }
}

/** Undefined: not comparable; compares lines only for the right hotel. */
function settingDifferences(
  stored: PropertyChannel,
  channel: Channel,
  observation: Observation,
): string[] | undefined {
  const places = placeDifferences(stored, channel, observation)
  if (places.length > 0) return places
  const offer = stored.offer ?? observation.offer
  const isKnown = stored.mapping.ratePlans.length > 0
  if (!isKnown || !offer || !observation.ratePlans) return undefined
  const lines = toChannelRates(stored.mapping, offer, observation.ratePlans)
  return rateDifferences(lines, channel.rates).map(({ text }) => text)
}

function placeDifferences(stored: PropertyChannel, channel: Channel, observation: Observation): string[] {
  const { label } = otas[stored.ota]
  const { propertyIds } = channel
  const ours = observation.channelManagerPropertyId
  const isElsewhere = ours !== undefined && propertyIds.length > 0 && !propertyIds.includes(ours)
  return [
    ...(channel.ota === stored.ota ? [] : [`The channel is not for ${label}.`]),
    ...(channel.hotelId === stored.hotelId
      ? []
      : [`The channel is for ${label} property ${channel.hotelId ?? 'unknown'}, not ${stored.hotelId}.`]),
    ...(isElsewhere
      ? [`The channel is for another property at the channel manager: ${propertyIds.join(', ')}.`]
      : []),
  ]
}

function offerFindings({ offer: before }: PropertyChannel, { offer: now }: Observation): Findings {
  if (!now) return {}
  const differences = before ? offerDifferences(before, now).map(({ text }) => text) : []
  return { 'ota-offer-changed': { differences } }
}

function verdictFindings({ verdict }: Observation): Findings {
  if (!verdict || verdict.result === 'unknown-word') return {}
  const words = verdict.detail === undefined ? 'It gives no reason.' : `It says: ${verdict.detail}`
  const differences = verdict.result === 'failure' ? [words] : []
  return { 'ota-sync-failed': { differences, since: verdict.at } }
}

export const openWarnings = ({ warned = {} }: PropertyChannel, { verdict }: Observation): WarningKind[] =>
  warningKinds.filter(kind => {
    const at = warned[kind]
    return at !== undefined && !(verdict?.result === 'success' && verdict.at > at)
  })

function warningFindings(stored: PropertyChannel, observation: Observation): Findings {
  const open = openWarnings(stored, observation)
  const words = wordsOf(observation.verdict)
  const findings = warningKinds.map(kind => {
    const since = stored.warned?.[kind]
    return [kind, { differences: open.includes(kind) ? [words] : [], ...(since && { since }) }]
  })
  return Object.fromEntries(findings)
}

const wordsOf = (verdict: Verdict | undefined): string =>
  verdict?.result !== 'success' && verdict?.detail
    ? `It says: ${verdict.detail}`
    : 'The reason is in the log of the channel at the channel manager.'

export function whyNotSelling(channel: Channel | null): HaltReason | null {
  if (!channel) return 'gone'
  return channel.isActive ? null : 'off'
}

export const isSelling = ({ channel }: Observation): boolean => channel?.isActive === true

function propertyFindings(observation: Observation): Findings {
  const { propertyRemoval } = observation
  if (isSelling(observation)) return { 'property-removal': findingOf(false) }
  if (propertyRemoval === undefined) return {}
  return { 'property-removal': removal(propertyRemoval, observation) }
}
