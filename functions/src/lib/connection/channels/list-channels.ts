import type { Needs } from '../../context.ts'
import { type LoadProgress, progressOf } from '../../reservations/pull.ts'
import { type MappingSummary, summarizeMapping } from '../mapping/map-offer.ts'
import { otas } from '../otas.ts'
import { propertyNotFound } from '../prerequisites.ts'
import type { ListedChannel } from './ports.ts'
import type { HaltReason, PropertyChannel } from './property-channel.ts'

/** A property's channels, also those that are disconnected, and its name. Throws `property-not-found`. */
export async function listChannels(
  deps: Needs<'channels' | 'reservations'>,
  propertyId: string,
): Promise<PropertyChannels> {
  const [found, pull] = await Promise.all([
    deps.channels.list(propertyId),
    deps.reservations.pull(propertyId),
  ])
  if (!found) throw propertyNotFound(propertyId)
  const progress = progressOf(pull?.value)
  const { propertyName } = found
  return {
    propertyName,
    channels: found.channels.map(listed => channelView(listed, propertyName, progress)),
  }
}

interface PropertyChannels {
  propertyName: string
  channels: ChannelView[]
}

export interface ChannelView {
  channelId: string
  ota: string
  /** `active`, `disconnecting` or `disconnected`. */
  status: string
  hotelId: string
  channelManagerChannelId: string
  mappingStatus: 'initial' | 'finalized'
  version: number
  summary: MappingSummary
  currency: string | null
  pricingType: string | null
  listingUrl: string | null
  /** The OTA's response to our updates; null until there is one. */
  verdict: {
    [field: string]: unknown
    result: string
    detail?: string | undefined
    at?: Date | undefined
  } | null
  /** Why nothing is sold by it, though it is active, as of the last look. */
  notSelling: HaltReason | null
  createdAt: Date | null
  disconnectedAt?: Date | undefined
  /** Progress of loading the property's reservations. */
  reservations: LoadProgress | null
  disconnect: { effects: string[] }
}

/** A channel in the list of its property. Pure. */
const channelView = (
  { channelId, channel, isSubscribed }: ListedChannel,
  propertyName: string,
  reservations: LoadProgress | null,
): ChannelView => ({
  channelId,
  ota: channel.ota,
  status: channel.status,
  hotelId: channel.hotelId,
  channelManagerChannelId: channel.channelManagerChannelId,
  mappingStatus: channel.mappingStatus,
  version: channel.version,
  summary: summarizeMapping(channel.mapping),
  currency: channel.currency ?? null,
  pricingType: channel.pricingType ?? channel.offer?.pricingType ?? null,
  listingUrl: channel.listingUrl ?? null,
  verdict: channel.verdict ?? null,
  notSelling: channel.notSelling ?? null,
  createdAt: channel.createdAt ?? null,
  disconnectedAt: channel.disconnectedAt,
  reservations,
  disconnect: { effects: disconnectEffects(channel, { propertyName, isSubscribed }) },
})

/** The effects of disconnecting a channel, one sentence each, for a confirmation. Pure. */
export function disconnectEffects(
  { status, ota, hotelId, mapping, pendingMapping }: PropertyChannel,
  { propertyName, isSubscribed }: { propertyName: string; isSubscribed: boolean },
): string[] {
  const { label } = otas[ota]
  if (status === 'disconnected') return ['Nothing: the channel is disconnected already.']
  const rows = mapping.ratePlans.filter(({ ratePlanId }) => ratePlanId !== null).length
  return [
    `The channel of "${propertyName}" for ${label} property ${hotelId} is switched off at the channel manager.`,
    `Prices and availability at ${label} are no longer updated, and bookings made there no longer come in: close the rooms in its extranet first.`,
    `Reservations that are here stay as they are, and so does what ${label} holds.`,
    isSubscribed
      ? 'The subscription of the connection service is cancelled; connecting again needs a new payment if the terms ask for one.'
      : 'No subscription runs for this connection, so none is cancelled.',
    ...(pendingMapping ? ['The mapping that waits to be written is dropped.'] : []),
    `The connection is kept in its history, with its mapping of ${rows} ${rows === 1 ? 'line' : 'lines'}.`,
    'The channel manager removes a channel that is off after about a month. Until then connecting the same property ID takes this one up again, with a mapping made anew.',
  ]
}
