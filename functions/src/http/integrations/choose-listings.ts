import * as z from 'zod'
import { chooseListings } from '../../lib/connection/consents/choose-listings.ts'
import { viewConsent } from '../../lib/connection/consents/view-consent.ts'
import { clientId, documentId } from '../../lib/identifiers.ts'
import { ok } from '../docs.ts'
import { parse } from '../handler.ts'
import { route } from '../route.ts'
import { consentPath, consentView, exampleConsent, listingId } from './consent-shapes.ts'

const body = z.strictObject({
  mappings: z.array(z.strictObject({ listingId, propertyId: clientId, ratePlanId: documentId })).max(500),
})

const [exampleMapping] = exampleConsent.mappings.map(({ state: _, reason: __, ...one }) => one)

export const chooseListingsRoute = route({
  method: 'PUT',
  path: '/api/consents/:id/mappings',
  access: 'operations',
  async handle({ caller, context, params, request }) {
    const { id: consentId } = parse(consentPath, params)
    const { mappings: choices } = parse(body, request.body)
    await chooseListings(context, caller, { consentId, choices })
    return { status: 200, body: await viewConsent(context, consentId) }
  },
  docs: () => ({
    id: 'chooseListings',
    summary: 'Have listings sold by rate plans',
    description:
      'A listing and a rate plan once each. They are mapped in the background, in about half a minute; what is mapped or under way stays, also where it is left out; what has failed is dropped unless it is chosen again.',
    params: consentPath,
    body: { schema: body, example: { mappings: [exampleMapping] } },
    answers: ok('It has begun.', consentView, exampleConsent),
    codes: ['not-found', 'ota-setup-incomplete', 'connection-in-progress', 'provider-timeout'],
  }),
})
