import * as z from 'zod'
import { activateConsent } from '../../lib/connection/consents/activate.ts'
import { viewConsent } from '../../lib/connection/consents/view-consent.ts'
import { shownPrice } from '../../lib/connection/requests/waiting.ts'
import { clientId } from '../../lib/identifiers.ts'
import { ok } from '../docs.ts'
import { parse } from '../handler.ts'
import { route } from '../route.ts'
import { consentPath, consentView, exampleConsent } from './consent-shapes.ts'

const body = z
  .strictObject({
    payments: z
      .array(z.strictObject({ propertyId: clientId, paymentId: z.string().min(1).max(256) }))
      .max(50)
      .optional()
      .meta({ description: 'Of properties for which one is due.' }),
    price: shownPrice.optional().meta({
      description:
        'Of each payment, as `price` of the consent showed it; required beside `payments`. Another one refuses them.',
    }),
  })
  .optional()

export const activateConsentRoute = route({
  method: 'POST',
  path: '/api/consents/:id/activate',
  access: 'operations',
  async handle({ caller, context, params, request }) {
    const { id: consentId } = parse(consentPath, params)
    const given = parse(body, request.rawBody?.length ? request.body : undefined)
    await activateConsent(context, caller, { consentId, ...given })
    return { status: 200, body: await viewConsent(context, consentId) }
  },
  docs: () => ({
    id: 'activateConsent',
    summary: 'Connect the properties of a consent',
    description:
      'Once every listing that was chosen is mapped: charges if due, activates the channel, completes the connection requests, tells the landlord, and loads the reservations.',
    params: consentPath,
    body: { schema: body, isOptional: true },
    answers: ok('They are connected.', consentView, { ...exampleConsent, state: 'active' }),
    codes: [
      ...(['activation-refused', 'already-connected', 'channel-not-found', 'not-found'] as const),
      ...(['connection-in-progress', 'mapping-failed', 'ota-setup-incomplete', 'payment-failed'] as const),
      ...(['property-incomplete', 'property-not-found', 'provider-timeout'] as const),
    ],
  }),
})
