import * as z from 'zod'
import { collection } from '../store.ts'
import { otaId } from './ota-id.ts'
import { waitingFor } from './patience.ts'

export const storedProperty = z.looseObject({
  name: z.string(),
  landlordId: z.string().nullish(),
  timeZone: z.string().nullish().catch(null),
  channelManagerId: z.string().min(1).nullish(),
  /** Days in the calendar at the channel manager. */
  stateLength: z.number().nullish().catch(null),
})
export type Property = z.infer<typeof storedProperty>
export const properties = collection('properties/{propertyId}', storedProperty)

export interface BookingProperty {
  propertyId: string
  channelManagerPropertyId: string
}

export const storedRoom = z.looseObject({
  name: z.string(),
  capacity: z.number().int().positive().nullish(),
  units: z.number().int().positive().nullish().catch(null),
  channelManagerRoomTypeId: z.string().nullish(),
})
export type Room = z.infer<typeof storedRoom> & { id: string }
export const rooms = collection('properties/{propertyId}/rooms/{roomId}', storedRoom)

export const storedRatePlan = z.looseObject({
  name: z.string(),
  roomId: z.string(),
  occupancy: z.number().int().positive(),
  channelManagerRatePlanId: z.string().nullish(),
})
export type RatePlan = z.infer<typeof storedRatePlan> & { id: string }
export const ratePlans = collection('properties/{propertyId}/ratePlans/{ratePlanId}', storedRatePlan)

export const storedAccount = z.looseObject({
  name: z.string(),
  email: z.string().nullish(),
  /** The landlord's, such as `de`. */
  language: z.string().nullish().catch(null),
  /** An unreadable value counts as true. */
  noGuideEmails: z.boolean().nullish().catch(true),
  connectionService: z.looseObject({
    plan: z.enum(['free', 'paid']),
    /** Minor units of `currency`. */
    amount: z.number().int().nonnegative(),
    currency: z.string(),
  }),
})
export type Account = z.infer<typeof storedAccount>
export const accounts = collection('accounts/{landlordId}', storedAccount)

/** Of the connection service; `amount` in minor units. */
export const priceShape = z.object({
  plan: z.enum(['free', 'paid']),
  amount: z.number().int(),
  currency: z.string(),
})
export type Price = z.infer<typeof priceShape>

export interface Rejection {
  code: string
  detail: string
  nextAction: string
  at: Date
}

export type Reason = Omit<Rejection, 'at'>

export const storedRequest = z.looseObject({
  propertyId: z.string(),
  ota: z.string(),
  status: z.enum(['pending', 'completed', 'rejected']),
  createdAt: z.date().optional(),
  rejection: z.looseObject({ at: z.date().optional() }).nullish(),
  waitingFor: waitingFor.optional().catch(undefined),
})
export type ConnectionRequest = z.infer<typeof storedRequest> & { id: string }

const score = { score: z.number(), reasons: z.array(z.string()), needsReview: z.boolean() }

const roomMapping = z.object({
  otaRoomId: otaId,
  otaRoomName: z.string(),
  roomId: z.string().nullable(),
  ...score,
})
export type RoomMapping = z.infer<typeof roomMapping>

const rateMapping = z.object({
  otaRoomId: otaId,
  otaRateId: otaId,
  otaRateName: z.string(),
  ratePlanId: z.string().nullable(),
  /** Guests; null: unknown, and nothing of ours fits. */
  occupancy: z.number().nullable(),
  primary: z.boolean(),
  ...score,
})
export type RateMapping = z.infer<typeof rateMapping>

export const storedMapping = z.object({ rooms: z.array(roomMapping), ratePlans: z.array(rateMapping) })
export type Mapping = z.infer<typeof storedMapping>

export const mappingSummary = z
  .object({
    mapped: z
      .number()
      .meta({ description: 'Pairs of room and rate that have a rate plan; several occupancies count once.' }),
    total: z.number().meta({ description: 'Pairs that can be mapped: neither read-only nor derived.' }),
    needsReview: z.number().meta({ description: 'Pairs to look at.' }),
  })
  .meta({ id: 'MappingSummary' })

export const summarizedMapping = storedMapping.extend({ summary: mappingSummary }).meta({
  id: 'Mapping',
  description: 'The rooms and rates of the OTA, each with our room or rate plan, and the reasons.',
})
