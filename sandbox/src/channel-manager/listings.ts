/** The listings of a channel that came to be by consent, and which of our rate plans sells each. */

import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { asObject } from '../core/values.ts'
import type { Reply } from '../core/vendor.ts'
import { consentOf } from './consent.ts'
import type { Listing, ListingMapping } from './hosts.ts'
import { data, invalid, refusal, success } from './replies.ts'
import type { Store } from './store.ts'

const showListing = ({ id, title, type, occupancies, city, countryCode }: Listing) => ({
  ...{ id, title, type, occupancies, city, country_code: countryCode },
  ...{ synchronization_category: 'sync_all', quality_status: 'good' },
})

export function listListings(store: Store, channelId: string): Reply {
  const { consent } = consentOf(store, channelId)
  if (consent.token === null) throw invalid({ settings: ['token is invalid'] })
  const values = store.hosts.get(consent.hostId)?.listings.map(showListing) ?? []
  return data({ listing_id_dictionary: { values } })
}

const input = z.object({
  rate_plan_id: z.string(),
  settings: z.object({ listing_id: z.string() }),
})

const propertyOf = (store: Store, ratePlanId: string) =>
  [...store.properties.values()].find(({ roomTypes }) =>
    roomTypes.some(room => room.ratePlans.some(plan => plan.id === ratePlanId)),
  )

/** Accepted at once and done later: until then the channel shows nothing of it. */
export function mapListing(store: Store, channelId: string, body: unknown): Reply {
  const { channel, consent } = consentOf(store, channelId)
  const parsed = input.safeParse(asObject(asObject(body).mapping))
  if (!parsed.success) throw invalid({ settings: ['listing_id is invalid'] })
  const { rate_plan_id: ratePlanId, settings } = parsed.data
  const listingId = settings.listing_id
  const host = store.hosts.get(consent.hostId)
  const property = propertyOf(store, ratePlanId)
  if (consent.token === null) throw invalid({ settings: ['token is invalid'] })
  if (property?.groupId !== channel.groupId) throw invalid({ rate_plan_id: ['is invalid'] })
  if (!host?.listings.some(({ id }) => id === listingId))
    throw invalid({ settings: ['listing_id is invalid'] })
  const all = [...consent.mapped, ...consent.coming]
  if (all.some(one => one.listingId === listingId)) throw invalid({ settings: ['listing is already mapped'] })
  if (all.some(one => one.ratePlanId === ratePlanId)) throw invalid({ rate_plan_id: ['is already mapped'] })
  const mapping: ListingMapping = { id: randomUUID(), ratePlanId, listingId }
  consent.coming = [...consent.coming, mapping]
  const finish = () => {
    if (!consent.coming.includes(mapping)) return
    consent.coming = consent.coming.filter(one => one !== mapping)
    consent.mapped = [...consent.mapped, mapping]
    channel.propertyIds = [...new Set([...channel.propertyIds, property.id])]
  }
  setTimeout(finish, host.mapsAfterMs).unref()
  return data(
    { type: 'channel_rate_plan', id: mapping.id, attributes: { rate_plan_id: ratePlanId, settings } },
    201,
  )
}

export function unmapListing(store: Store, channelId: string, id: string): Reply {
  const { consent } = consentOf(store, channelId)
  if (!consent.mapped.some(one => one.id === id)) throw refusal(404)
  consent.mapped = consent.mapped.filter(one => one.id !== id)
  return success()
}
