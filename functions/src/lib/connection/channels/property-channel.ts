import * as z from 'zod'
import { auditEntry } from '../../audit.ts'
import { isAlive } from '../../durable/lease.ts'
import { optional } from '../../shapes.ts'
import { draftedChannel, otaOffer } from '../channel-manager.ts'
import { writtenDifference } from '../mapping/mapping-difference.ts'
import { storedMapping } from '../model.ts'
import { otaNames } from '../otas.ts'
import { mappingExample } from './mapping-example.ts'

/** Times may be ISO 8601. */
const pendingMapping = z.object({
  id: z.string(),
  version: z.number(),
  mapping: storedMapping,
  offer: otaOffer,
  finalize: z.boolean(),
  draft: draftedChannel,
  difference: writtenDifference,
  /** Once every row is reviewed. */
  example: mappingExample.optional(),
  by: z.string(),
  at: z.coerce.date(),
  /** For the commit that ends the work. */
  audit: auditEntry.optional(),
})
export type PendingMapping = z.infer<typeof pendingMapping>

const disconnect = z.object({
  id: z.string(),
  /** Changes with each takeover. */
  claimId: z.string(),
  by: z.string(),
  at: z.date(),
  audit: auditEntry.optional(),
})
export type Disconnect = z.infer<typeof disconnect>

/** `unknown-word`: unknown to us. */
export const verdictResults = ['success', 'failure', 'unknown-word'] as const

const verdict = z.object({
  result: z.enum(verdictResults),
  detail: z.string().optional(),
  /** First time of this result. */
  at: z.date(),
})
export type Verdict = z.infer<typeof verdict>

/** The channel manager's list of syncs may lack these. */
export const warningKinds = ['ota-rate-refused', 'ota-sync-warned'] as const
export type WarningKind = (typeof warningKinds)[number]

/** State at the channel manager. */
export const haltReasons = ['off', 'gone'] as const
export type HaltReason = (typeof haltReasons)[number]

/** `propertyChannels/{propertyId}_{ota}`; fields outside the contract may be missing. */
export const storedPropertyChannel = z.looseObject({
  propertyId: z.string(),
  ota: z.enum(otaNames),
  status: z.string(),
  hotelId: z.string(),
  channelManagerChannelId: z.string(),
  /** Reading must survive an invalid mapping. */
  mapping: storedMapping.catch({ rooms: [], ratePlans: [] }),
  subscriptionId: z.string().nullish(),
  requestIds: z.array(z.string()).default([]),
  version: z.number().int().catch(1),
  mappingStatus: z.enum(['initial', 'finalized']).catch('initial'),
  offer: optional(otaOffer),
  currency: optional(z.string()),
  pricingType: optional(z.string()),
  listingUrl: optional(z.string()),
  verdict: optional(verdict),
  attemptId: optional(z.string()),
  createdAt: optional(z.date()),
  disconnectedAt: optional(z.date()),
  pendingMapping: optional(pendingMapping),
  /** Also by an unreadable mapping; not stored. */
  isBeingMapped: z.boolean().default(false),
  review: optional(
    z.object({
      id: z.string(),
      version: z.number(),
      difference: writtenDifference,
      by: z.string(),
      at: z.date(),
    }),
  ),
  disconnect: optional(disconnect),
  leaseUntil: optional(z.date()),
  /** Of unfinished work. */
  dueAt: optional(z.date()),
  /** Newest reason to look. */
  lookAt: optional(z.date()),
  /** Until a later sync succeeds. */
  warned: optional(z.partialRecord(z.enum(warningKinds), z.date())),
  /** Hash of the last look. */
  seen: optional(z.string()),
  /** Of the last look; null: sells. */
  notSelling: optional(z.enum(haltReasons).nullable()),
})
export type PropertyChannel = z.infer<typeof storedPropertyChannel>

export const isBusy = (channel: PropertyChannel, now: Date): boolean =>
  (channel.pendingMapping !== undefined || channel.status === 'disconnecting') && isAlive(channel, now)

export const isSameConnection = (a: PropertyChannel, b: PropertyChannel): boolean =>
  a.attemptId === b.attemptId && a.createdAt?.getTime() === b.createdAt?.getTime() && a.hotelId === b.hotelId

/** A mapping or disconnection makes differences for a while. */
export const isWatched = ({ status, isBeingMapped }: PropertyChannel): boolean =>
  status === 'active' && !isBeingMapped

export const isUnchangedSince = (before: PropertyChannel, now: PropertyChannel): boolean =>
  isWatched(now) &&
  isSameConnection(before, now) &&
  before.channelManagerChannelId === now.channelManagerChannelId &&
  before.version === now.version
