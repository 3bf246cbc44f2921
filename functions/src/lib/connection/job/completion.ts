import * as z from 'zod'
import { type AuditEntry, audited } from '../../audit.ts'
import { emailWrite } from '../../email/outbox.ts'
import { itemWrites, type NewItem } from '../../items/item.ts'
import type { Write } from '../../store.ts'
import type { PropertyChannel } from '../channels/property-channel.ts'
import { summarizeMapping, toChannelRates } from '../mapping/map-offer.ts'
import { mappingDifference } from '../mapping/mapping-difference.ts'
import { type Mapping, summarizedMapping } from '../model.ts'
import { otaNames, otas } from '../otas.ts'
import type { ConnectionState, JobFacts, Order } from '../steps/order.ts'
import { channelIdOf, type Target, targetOf } from '../target.ts'

export interface Completion {
  facts: JobFacts
  channelManagerChannelId: string
  mapping: Mapping
  /** As of the mapping. */
  offer: unknown
  review?: PropertyChannel['review'] | undefined
  currency?: string | undefined
  subscription?: { id: string; amount: number; currency: string } | undefined
  at: Date
}

interface Ending {
  order: Order
  state: ConnectionState
  audit: AuditEntry | undefined
  by: string
  at: Date
  /** Opens an item, since no user waits. */
  isLeftToUs: boolean
}

/** Specification A1, steps 5 and 6: one commit. */
export function completionOf(ending: Ending): {
  completion: Completion
  extraWrites: Write[]
} {
  const { order, state, audit, at, isLeftToUs } = ending
  const { facts, account } = order
  const { channelId, mapping, offer, subscriptionId, currency } = state
  if (channelId === undefined || mapping === undefined)
    throw new Error('the pipeline ended without a channel')
  const subscription = subscriptionId ? { id: subscriptionId, ...priceOf(order) } : undefined
  return {
    completion: {
      facts,
      channelManagerChannelId: channelId,
      mapping,
      offer,
      currency,
      subscription,
      at,
      review: reviewOf(ending),
    },
    extraWrites: [
      ...audited(audit),
      ...(account.email
        ? [emailWrite(liveEmail(order, account.email), at)]
        : itemWrites({ open: noAddress(order, at), previous: 'none' })),
      ...(isLeftToUs ? itemWrites({ open: finished(order, at), previous: 'none' }) : []),
    ],
  }
}

/** A choice before connecting counts as a review of its rows only. */
function reviewOf({
  order: { facts, ratePlans },
  state: { mapping, offer },
  by,
  at,
}: Ending): Review | undefined {
  if (!facts.chosen || !mapping || !offer) return undefined
  const lines = toChannelRates(mapping, offer, ratePlans)
  const difference = mappingDifference([], lines, { offer, ratePlans })
  return { id: facts.attemptId, version: 1, difference, by, at }
}
type Review = NonNullable<PropertyChannel['review']>

function priceOf({ facts, account }: Order) {
  const { amount, currency } = facts.price ?? account.connectionService
  return { amount, currency }
}

const noAddress = ({ facts }: Order, at: Date): NewItem => ({
  id: `landlord-email-missing_${facts.attemptId}`,
  kind: 'landlord-email-missing',
  detail: 'The property is live, but its landlord has no e-mail address and was not told.',
  nextAction: "Add the e-mail address to the landlord's account, and tell them that the property is live.",
  ...targetOf(facts),
  channelId: channelIdOf(facts),
  createdAt: at,
})

const finished = ({ facts, propertyName }: Order, at: Date): NewItem => ({
  id: `connection-finished_${facts.attemptId}`,
  kind: 'connection-finished',
  detail: `${otas[facts.ota].label} has accepted ${propertyName}, property ${facts.hotelId} there: it is live.`,
  nextAction: 'Review the mapping, and load the reservations.',
  ...targetOf(facts),
  channelId: channelIdOf(facts),
  createdAt: at,
})

const liveEmail = ({ facts, account, propertyName }: Order, to: string) => ({
  emailId: `ota-listing-live_${channelIdOf(facts)}_${facts.attemptId}`,
  template: 'ota-listing-live' as const,
  to,
  data: {
    subject: `${propertyName} is live on ${otas[facts.ota].label}`,
    landlordName: account.name,
    propertyName,
    ota: otas[facts.ota].label,
    hotelId: facts.hotelId,
  },
  about: { ...targetOf(facts), channelId: channelIdOf(facts) },
})

export const completedConnection = z
  .object({
    status: z.literal('completed'),
    propertyId: z.string(),
    ota: z.enum(otaNames),
    hotelId: z.string(),
    channelId: z.string(),
    channelManagerChannelId: z.string(),
    requestIds: z.array(z.string()).meta({ description: 'The connection requests that this completed.' }),
    subscriptionId: z.string().nullable().meta({ description: 'Null when nothing was due.' }),
    mapping: summarizedMapping,
    redirectTo: z.string().meta({
      description: 'Path in the dashboard: the channels of the property, with the settings of this one open.',
    }),
    unusedPaymentId: z.string().optional().meta({
      description: 'Where the property was connected already: nothing was charged by this payment.',
    }),
    replayed: z.boolean().meta({ description: 'True when the property was connected so already.' }),
  })
  .meta({ id: 'Connection' })
export type ConnectionResult = z.infer<typeof completedConnection>

export const unfinishedConnection = z
  .object({
    status: z.literal('running'),
    requestIds: z
      .array(z.string())
      .meta({ description: 'The connection requests, which say what becomes of it.' }),
  })
  .meta({ id: 'UnfinishedConnection' })
/** The job goes on by itself. */
export type Unfinished = z.infer<typeof unfinishedConnection>

export const connection = z.union([completedConnection, unfinishedConnection])

export const connectionResult = (
  { facts, channelManagerChannelId, mapping, subscription }: Completion,
  requestIds: string[],
) => ({
  ...resultFor(facts, mapping),
  hotelId: facts.hotelId,
  channelManagerChannelId,
  requestIds,
  subscriptionId: subscription?.id ?? null,
  replayed: false,
})

export const replayedResult = (
  target: Target,
  channel: PropertyChannel,
  requestIds: string[],
): ConnectionResult => ({
  ...resultFor(target, channel.mapping),
  hotelId: channel.hotelId,
  channelManagerChannelId: channel.channelManagerChannelId,
  requestIds: [...new Set([...channel.requestIds, ...requestIds])],
  subscriptionId: channel.subscriptionId ?? null,
  replayed: true,
})

function resultFor({ propertyId, ota }: Target, mapping: Mapping) {
  const channelId = channelIdOf({ propertyId, ota })
  return {
    status: 'completed' as const,
    propertyId,
    ota,
    channelId,
    mapping: { ...mapping, summary: summarizeMapping(mapping) },
    redirectTo: `/properties/${propertyId}/channels/${channelId}`,
  }
}
