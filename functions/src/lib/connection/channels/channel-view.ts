import type { LoadProgress } from '../../reservations/pull.ts'
import { type MappingSummary, summarizeMapping } from '../mapping/map-offer.ts'
import { disconnectEffects } from './disconnect-effects.ts'
import type { ListedChannel } from './ports.ts'

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
  /** How the OTA took what it was sent; null while it has not said. */
  verdict: {
    [field: string]: unknown
    result: string
    detail?: string | undefined
    at?: Date | undefined
  } | null
  createdAt: Date | null
  disconnectedAt?: Date | undefined
  /** How loading the property's reservations goes. */
  reservations: LoadProgress | null
  disconnect: { effects: string[] }
}

/** A channel in the list of its property. Pure. */
export const channelView = (
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
  createdAt: channel.createdAt ?? null,
  disconnectedAt: channel.disconnectedAt,
  reservations,
  disconnect: { effects: disconnectEffects(channel, { propertyName, isSubscribed }) },
})
