import * as z from 'zod'
import { otaId } from './ota-id.ts'
import { type OtaName, otaNames } from './otas.ts'
import type { ListedProperty, ManagedStructure } from './properties/managed.ts'

/** What the OTA offers for a hotel. */
export const otaOffer = z.object({
  /** Pricing of the hotel: per room and night, or per occupancy. */
  pricingType: z.enum(['Standard', 'OBP']),
  rooms: z.array(
    z.object({
      id: otaId,
      title: z.string(),
      rates: z.array(
        z.object({
          id: otaId,
          title: z.string(),
          maxPersons: z.number().nullable().meta({ description: 'Null when the OTA does not say.' }),
          occupancies: z
            .array(z.number())
            .meta({ description: 'Numbers of guests it is sold for; empty for Standard pricing.' }),
          readonly: z.boolean(),
          derived: z.boolean().meta({ description: "Its prices follow another rate's." }),
          /** The OTA's name for it; copied into the mapping. */
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
  otaRoomId: otaId,
  otaRateId: otaId,
  occupancy: z.number(),
  pricingType: z.string(),
  /** Exactly one per room and rate: it carries availability and restrictions, the others prices only. */
  primary: z.boolean(),
})
export type ChannelRate = z.infer<typeof channelRate>

/** A channel to create or change. */
export const draftedChannel = z.object({
  ota: z.enum(otaNames),
  hotelId: z.string(),
  title: z.string(),
  groupId: z.string(),
  channelManagerPropertyId: z.string(),
  rates: z.array(channelRate),
})
export type ChannelDraft = z.infer<typeof draftedChannel>

/** Identifies a channel, existing or not. */
export type ChannelKey = Pick<ChannelDraft, 'ota' | 'hotelId' | 'channelManagerPropertyId'>

/** A channel as the channel manager lists it. */
export interface Channel {
  id: string
  ota: OtaName | null
  hotelId: string | null
  /** Whether that id is stored as a number, with which a channel cannot be activated. */
  hotelIdIsNumber: boolean
  isActive: boolean
  currency: string | null
  /** The channel manager's ids of the properties it is for. */
  propertyIds: string[]
  /** Its mapping, without unreadable lines. */
  rates: ChannelRate[]
  /** When the channel manager will remove it for long inactivity; null if it will not. */
  removalDate: string | null
}

/** A rate plan on one night, as the channel manager has it. */
export interface PlanNight {
  /** Units left. */
  availability: number
  /** In the plan's currency; null without one. */
  rate: number | null
  stopSell: boolean
}

/** By the channel manager's id of a rate plan, then by day, `YYYY-MM-DD`. Missing and unreadable nights are absent. */
export type Calendar = ReadonlyMap<string, ReadonlyMap<string, PlanNight>>

/** A channel for the same OTA and hotel already exists, ours or another's. */
export class ChannelExistsError extends Error {
  override readonly name = 'ChannelExistsError'
  /** Whether an earlier try of the same call may have made it. */
  readonly mayBeOurs: boolean

  constructor(
    message: string,
    { mayBeOurs = false, ...options }: ErrorOptions & { mayBeOurs?: boolean } = {},
  ) {
    super(message, options)
    this.mayBeOurs = mayBeOurs
  }
}

/**
 * The channel manager. Every call throws ProviderError: `retryable` if it was not processed, `permanent` if it was
 * refused, `unknown` if it may have been processed. Channels are always created inactive.
 */
export interface ChannelManager {
  /** The same, with each call limited to the milliseconds left when it starts. */
  within(millisecondsLeft: () => number): ChannelManager
  /** False gives no reason; a hotel connected elsewhere tests true. */
  testConnection(ota: OtaName, hotelId: string): Promise<boolean>
  /** Undefined if the channel manager knows nothing about the hotel. */
  connectionTypes(ota: OtaName, hotelId: string): Promise<ConnectionType[] | undefined>
  offer(ota: OtaName, hotelId: string): Promise<OtaOffer>
  /** The property's group; undefined if the channel manager does not know the property. */
  groupOf(channelManagerPropertyId: string): Promise<string | undefined>
  /** When the channel manager will remove the property for lack of a channel; null if it will not, undefined if it is gone. */
  removalOf(channelManagerPropertyId: string): Promise<string | null | undefined>
  /** Every property that our key can see. */
  properties(): Promise<ListedProperty[]>
  /** What it sells; undefined if the channel manager does not know the property. */
  structureOf(channelManagerPropertyId: string): Promise<ManagedStructure | undefined>
  /** All channels of the property, every page. */
  channelsOf(channelManagerPropertyId: string): Promise<Channel[]>
  /** All channels for a hotel that our key can see, of any property. */
  channelsOfHotel(ota: OtaName, hotelId: string): Promise<Channel[]>
  channel(channelId: string): Promise<Channel | undefined>
  /** What the property sells on these days, both included. One call. */
  calendar(channelManagerPropertyId: string, days: { from: string; to: string }): Promise<Calendar>
  /** Throws ChannelExistsError on a conflict. Where the hotel is only taken by number, its id has yet to be written. */
  createChannel(draft: ChannelDraft): Promise<Channel>
  /** Writes the hotel id of a channel as text. Idempotent. */
  writeHotelId(channelId: string, hotelId: string): Promise<void>
  /** Replaces the whole mapping of a channel. Of its `present` lines those left out might stay if they were not named. */
  replaceRates(channelId: string, draft: ChannelDraft, present: readonly ChannelRate[]): Promise<void>
  /** What blocks activation, in the channel manager's words; empty if nothing does. */
  readinessIssues(channelId: string): Promise<string[]>
  activate(channelId: string): Promise<void>
  deactivate(channelId: string): Promise<void>
  /** Idempotent. Refused while the channel is active. */
  deleteChannel(channelId: string): Promise<void>
}
