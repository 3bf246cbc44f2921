import type { AuditEntry } from '../../audit.ts'
import type { CommitExtras } from '../../commit-extras.ts'
import { UnreadableError } from '../../errors.ts'
import type { NewItem } from '../../items/item.ts'
import type { PropertyChannel } from '../channels/property-channel.ts'
import { summarizeMapping, toChannelRates } from '../mapping/map-offer.ts'
import type { Mapping } from '../model.ts'
import { otaNames, otas } from '../otas.ts'
import type { Completion } from '../ports.ts'
import { mappingDifference } from '../review/mapping-difference.ts'
import type { Target } from '../target.ts'
import type { ConnectionState, Order } from './attempt.ts'
import { targetOf } from './facts.ts'

interface Ending {
  order: Order
  state: ConnectionState
  audit: AuditEntry | undefined
  /** Whose attempt it is. */
  by: string
  at: Date
}

/** Everything that a successful connection writes, in one commit (specification A1, steps 5 and 6). */
export function completionOf(ending: Ending): {
  completion: Completion
  extras: CommitExtras
} {
  const { order, state, audit, at } = ending
  const { facts, account } = order
  const { channelId, mapping, offer, subscriptionId, currency } = state
  if (channelId === undefined || mapping === undefined)
    throw new Error('the pipeline ended without a channel')
  const subscription = subscriptionId ? { id: subscriptionId, ...priceOf(order) } : undefined
  return {
    completion: {
      ...{ facts, channelManagerChannelId: channelId, mapping, offer, currency },
      ...{ subscription, at, review: reviewOf(ending) },
    },
    extras: {
      audits: [audit],
      ...(account.email && { emails: { entries: [liveEmail(order, account.email)], at } }),
      items: [
        ...(account.email ? [] : [noAddress(order, at)]),
        ...(facts.waitingRequest === undefined ? [] : [finished(order, at)]),
      ].map(open => ({ open, previous: 'none' })),
    },
  }
}

/** What somebody chose before connecting counts as a review; the rest has still to be looked at. */
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

/** Tells who left it to us. */
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

/** Parses the id of a property channel or attempt. Throws UnreadableError. */
export function targetOfId(id: string): Target {
  const end = id.lastIndexOf('_')
  const ota = otaNames.find(name => name === id.slice(end + 1))
  if (!ota) throw new UnreadableError(`${id} is the id of no target`)
  return { propertyId: id.slice(0, end), ota }
}

/** A target's property channel and attempt share this id. */
export const channelIdOf = ({ propertyId, ota }: Target): string => `${propertyId}_${ota}`

/** `requestIds`: those that the completion answers. */
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

/** The reply of connect. */
export type ConnectionResult = ReturnType<typeof connectionResult> & {
  /** Given for a property that was connected already: nothing was charged by it. */
  unusedPaymentId?: string
}

/** It has taken longer than a caller waits, and goes on by itself. */
export interface Unfinished {
  status: 'running'
  /** The connection requests that it will complete or reject. */
  requestIds: string[]
}

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
