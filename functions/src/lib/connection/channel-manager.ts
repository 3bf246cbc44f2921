import * as z from 'zod'
import { otaId } from './ota-id.ts'
import { type OtaName, otaNames } from './otas.ts'
import type { ListedProperty, ManagedStructure } from './properties/managed-property.ts'

export const otaOffer = z.object({
  /** Per room and night, or per occupancy. */
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
          /** Copied into the mapping. */
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

/** Of the OTA's extranet, e.g. "Reservations": "XML Active". */
export interface ConnectionType {
  name: string
  status: string
  isActive: boolean
}

const channelRate = z.object({
  channelManagerRatePlanId: z.string(),
  otaRoomId: otaId,
  otaRateId: otaId,
  occupancy: z.number(),
  pricingType: z.string(),
  /** Exactly one per room and rate carries availability and restrictions, the others prices only. */
  primary: z.boolean(),
})
export type ChannelRate = z.infer<typeof channelRate>

export const draftedChannel = z.object({
  ota: z.enum(otaNames),
  hotelId: z.string(),
  title: z.string(),
  groupId: z.string(),
  channelManagerPropertyId: z.string(),
  rates: z.array(channelRate),
})
export type ChannelDraft = z.infer<typeof draftedChannel>

export type ChannelKey = Pick<ChannelDraft, 'ota' | 'hotelId' | 'channelManagerPropertyId'>

export interface Channel {
  id: string
  ota: OtaName | null
  hotelId: string | null
  /** A numeric hotel id prevents activation. */
  hotelIdIsNumber: boolean
  isActive: boolean
  currency: string | null
  /** The channel manager's ids. */
  propertyIds: string[]
  /** Without unreadable lines. */
  rates: ChannelRate[]
  /** For long inactivity; null: none planned. */
  removalDate: string | null
}

export interface PlanNight {
  /** Units left. */
  availability: number
  /** In the plan's currency. */
  rate: number | null
  stopSell: boolean
}

/**
 * By the channel manager's id of a rate plan, then by day, `YYYY-MM-DD`. Missing and unreadable nights are absent.
 */
export type Calendar = ReadonlyMap<string, ReadonlyMap<string, PlanNight>>

/** Ours or another's. */
export class ChannelExistsError extends Error {
  override readonly name = 'ChannelExistsError'
  /** By an earlier try of the same call. */
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
 * Every call throws ProviderError: `retryable` if not processed, `permanent` if refused, `unknown` if possibly
 * processed. Channels start inactive.
 */
export interface ChannelManager {
  /** Milliseconds left at each call's start. */
  within(millisecondsLeft: () => number): ChannelManager
  /** False gives no reason; a hotel connected elsewhere tests true. */
  testConnection(ota: OtaName, hotelId: string): Promise<boolean>
  /** Undefined if unknown. */
  connectionTypes(ota: OtaName, hotelId: string): Promise<ConnectionType[] | undefined>
  offer(ota: OtaName, hotelId: string): Promise<OtaOffer>
  /** Undefined if unknown. */
  groupOf(channelManagerPropertyId: string): Promise<string | undefined>
  /** Day of removal; null: none planned; undefined: gone. */
  removalOf(channelManagerPropertyId: string): Promise<string | null | undefined>
  /** All that our key can see. */
  properties(): Promise<ListedProperty[]>
  /** Undefined if unknown. */
  structureOf(channelManagerPropertyId: string): Promise<ManagedStructure | undefined>
  /** Every page. */
  channelsOf(channelManagerPropertyId: string): Promise<Channel[]>
  /** Of any property that our key can see. */
  channelsOfHotel(ota: OtaName, hotelId: string): Promise<Channel[]>
  channel(channelId: string): Promise<Channel | undefined>
  /** Both days included; one call. */
  calendar(channelManagerPropertyId: string, days: { from: string; to: string }): Promise<Calendar>
  /** Throws ChannelExistsError. A hotel id that the vendor takes only as a number needs `writeHotelId`. */
  createChannel(draft: ChannelDraft): Promise<Channel>
  /** As text. Idempotent. */
  writeHotelId(channelId: string, hotelId: string): Promise<void>
  /** The vendor might keep `present` lines that the call does not name. */
  replaceRates(channelId: string, draft: ChannelDraft, present: readonly ChannelRate[]): Promise<void>
  /** In the channel manager's words; empty: ready. */
  readinessIssues(channelId: string): Promise<string[]>
  activate(channelId: string): Promise<void>
  deactivate(channelId: string): Promise<void>
  /** Idempotent. Refused while the channel is active. */
  deleteChannel(channelId: string): Promise<void>
}
