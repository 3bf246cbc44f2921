import * as z from 'zod'
import { roles } from '../actor.ts'
import { stepStatuses } from '../pipeline.ts'
import { otaNames } from './otas.ts'

export const storedProperty = z.looseObject({
  name: z.string(),
  landlordId: z.string().nullish(),
  channelManagerId: z.string().min(1).nullish(),
})
export type Property = z.infer<typeof storedProperty>

export const storedRoom = z.looseObject({
  name: z.string(),
  capacity: z.number().int().positive().nullish(),
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
  connectionService: z.looseObject({
    plan: z.enum(['free', 'paid']),
    /** Minor units of `currency`. */
    amount: z.number().int().nonnegative(),
    currency: z.string(),
  }),
})
export type Account = z.infer<typeof storedAccount>

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
  otaRoomId: z.number(),
  otaRoomName: z.string(),
  roomId: z.string().nullable(),
  ...score,
})
export type RoomMapping = z.infer<typeof roomMapping>

const rateMapping = z.object({
  otaRoomId: z.number(),
  otaRateId: z.number(),
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

export const storedChannel = z.looseObject({
  propertyId: z.string(),
  ota: z.enum(otaNames),
  status: z.string(),
  hotelId: z.string(),
  channelManagerChannelId: z.string(),
  /** Only a replay looks into it; one of another shape is no reason to fail. */
  mapping: storedMapping.catch({ rooms: [], ratePlans: [] }),
  subscriptionId: z.string().nullish(),
  requestIds: z.array(z.string()).default([]),
})
export type PropertyChannel = z.infer<typeof storedChannel>

/** A create whose answer never came and that look-up did not show: its channel may yet appear. */
const unsettledCreate = z.object({
  ota: z.enum(otaNames),
  hotelId: z.string(),
  channelManagerPropertyId: z.string(),
  /** When it was last known to be under way. */
  at: z.date(),
})
export type UnsettledCreate = z.infer<typeof unsettledCreate>

/** What an attempt has done so far: enough to take it back or to go on. */
const attemptState = z.object({
  /** Reserved by this attempt; not charging until the connection is complete. Null: nothing was due. */
  subscriptionId: z.string().nullable().optional(),
  /** Whether a channel was looked for before anything was created: what appears afterwards is this attempt's. */
  lookedForChannel: z.boolean().optional(),
  channelId: z.string().optional(),
  /** False for a channel that stood there before. */
  channelIsOurs: z.boolean().optional(),
  channelWasActive: z.boolean().optional(),
  /** The channel's, where the channel manager tells it. */
  currency: z.string().optional(),
  unsettledCreate: unsettledCreate.optional(),
})

/** What an attempt that has ended, or died, left to take back. */
const leftover = z.object({
  target: z.object({ propertyId: z.string(), ota: z.enum(otaNames) }),
  attemptId: z.string(),
  hotelId: z.string(),
  channelManagerPropertyId: z.string(),
  landlordId: z.string(),
  paymentId: z.string().optional(),
  state: attemptState,
  /** How far each step with an effect came. */
  begun: z.record(z.string(), z.enum(stepStatuses)),
})
export type Leftover = z.infer<typeof leftover>

/** Who pressed the button, for whoever has to write what became of it. */
const press = z.object({
  /** Of the one entry in the audit log that tells how it ended. */
  auditId: z.string(),
  actor: z.object({
    uid: z.string(),
    role: z.enum(roles),
    origin: z.object({ ipAddress: z.string(), userAgent: z.string() }).optional(),
  }),
})
export type Press = z.infer<typeof press>

const reason = z.object({ code: z.string(), detail: z.string(), nextAction: z.string() })
/** Why an attempt failed, as its requests will say it. */
export type Reason = z.infer<typeof reason>

export const storedAttempt = z.looseObject({
  attemptId: z.string(),
  hotelId: z.string(),
  status: z.enum(['running', 'completed', 'rejected']),
  leaseUntil: z.date(),
  undo: z.enum(['none', 'pending']).default('none'),
  /** Who holds it: changes with everybody who takes it over. */
  claimId: z.string().optional(),
  press: press.optional(),
  channelManagerPropertyId: z.string().optional(),
  landlordId: z.string().optional(),
  paymentId: z.string().optional(),
  listingUrl: z.string().optional(),
  requestIds: z.array(z.string()).default([]),
  /** How often it was gone on with after a death. */
  resumes: z.number().int().default(0),
  state: attemptState.default({}),
  /** By step name. */
  steps: z.record(z.string(), z.looseObject({ status: z.enum(stepStatuses) })).default({}),
  /** Written before anything is taken back, so that whoever goes on with that knows why. */
  failure: reason.optional(),
  /** Its requests and the audit log have been told how it ended; what is left is to take back. */
  isTold: z.boolean().default(false),
  /** Of an earlier attempt, to be taken back first; or its own, when it is rejected and `undo` is pending. */
  leftover: leftover.optional(),
})
export type Attempt = z.infer<typeof storedAttempt>
