import * as z from 'zod'
import type { Needs } from '../../context.ts'
import type { Step } from '../../pipeline.ts'
import type { Store } from '../../store.ts'
import type { ChannelManager, ChannelRate, OtaOffer } from '../channel-manager.ts'
import type { PropertyChannel } from '../channels/property-channel.ts'
import { withoutOpen } from '../choosing/as-before.ts'
import { type Account, type Mapping, priceShape, type RatePlan, type Room } from '../model.ts'
import { otaNames } from '../otas.ts'
import type { ReadyTarget } from '../prerequisites.ts'
import { readAccount } from '../properties/stored-property.ts'
import { refusals } from '../refusals.ts'
import { storedChoice } from '../stored-choice.ts'
import type { Target } from '../target.ts'

export const jobFacts = z.object({
  attemptId: z.string(),
  hotelId: z.string(),
  channelManagerPropertyId: z.string().default(''),
  landlordId: z.string().default(''),
  paymentId: z.string().optional(),
  /** As the user saw it; no other may be charged. */
  price: priceShape.optional(),
  listingUrl: z.string().optional(),
  chosen: storedChoice.optional(),
  /** A passing failure leaves the requests as they are. */
  isTriedAgain: z.boolean().optional(),
  requestIds: z.array(z.string()).default([]),
})

/** Constant from claim to completion or undoing. */
export type JobFacts = Target & z.infer<typeof jobFacts>

/** Enough to undo or resume the job. */
export const jobState = z.object({
  /** Charges only a complete connection. Null: nothing due. */
  subscriptionId: z.string().nullable().optional(),
  /** A later channel is this job's. */
  lookedForChannel: z.boolean().optional(),
  channelId: z.string().optional(),
  /** False for an existing channel. */
  channelIsOurs: z.boolean().optional(),
  channelWasActive: z.boolean().optional(),
  /** The channel's, if the channel manager returns it. */
  currency: z.string().optional(),
  /** Its channel may still appear. */
  unsettledCreate: jobFacts
    .pick({ hotelId: true, channelManagerPropertyId: true })
    .extend({
      ota: z.enum(otaNames),
      /** Last time in progress. */
      at: z.date(),
    })
    .optional(),
})
export type JobState = z.infer<typeof jobState>

export type ConnectPropertyDeps = Needs<'auditLog' | 'billing' | 'channelManager' | 'rules' | 'store'>

/** `compensating` has time left after the steps. */
export type StepDeps = ConnectPropertyDeps & { compensating: ChannelManager }

export interface Order extends Prepared {
  facts: JobFacts
  isResumed: boolean
}

/** The job's state is its journalled part. */
export type ConnectionState = JobState & {
  /** Lines of an existing channel. */
  foundRates?: ChannelRate[]
  offer?: OtaOffer
  mapping?: Mapping
  groupId?: string
}

export type ConnectionStep = Step<ConnectionState>

export interface Prepared {
  propertyName: string
  rooms: Room[]
  ratePlans: RatePlan[]
  account: Account
  before?: Mapping | undefined
}

/** Throws DomainError without an account, which e-mail and charge need. */
export async function prepared(
  { store }: { store: Store },
  {
    rooms,
    ratePlans,
    channel,
  }: Pick<Prepared, 'rooms' | 'ratePlans'> & { channel: PropertyChannel | undefined },
  { property: { name, landlordId } }: ReadyTarget,
  hotelId: string,
): Promise<Prepared> {
  const account = landlordId ? await readAccount(store, landlordId) : undefined
  const before = channel?.hotelId === hotelId ? decidedIn(channel) : undefined
  if (account) return { propertyName: name, rooms, ratePlans, account, before }
  throw refusals.incomplete(
    'The property belongs to no landlord account.',
    "Link the property to its landlord's account",
  )
}

/** Open rows are decisions only in a finalized mapping. */
const decidedIn = ({ mapping, mappingStatus }: PropertyChannel): Mapping =>
  mappingStatus === 'finalized' ? mapping : withoutOpen(mapping)
