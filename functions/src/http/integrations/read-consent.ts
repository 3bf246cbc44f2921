import * as z from 'zod'
import { viewConsent } from '../../lib/connection/consents/view-consent.ts'
import { ok } from '../docs.ts'
import { parse } from '../handler.ts'
import { route } from '../route.ts'
import { consentPath, consentView, exampleConsent } from './consent-shapes.ts'

const query = z.object({
  fresh: z.literal('true').optional().meta({
    description: 'Reads the listings anew; else they may be five minutes old.',
  }),
})

export const readConsentRoute = route({
  method: 'GET',
  path: '/api/consents/:id',
  access: 'operations',
  async handle({ context, params, request }) {
    const { fresh } = parse(query, request.query)
    const { id } = parse(consentPath, params)
    return { status: 200, body: await viewConsent(context, id, { isFresh: fresh === 'true' }) }
  },
  docs: () => ({
    id: 'readConsent',
    summary: 'Read a consent, with the listings that can be mapped',
    description: 'What the channel manager does not tell of the listings leaves the rest readable.',
    params: consentPath,
    query,
    answers: ok('As it stands.', consentView, exampleConsent),
    codes: ['not-found'],
  }),
})
