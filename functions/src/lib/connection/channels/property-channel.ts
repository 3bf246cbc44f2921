import * as z from 'zod'
import { auditEntry } from '../../audit.ts'
import { isAlive } from '../../durable/lease.ts'
import { optional } from '../../shapes.ts'
import { draftedChannel, otaOffer } from '../channel-manager.ts'
import { storedMapping } from '../model.ts'
import { otaNames } from '../otas.ts'
import { writtenDifference } from '../review/mapping-difference.ts'
import { mappingExample } from '../review/mapping-example.ts'

/** A mapping on its way to the channel manager, with everything needed to write it. Times may be ISO 8601. */
const pendingMapping = z.object({
  id: z.string(),
  /** The version it replaces. */
  version: z.number(),
  mapping: storedMapping,
  offer: otaOffer,
  finalize: z.boolean(),
  draft: draftedChannel,
  difference: writtenDifference,
  /** The example kept to learn from, once everything is reviewed. */
  example: mappingExample.optional(),
  by: z.string(),
  at: z.coerce.date(),
  /** Written in the commit that ends the work, whoever makes it. */
  audit: auditEntry.optional(),
})
export type PendingMapping = z.infer<typeof pendingMapping>

const disconnect = z.object({
  id: z.string(),
  /** The present holder's claim; changes with each takeover. */
  claimId: z.string(),
  by: z.string(),
  at: z.date(),
  /** Written in the commit that ends the work, whoever makes it. */
  audit: auditEntry.optional(),
})
export type Disconnect = z.infer<typeof disconnect>

/** The OTA's response; `unknown-word` if the channel manager uses a word we do not know. */
export const verdictResults = ['success', 'failure', 'unknown-word'] as const

const verdict = z.object({
  result: z.enum(verdictResults),
  /** The OTA's words, if any. */
  detail: z.string().optional(),
  /** When the OTA first said so. */
  at: z.date(),
})
export type Verdict = z.infer<typeof verdict>

/** What the channel manager warns of, beside failures, that its list of syncs may not show. */
export const warningKinds = ['ota-rate-refused', 'ota-sync-warned'] as const
export type WarningKind = (typeof warningKinds)[number]

/** Why a channel sells nothing, though it is connected: at the channel manager it is off or gone. */
export const haltReasons = ['off', 'gone'] as const
export type HaltReason = (typeof haltReasons)[number]

/** `propertyChannels/{propertyId}_{ota}`. Whatever is not in the contract may be missing. */
export const storedPropertyChannel = z.looseObject({
  propertyId: z.string(),
  ota: z.enum(otaNames),
  status: z.string(),
  hotelId: z.string(),
  channelManagerChannelId: z.string(),
  /** An invalid mapping is no reason to fail. */
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
  /** Whether a mapping is pending, even an unreadable one. Not stored. */
  isBeingMapped: z.boolean().default(false),
  /** What the newest review wrote. */
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
  /** End of the lease on the pending mapping or disconnection. */
  leaseUntil: optional(z.date()),
  /** When unfinished work is due. */
  dueAt: optional(z.date()),
  /** Since when there is a reason to look at it. */
  lookAt: optional(z.date()),
  /** When the channel manager last warned of it; gone once a later sync has succeeded. */
  warned: optional(z.partialRecord(z.enum(warningKinds), z.date())),
  /** What was seen when it was last compared, as a hash. */
  seen: optional(z.string()),
  /** As of the last look; null where it sells. */
  notSelling: optional(z.enum(haltReasons).nullable()),
})
export type PropertyChannel = z.infer<typeof storedPropertyChannel>

/** Whether somebody is mapping or disconnecting it right now. */
export const isBusy = (channel: PropertyChannel, now: Date): boolean =>
  (channel.pendingMapping !== undefined || channel.status === 'disconnecting') && isAlive(channel, now)

/** Whether it is the same connection, not one made since. */
export const isSameConnection = (a: PropertyChannel, b: PropertyChannel): boolean =>
  a.attemptId === b.attemptId && a.createdAt?.getTime() === b.createdAt?.getTime() && a.hotelId === b.hotelId

/** Whether to watch it: a channel being mapped or disconnected differs for a while. */
export const isWatched = ({ status, isBeingMapped }: PropertyChannel): boolean =>
  status === 'active' && !isBeingMapped

/** Whether an observation of the channel is still valid. */
export const isUnchangedSince = (seen: PropertyChannel, now: PropertyChannel): boolean =>
  isWatched(now) &&
  isSameConnection(seen, now) &&
  seen.channelManagerChannelId === now.channelManagerChannelId &&
  seen.version === now.version
