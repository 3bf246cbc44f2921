import * as z from 'zod'
import { roles } from '../../actor.ts'
import { isAlive, type StoredClaim } from '../../durable/lease.ts'
import { type Started, stepStatuses } from '../../pipeline.ts'
import type { ChannelPlace } from '../channel-manager.ts'
import type { Rejection } from '../model.ts'
import { otaNames } from '../otas.ts'
import type { Target } from '../ports.ts'

export const attemptFacts = z.object({
  attemptId: z.string(),
  /** The OTA's id of the property. */
  hotelId: z.string(),
  channelManagerPropertyId: z.string().default(''),
  landlordId: z.string().default(''),
  paymentId: z.string().optional(),
  listingUrl: z.string().optional(),
  /** The connection requests that it answers. */
  requestIds: z.array(z.string()).default([]),
})

/** What an attempt is about: one value from its claim to its completion, and for whoever compensates it. */
export type AttemptFacts = Target & z.infer<typeof attemptFacts>

/** Facts without what they say beyond the target. */
export const targetOf = ({ propertyId, ota }: Target): Target => ({ propertyId, ota })

export const placeOf = ({ ota, hotelId, channelManagerPropertyId }: ChannelPlace): ChannelPlace => ({
  ota,
  hotelId,
  channelManagerPropertyId,
})

/** What an attempt has done so far: enough to compensate it or to resume it. */
export const attemptState = z.object({
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
  /** A create whose answer never came and that look-up did not show: its channel may yet appear. */
  unsettledCreate: attemptFacts
    .pick({ hotelId: true, channelManagerPropertyId: true })
    .extend({
      ota: z.enum(otaNames),
      /** When it was last known to be under way. */
      at: z.date(),
    })
    .optional(),
})
export type AttemptState = z.infer<typeof attemptState>

/** Who asked for the connection, for whoever has to write what became of it. */
export const initiator = z.object({
  /** Of the one entry in the audit log that tells how it ended. */
  auditId: z.string(),
  actor: z.object({
    uid: z.string(),
    role: z.enum(roles),
    origin: z
      .object({ ipAddress: z.string(), claimedAddress: z.string().optional(), userAgent: z.string() })
      .optional(),
  }),
})
export type Initiator = z.infer<typeof initiator>

/** Why an attempt failed, as its requests will say it. */
export type Reason = Omit<Rejection, 'at'>

export const attemptSteps = z.record(z.string(), z.looseObject({ status: z.enum(stepStatuses) })).default({})

/** What an attempt that has ended, or died, left to compensate. */
export interface Leftover {
  facts: AttemptFacts
  state: AttemptState
  /** How far each step with an effect came. */
  started: Started
}

/** The newest attempt to connect a target. */
export interface Attempt extends StoredClaim {
  facts: AttemptFacts
  status: 'running' | 'completed' | 'rejected'
  leaseUntil: Date
  undo: 'none' | 'pending'
  initiator?: Initiator | undefined
  /** How often it was taken up again, to go on or to compensate. */
  resumes: number
  state: AttemptState
  steps: z.infer<typeof attemptSteps>
  /** Written before anything is compensated, so that whoever resumes that knows why. */
  failure?: Reason | undefined
  /** Its requests and the audit log say already how it ended; only compensation is left. */
  isNotified: boolean
  /** Of an earlier attempt, to be compensated first; or its own, when it is rejected and `undo` is pending. */
  leftover?: Leftover | undefined
}

/** Whether some process is at it. */
export const isRunning = (attempt: Pick<Attempt, 'status' | 'leaseUntil'>, now: Date): boolean =>
  attempt.status === 'running' && isAlive(attempt, now)
