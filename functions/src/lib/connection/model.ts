import * as z from 'zod'
import { otaId } from './ota-id.ts'

export const storedProperty = z.looseObject({
  name: z.string(),
  landlordId: z.string().nullish(),
  timeZone: z.string().nullish().catch(null),
  channelManagerId: z.string().min(1).nullish(),
  /** How many days its calendar at the channel manager holds. */
  stateLength: z.number().nullish().catch(null),
})
export type Property = z.infer<typeof storedProperty>

export const storedRoom = z.looseObject({
  name: z.string(),
  capacity: z.number().int().positive().nullish(),
  /** How many of it there are. */
  units: z.number().int().positive().nullish().catch(null),
  channelManagerRoomTypeId: z.string().nullish(),
})
export type Room = z.infer<typeof storedRoom> & { id: string }

export const storedRatePlan = z.looseObject({
  name: z.string(),
  roomId: z.string(),
  occupancy: z.number().int().positive(),
  channelManagerRatePlanId: z.string().nullish(),
})
export type RatePlan = z.infer<typeof storedRatePlan> & { id: string }

export const storedAccount = z.looseObject({
  name: z.string(),
  email: z.string().nullish(),
  /** What the landlord reads, such as `de`. */
  language: z.string().nullish().catch(null),
  /** They have asked for no e-mails with steps of the guide; what cannot be read counts as that. */
  noGuideEmails: z.boolean().nullish().catch(true),
  connectionService: z.looseObject({
    plan: z.enum(['free', 'paid']),
    /** Minor units of `currency`. */
    amount: z.number().int().nonnegative(),
    currency: z.string(),
  }),
})
export type Account = z.infer<typeof storedAccount>

/** Of the connection service. Amount in minor units. */
export const priceShape = z.object({
  plan: z.enum(['free', 'paid']),
  amount: z.number().int(),
  currency: z.string(),
})
export type Price = z.infer<typeof priceShape>

/** Why a request was rejected, and what the operations user does now. */
export interface Rejection {
  code: string
  detail: string
  nextAction: string
  at: Date
}

export const storedRequest = z.looseObject({
  propertyId: z.string(),
  ota: z.string(),
  status: z.enum(['pending', 'completed', 'rejected']),
  createdAt: z.date().optional(),
  rejection: z.looseObject({ at: z.date().optional() }).nullish(),
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
  /** Guests; null when the OTA does not say and nothing of ours fits. */
  occupancy: z.number().nullable(),
  primary: z.boolean(),
  ...score,
})
export type RateMapping = z.infer<typeof rateMapping>

export const storedMapping = z.object({ rooms: z.array(roomMapping), ratePlans: z.array(rateMapping) })
export type Mapping = z.infer<typeof storedMapping>
