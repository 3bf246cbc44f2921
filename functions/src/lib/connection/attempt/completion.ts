import type { AuditEntry } from '../../audit.ts'
import type { NewItem } from '../../items/item.ts'
import { channelIdOf } from '../connection-result.ts'
import { otas } from '../otas.ts'
import type { Completion } from '../ports.ts'
import type { ConnectionState, Order } from './attempt.ts'

interface Ending {
  order: Order
  state: ConnectionState
  requestIds: string[]
  listingUrl: string | undefined
  audit: AuditEntry | undefined
  at: Date
}

/** Everything that a connection which worked writes, in one commit (specification A1, rules 5 and 6). */
export function completionOf({ order, state, requestIds, listingUrl, audit, at }: Ending): Completion {
  const { target, attemptId, hotelId, landlordId, account } = order
  const { channelId, mapping, offer, subscriptionId, currency } = state
  if (channelId === undefined || mapping === undefined)
    throw new Error('the pipeline ended without a channel')
  const { connectionService } = account
  const email = account.email ? listingLiveEmail(order, account.email) : undefined
  return {
    target,
    attemptId,
    hotelId,
    channelManagerChannelId: channelId,
    landlordId,
    mapping,
    offer,
    currency,
    listingUrl,
    requestIds,
    ...(subscriptionId && {
      subscription: {
        id: subscriptionId,
        amount: connectionService.amount,
        currency: connectionService.currency,
      },
    }),
    ...(email ? { email } : { item: noAddress(order, at) }),
    audit,
    at,
  }
}

const noAddress = ({ target, attemptId }: Order, at: Date): NewItem => ({
  id: `landlord-email-missing_${attemptId}`,
  kind: 'landlord-email-missing',
  detail: 'The property is live, but its landlord has no e-mail address and was not told.',
  nextAction: "Add the e-mail address to the landlord's account, and tell them that the property is live.",
  ...target,
  channelId: channelIdOf(target),
  createdAt: at,
})

const listingLiveEmail = ({ target, attemptId, account, propertyName, hotelId }: Order, to: string) => ({
  emailId: `ota-listing-live_${channelIdOf(target)}_${attemptId}`,
  template: 'ota-listing-live' as const,
  to,
  data: {
    subject: `${propertyName} is live on ${otas[target.ota].label}`,
    landlordName: account.name,
    propertyName,
    ota: otas[target.ota].label,
    hotelId,
    link: `/properties/${target.propertyId}`,
  },
  about: { ...target, channelId: channelIdOf(target) },
})
