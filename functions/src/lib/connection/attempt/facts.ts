import * as z from 'zod'
import { roles } from '../../actor.ts'
import { isAlive, type StoredClaim } from '../../durable/lease.ts'
import { type Started, stepStatuses } from '../../pipeline.ts'
import type { ChannelKey } from '../channel-manager.ts'
import { storedChoice } from '../choosing/stored-choice.ts'
import { priceShape, type Rejection } from '../model.ts'
import { otaNames } from '../otas.ts'
import type { Target } from '../target.ts'

export const attemptFacts = z.object({
  attemptId: z.string(),
  /** The OTA's id of the property. */
  hotelId: z.string(),
  channelManagerPropertyId: z.string().default(''),
  landlordId: z.string().default(''),
  paymentId: z.string().optional(),
  /** As it was shown, where no other may be charged. */
  price: priceShape.optional(),
  listingUrl: z.string().optional(),
  /** What its initiator chose to be mapped. */
  chosen: storedChoice.optional(),
  /** The request that waited for the OTA's acceptance, where that is why it was begun. */
  waitingRequest: z.string().optional(),
  /** Whoever asked tries it again after what passes: until then requests stay as they are. */
  isTriedAgain: z.boolean().optional(),
  /** The connection requests that it answers. */
  requestIds: z.array(z.string()).default([]),
})

/** The facts of an attempt, constant from claim to completion or compensation. */
export type AttemptFacts = Target & z.infer<typeof attemptFacts>

/** The target alone. */
export const targetOf = ({ propertyId, ota }: Target): Target => ({ propertyId, ota })

export const channelKeyOf = ({ ota, hotelId, channelManagerPropertyId }: ChannelKey): ChannelKey => ({
  ota,
  hotelId,
  channelManagerPropertyId,
})

/** Progress of an attempt: enough to compensate or resume it. */
export const attemptState = z.object({
  /** Reserved by this attempt; not charging until the connection is complete. Null: nothing was due. */
  subscriptionId: z.string().nullable().optional(),
  /** Whether existing channels were checked before creating one: any that appears later is this attempt's. */
  lookedForChannel: z.boolean().optional(),
  channelId: z.string().optional(),
  /** False for a channel that existed before. */
  channelIsOurs: z.boolean().optional(),
  channelWasActive: z.boolean().optional(),
  /** The channel's, if the channel manager returns it. */
  currency: z.string().optional(),
  /** A create without an answer that the look-up did not find: its channel may still appear. */
  unsettledCreate: attemptFacts
    .pick({ hotelId: true, channelManagerPropertyId: true })
    .extend({
      ota: z.enum(otaNames),
      /** When it was last known to be in progress. */
      at: z.date(),
    })
    .optional(),
})
export type AttemptState = z.infer<typeof attemptState>

/** Who asked for the connection, for the audit entry of its outcome. */
export const initiator = z.object({
  /** Id of the one audit entry of the outcome. */
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

/** Why an attempt failed, as stored in its requests. */
export type Reason = Omit<Rejection, 'at'>

export const attemptSteps = z.record(z.string(), z.looseObject({ status: z.enum(stepStatuses) })).default({})

/** What a finished or dead attempt left to compensate. */
export interface Leftover {
  facts: AttemptFacts
  state: AttemptState
  /** The status of each step with an effect. */
  started: Started
}

/** The newest attempt to connect a target. */
export interface Attempt extends StoredClaim {
  facts: AttemptFacts
  status: 'running' | 'completed' | 'rejected'
  leaseUntil: Date
  /** Not of its resumption. */
  startedAt?: Date | undefined
  undo: 'none' | 'pending'
  initiator?: Initiator | undefined
  /** How often it was resumed, to continue or to compensate. */
  resumes: number
  state: AttemptState
  steps: z.infer<typeof attemptSteps>
  /** Written before compensating, so that a resumed compensation knows the reason. */
  failure?: Reason | undefined
  /** Requests and audit log already have the outcome; only compensation is left. */
  isNotified: boolean
  /** From an earlier attempt, to be compensated first; or its own, if rejected with `undo` pending. */
  leftover?: Leftover | undefined
}

/** Whether a process is working on it. */
export const isRunning = (attempt: Pick<Attempt, 'status' | 'leaseUntil'>, now: Date): boolean =>
  attempt.status === 'running' && isAlive(attempt, now)
