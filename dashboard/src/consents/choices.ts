import type { Consent, Listing, RatePlan } from './api.ts'

/** Which rate plan sells a listing, as `planKey` has it, by the listing's id. */
export type Choices = Readonly<Record<string, string>>

/** Ids of rate plans are ids within a property. */
export const planKey = ({ propertyId, ratePlanId }: Pick<RatePlan, 'propertyId' | 'ratePlanId'>): string =>
  `${propertyId}/${ratePlanId}`

const plain = (name: string): string => name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()

/**
 * The rate plans whose room or property has the name of a listing: of several, the one for as many guests. None where that
 * leaves several, or where one is for several listings; none either once something was chosen: the rest is not sold. Pure.
 */
export function proposed({ listings, ratePlans, properties, mappings }: Consent): Choices {
  if (mappings.length > 0) return {}
  const free = ratePlans.filter(({ canBeMapped }) => canBeMapped)
  const nameOf = (propertyId: string) =>
    properties.find(one => one.propertyId === propertyId)?.name ?? propertyId
  const isNamed = ({ title }: Listing, { roomName, propertyId }: RatePlan) =>
    plain(title) === plain(roomName) || plain(title) === plain(nameOf(propertyId))
  const pairs = (listings ?? []).flatMap(listing => {
    const named = free.filter(one => isNamed(listing, one))
    const [plan, ...rivals] =
      named.length > 1 ? named.filter(({ occupancy }) => occupancy === listing.occupancies) : named
    return plan && rivals.length === 0 ? [[listing.listingId, planKey(plan)] as const] : []
  })
  const isAlone = (key: string) => pairs.filter(([, other]) => other === key).length === 1
  return Object.fromEntries(pairs.filter(([, key]) => isAlone(key)))
}
