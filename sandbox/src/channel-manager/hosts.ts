/** Accounts at an OTA that is connected by its host's consent: one account is one channel with many listings. */

import { z } from 'zod'

const listing = z.object({
  /** Up to 19 digits, so always text. */
  id: z.string().regex(/^\d{1,19}$/),
  title: z.string(),
  type: z.string().default('apartment'),
  occupancies: z.int().positive().default(2),
  city: z.string().default('Lisbon'),
  countryCode: z.string().length(2).default('PT'),
})

export const hostInput = z.object({
  id: z.string().min(1),
  behaviour: z.enum(['ok', 'refuses', 'connected-elsewhere']).default('ok'),
  /** How long the channel manager takes to map a listing, in the background. */
  mapsAfterMs: z.number().nonnegative().default(30_000),
  listings: z.array(listing).default([]),
})
export type Host = z.infer<typeof hostInput>
export type Listing = Host['listings'][number]

export interface ListingMapping {
  readonly id: string
  readonly ratePlanId: string
  readonly listingId: string
}

/** What a channel has that came to be by consent. */
export interface Consent {
  readonly hostId: string
  /** Stands in the settings of the channel: whoever writes these loses it. */
  token: string | null
  mapped: readonly ListingMapping[]
  /** Accepted, and not yet done. */
  coming: readonly ListingMapping[]
}

export interface ConnectionLink {
  readonly id: string
  readonly groupId: string
  readonly propertyIds: readonly string[]
  readonly redirectUri: string
  readonly failureRedirectUri: string
  readonly token: string
  readonly title: string
  readonly channelId: string | undefined
  readonly endsAt: number
}
