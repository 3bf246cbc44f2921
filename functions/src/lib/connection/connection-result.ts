import type { PropertyChannel } from './channels/property-channel.ts'
import { type MappingSummary, summarizeMapping } from './mapping/map-offer.ts'
import type { Mapping } from './model.ts'
import type { OtaName } from './otas.ts'
import type { Completion, Target } from './ports.ts'

/** The reply of connect. */
export interface ConnectionResult {
  status: 'completed'
  propertyId: string
  ota: OtaName
  hotelId: string
  channelId: string
  channelManagerChannelId: string
  requestIds: string[]
  subscriptionId: string | null
  mapping: Mapping & { summary: MappingSummary }
  /** Path in the dashboard where the mapping is reviewed. */
  redirectTo: string
  /** True when the property was connected so already. */
  replayed: boolean
}

/** A target's property channel and attempt share this id. */
export const channelIdOf = ({ propertyId, ota }: Target): string => `${propertyId}_${ota}`

/** `requestIds`: those that the completion answers. */
export const connectionResult = (
  { facts, channelManagerChannelId, mapping, subscription }: Completion,
  requestIds: string[],
): ConnectionResult => ({
  ...resultFor(facts, mapping),
  hotelId: facts.hotelId,
  channelManagerChannelId,
  requestIds,
  subscriptionId: subscription?.id ?? null,
  replayed: false,
})

export const replayedResult = (
  target: Target,
  channel: PropertyChannel,
  requestIds: string[],
): ConnectionResult => ({
  ...resultFor(target, channel.mapping),
  hotelId: channel.hotelId,
  channelManagerChannelId: channel.channelManagerChannelId,
  requestIds: [...new Set([...channel.requestIds, ...requestIds])],
  subscriptionId: channel.subscriptionId ?? null,
  replayed: true,
})

function resultFor({ propertyId, ota }: Target, mapping: Mapping) {
  const channelId = channelIdOf({ propertyId, ota })
  return {
    status: 'completed' as const,
    propertyId,
    ota,
    channelId,
    mapping: { ...mapping, summary: summarizeMapping(mapping) },
    redirectTo: `/properties/${propertyId}/channels/${channelId}/mapping`,
  }
}
