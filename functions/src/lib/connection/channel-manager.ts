import * as z from 'zod'
import { type OtaName, otaNames } from './otas.ts'

/** What the OTA offers for a hotel. */
export const otaOffer = z.object({
  /** How it prices the hotel: per room and night, or per occupancy. */
  pricingType: z.enum(['Standard', 'OBP']),
  rooms: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      rates: z.array(
        z.object({
          id: z.number(),
          title: z.string(),
          maxPersons: z.number().nullable().meta({ description: 'Null when the OTA does not say.' }),
          occupancies: z
            .array(z.number())
            .meta({ description: 'Numbers of guests it is sold for; empty for Standard pricing.' }),
          readonly: z.boolean(),
          derived: z.boolean().meta({ description: "Its prices follow another rate's." }),
          /** As the OTA names it for this rate; copied into the mapping. */
          pricing: z.string(),
        }),
      ),
    }),
  ),
})
export type OtaOffer = z.infer<typeof otaOffer>
export type PricingType = OtaOffer['pricingType']
export type OtaRoom = OtaOffer['rooms'][number]
export type OtaRate = OtaRoom['rates'][number]

/** One connection type of the OTA's extranet and its status there, e.g. "Reservations": "XML Active". */
export interface ConnectionType {
  name: string
  status: string
  isActive: boolean
}

/** One line of a channel's mapping: our rate plan sells this OTA room and rate to this many guests. */
const channelRate = z.object({
  /** The channel manager's id of our rate plan. */
  channelManagerRatePlanId: z.string(),
  otaRoomId: z.number(),
  otaRateId: z.number(),
  occupancy: z.number(),
  pricingType: z.string(),
  /** Exactly one per room and rate: it carries availability and restrictions, the others prices only. */
  primary: z.boolean(),
})
export type ChannelRate = z.infer<typeof channelRate>

/** A channel as it is to be. */
export const draftedChannel = z.object({
  ota: z.enum(otaNames),
  hotelId: z.string(),
  title: z.string(),
  groupId: z.string(),
  channelManagerPropertyId: z.string(),
  rates: z.array(channelRate),
})
export type ChannelDraft = z.infer<typeof draftedChannel>

/** Where a channel stands, or is to stand. */
export type ChannelPlace = Pick<ChannelDraft, 'ota' | 'hotelId' | 'channelManagerPropertyId'>

/** A channel as the channel manager lists it. */
export interface Channel {
  id: string
  ota: OtaName | null
  hotelId: string | null
  isActive: boolean
  currency: string | null
  /** The channel manager's ids of the properties it is for. */
  propertyIds: string[]
  /** Its mapping, without lines that cannot be read. */
  rates: ChannelRate[]
  /** When the channel manager will remove it, because it has been off for long; null when it will not. */
  removalDate: string | null
}

/** A channel with the same OTA and hotel exists already, ours or somebody else's. */
export class ChannelExistsError extends Error {
  override readonly name = 'ChannelExistsError'
}

/**
 * The channel manager, in our words. Every call throws ProviderError: `retryable` when it was not processed,
 * `permanent` when it was refused, `unknown` when it may have been processed. `isActive` in a draft does not exist:
 * channels are always created inactive.
 */
export interface ChannelManager {
  /** The same, each call cut to the milliseconds that are left when it begins. */
  within(millisecondsLeft: () => number): ChannelManager
  /** False says only that it does not work; a hotel connected elsewhere tests true. */
  testConnection(ota: OtaName, hotelId: string): Promise<boolean>
  /** Undefined when the channel manager tells nothing about the hotel. */
  connectionTypes(ota: OtaName, hotelId: string): Promise<ConnectionType[] | undefined>
  offer(ota: OtaName, hotelId: string): Promise<OtaOffer>
  /** The group the property belongs to; undefined when the channel manager does not know the property. */
  groupOf(channelManagerPropertyId: string): Promise<string | undefined>
  /** All channels of the property, every page. */
  channelsOf(channelManagerPropertyId: string): Promise<Channel[]>
  /** All channels for a hotel that our key shows, whichever property they are for. */
  channelsOfHotel(ota: OtaName, hotelId: string): Promise<Channel[]>
  channel(channelId: string): Promise<Channel | undefined>
  /** Throws ChannelExistsError on a conflict. */
  createChannel(draft: ChannelDraft): Promise<Channel>
  /** Replaces the whole mapping of a channel. */
  replaceRates(channelId: string, draft: ChannelDraft): Promise<void>
  /** What blocks activation, in the channel manager's words; empty when nothing does. */
  readinessIssues(channelId: string): Promise<string[]>
  activate(channelId: string): Promise<void>
  deactivate(channelId: string): Promise<void>
  /** Deleting a channel that is gone is fine. Refused while it is active. */
  deleteChannel(channelId: string): Promise<void>
}
