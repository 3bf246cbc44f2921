import * as z from 'zod'
import type { ChannelDraft } from '../channel-manager.ts'
import { storedChannel, storedMapping } from '../model.ts'
import { otaNames } from '../otas.ts'
import { storedOffer } from '../watch/stored-offer.ts'

const optional = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined)

const draft: z.ZodType<ChannelDraft> = z.object({
  ota: z.enum(otaNames),
  hotelId: z.string(),
  title: z.string(),
  groupId: z.string(),
  channelManagerPropertyId: z.string(),
  rates: z.array(
    z.object({
      channelManagerRatePlanId: z.string(),
      otaRoomId: z.number(),
      otaRateId: z.number(),
      occupancy: z.number(),
      pricingType: z.string(),
      primary: z.boolean(),
    }),
  ),
})

const line = z.object({
  otaRoomId: z.number(),
  otaRoomName: z.string().nullable(),
  otaRateId: z.number(),
  otaRateName: z.string().nullable(),
  occupancy: z.number(),
  ratePlanId: z.string().nullable(),
  ratePlanName: z.string().nullable(),
  primary: z.boolean(),
})

const difference = z.object({
  added: z.array(line),
  removed: z.array(line),
  changed: z.array(
    line.extend({ before: line.pick({ ratePlanId: true, ratePlanName: true, primary: true }) }),
  ),
  unchanged: z.number(),
})

/** Written in the commit that ends what it attests, whoever makes it. */
const audit = z.object({
  id: z.string(),
  action: z.string(),
  outcome: z.enum(['success', 'failure']),
  actorId: z.string(),
  ipAddress: z.string(),
  userAgent: z.string(),
  targetType: z.string(),
  targetId: z.string(),
  metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  at: z.coerce.date(),
})

/** A mapping on its way to the channel manager. It holds all that bringing it there needs; times may be ISO 8601. */
const pendingMapping = z.object({
  id: z.string(),
  /** The one it replaces. */
  version: z.number(),
  mapping: storedMapping,
  offer: storedOffer,
  finalize: z.boolean(),
  draft,
  difference,
  by: z.string(),
  at: z.coerce.date(),
  audit: audit.optional(),
})
export type PendingMapping = z.infer<typeof pendingMapping>

const disconnect = z.object({
  id: z.string(),
  /** Who is at it: changes with everybody who takes it over. */
  claimId: z.string(),
  by: z.string(),
  at: z.date(),
  audit: audit.optional(),
})
export type Disconnect = z.infer<typeof disconnect>

/** A property channel as staff look at it and change it. Whatever is not in the contract may be missing. */
export const storedReviewedChannel = storedChannel.extend({
  mapping: storedMapping.catch({ rooms: [], ratePlans: [] }),
  version: z.number().int().catch(1),
  mappingStatus: z.enum(['initial', 'finalized']).catch('initial'),
  offer: optional(storedOffer),
  currency: optional(z.string()),
  pricingType: optional(z.string()),
  listingUrl: optional(z.string()),
  verdict: optional(
    z.looseObject({ result: z.string(), detail: optional(z.string()), at: optional(z.date()) }),
  ),
  attemptId: optional(z.string()),
  createdAt: optional(z.date()),
  disconnectedAt: optional(z.date()),
  pendingMapping: optional(pendingMapping),
  /** What the newest review wrote. */
  review: optional(
    z.object({ id: z.string(), version: z.number(), difference, by: z.string(), at: z.date() }),
  ),
  disconnect: optional(disconnect),
  /** Until when somebody is at the pending mapping or the disconnecting. */
  leaseUntil: optional(z.date()),
})
export type ReviewedChannel = z.infer<typeof storedReviewedChannel>

/** Whether somebody is at it right now. */
export const isBusy = ({ leaseUntil, pendingMapping, status }: ReviewedChannel, now: Date): boolean =>
  (pendingMapping !== undefined || status === 'disconnecting') && leaseUntil !== undefined && leaseUntil > now

/** Whether it is still the connection that was meant, and not one made since. */
export const isSameConnection = (a: ReviewedChannel, b: ReviewedChannel): boolean =>
  a.attemptId === b.attemptId && a.createdAt?.getTime() === b.createdAt?.getTime() && a.hotelId === b.hotelId
