import * as z from 'zod'
import { mappingStates } from '../../lib/connection/consents/consent.ts'
import type { ConsentView } from '../../lib/connection/consents/view-consent.ts'
import { priceShape } from '../../lib/connection/model.ts'
import { clientId } from '../../lib/identifiers.ts'
import { reason, replyOf } from '../handler.ts'
import { exampleOta } from './examples.ts'

export const consentPath = z.object({ id: clientId })

/** Up to 19 digits: more than a number holds. */
export const listingId = z
  .string()
  .regex(/^\d{1,19}$/)
  .meta({ description: "The OTA's id of the listing, as text." })

const listing = z
  .object({
    ...{ listingId: z.string(), title: z.string(), type: z.string().nullable() },
    ...{ occupancies: z.number().nullable(), city: z.string().nullable() },
    countryCode: z.string().nullable(),
  })
  .meta({ id: 'Listing' })

export const consentView = replyOf<ConsentView>()(
  z
    .object({
      consentId: z.string(),
      ota: z.string(),
      state: z
        .enum(['asked', 'expired', 'checking', 'refused', 'granted', 'activating', 'active', 'ended'])
        .meta({
          description:
            '`checking`: the host came back, and the channel is being read; `granted`: listings can be mapped; `ended`: the channel was taken away again.',
        }),
      askedBy: z.string(),
      askedAt: z.date(),
      expiresAt: z.date().nullable().meta({ description: 'Of the open link.' }),
      reason: reason
        .extend({ of: z.enum(['answer', 'activation']) })
        .nullable()
        .meta({ description: "Why the host's answer was not taken, or the channel not activated." }),
      properties: z.array(z.object({ propertyId: z.string(), name: z.string() })),
      price: priceShape.nullable().meta({
        description:
          "What the landlord pays for each property that is connected with a payment, amount in minor units; null where their terms can't be read.",
      }),
      listings: z.array(listing).nullable().meta({ description: 'Of the account of the host.' }),
      listingsProblem: reason.nullable().meta({ description: 'Why they could not be read.' }),
      ratePlans: z.array(
        z.object({
          ...{ ratePlanId: z.string(), propertyId: z.string(), name: z.string(), roomName: z.string() },
          ...{ occupancy: z.number(), canBeMapped: z.boolean() },
        }),
      ),
      mappings: z.array(
        z.object({
          ...{ listingId: z.string(), propertyId: z.string(), ratePlanId: z.string() },
          ...{ state: z.enum(mappingStates), reason: reason.nullable() },
        }),
      ),
      isSold: z.boolean().meta({
        description: 'Whether all that is mapped is sold; false where it still has to be activated.',
      }),
    })
    .meta({ id: 'Consent' }),
)

export const exampleConsent = {
  ...{ consentId: 'sunny_5hX2', ota: exampleOta, state: 'granted', askedBy: 'olivia' },
  ...{ askedAt: '2026-11-02T09:00:00.000Z', expiresAt: null, reason: null },
  properties: [{ propertyId: 'harbour-view-guesthouse', name: 'Harbour View Guesthouse' }],
  price: { plan: 'paid', amount: 4900, currency: 'EUR' },
  listings: [
    {
      ...{ listingId: '9999999999999999991', title: 'Loft', type: 'apartment', occupancies: 2 },
      ...{ city: 'Lisbon', countryCode: 'PT' },
    },
  ],
  listingsProblem: null,
  ratePlans: [
    {
      ...{ ratePlanId: 'loft-standard', propertyId: 'harbour-view-guesthouse', name: 'Standard' },
      ...{ roomName: 'Loft', occupancy: 2, canBeMapped: true },
    },
  ],
  mappings: [
    {
      ...{ listingId: '9999999999999999991', propertyId: 'harbour-view-guesthouse' },
      ...{ ratePlanId: 'loft-standard', state: 'waiting', reason: null },
    },
  ],
  isSold: false,
}
