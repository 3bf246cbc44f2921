import type { Needs } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { ready } from '../../lazy-port.ts'
import type { Listing } from '../channel-manager.ts'
import type { Account, Price } from '../model.ts'
import { priceOf } from '../requests/waiting.ts'
import { oursOf } from '../review/ours.ts'
import { readConsent } from './change-consent.ts'
import { type ChosenListing, type Consent, type ConsentReason, isSold } from './consent.ts'
import { tellListings } from './tell-listings.ts'

type Deps = Needs<'channelManager' | 'connections' | 'consents'>

export interface ConsentView {
  consentId: string
  ota: string
  state: 'asked' | 'expired' | 'checking' | 'refused' | 'granted' | 'activating' | 'active' | 'ended'
  askedBy: string
  askedAt: Date
  /** Of the open link. */
  expiresAt: Date | null
  reason: NonNullable<Consent['reason']> | null
  properties: { propertyId: string; name: string }[]
  /** Of each property that is connected with a payment; null where the landlord's terms cannot be read. */
  price: Price | null
  listings: Listing[] | null
  /** Why they could not be read. */
  listingsProblem: ConsentReason | null
  ratePlans: {
    ratePlanId: string
    propertyId: string
    name: string
    roomName: string
    occupancy: number
    canBeMapped: boolean
  }[]
  mappings: (Pick<ChosenListing, 'listingId' | 'propertyId' | 'ratePlanId' | 'state'> & {
    reason: ConsentReason | null
  })[]
  /** All that is mapped; false where it still has to be activated. */
  isSold: boolean
}

/** A consent with what can be chosen; `isFresh`: with the listings as the account has them now. What the channel manager does not tell leaves the rest readable. Throws `not-found`. */
export async function viewConsent(
  deps: Deps,
  consentId: string,
  { isFresh = false } = {},
): Promise<ConsentView> {
  await ready(deps.channelManager)
  const { value: consent } = await readConsent(deps, consentId)
  const [records, told, account] = await Promise.all([
    Promise.all(
      consent.propertyIds.map(async id => ({ propertyId: id, ...(await deps.connections.property(id)) })),
    ),
    tellListings(deps, consentId, consent, isFresh),
    accountOf(deps, consent),
  ])
  return {
    ...{ consentId, ota: consent.ota, state: stateOf(consent, deps.clock.now()) },
    ...{ askedBy: consent.askedBy.uid, askedAt: consent.askedAt, expiresAt: consent.expiresAt ?? null },
    reason: consent.reason ?? null,
    properties: records.map(({ propertyId, property }) => ({
      ...{ propertyId, name: property?.name ?? propertyId },
    })),
    price: account ? priceOf(account) : null,
    ...told,
    ratePlans: records.flatMap(({ propertyId, rooms, ratePlans }) =>
      oursOf({ rooms, ratePlans }).ratePlans.map(({ id, name, roomId, occupancy, canBeMapped }) => ({
        ...{ ratePlanId: id, propertyId, name, occupancy, canBeMapped },
        roomName: rooms.find(room => room.id === roomId)?.name ?? '',
      })),
    ),
    mappings: consent.mappings.map(({ listingId, propertyId, ratePlanId, state, reason }) => ({
      ...{ listingId, propertyId, ratePlanId, state, reason: reason ?? null },
    })),
    isSold: isSold(consent),
  }
}

/** Terms that are not complete leave the rest readable. */
const accountOf = ({ connections }: Deps, { landlordId }: Consent): Promise<Account | undefined> =>
  connections.account(landlordId).catch((error: unknown) => {
    if (error instanceof DomainError) return undefined
    throw error
  })

/** Pure. */
export function stateOf({ state, returned, expiresAt }: Consent, now: Date): ConsentView['state'] {
  if (returned) return 'checking'
  return state === 'asked' && expiresAt && expiresAt <= now ? 'expired' : state
}
