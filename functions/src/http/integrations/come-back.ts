import * as z from 'zod'
import { comeBack } from '../../lib/connection/consents/come-back.ts'
import { parse } from '../handler.ts'
import { route } from '../route.ts'
import { consentPath } from './consent-shapes.ts'

const query = z.looseObject({
  token: z.string().max(200).catch(''),
  channel_id: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .optional()
    .catch(undefined),
  success: z.string().max(10).catch(''),
})

/** The browser of the host: nothing of what it says is believed, and its token is told nobody. */
export const comeBackRoute = route({
  method: 'GET',
  path: '/api/consents/:id/return',
  access: 'public',
  async handle({ context, params, request }) {
    const { id: consentId } = parse(consentPath, params)
    const { token, channel_id: channelId, success } = parse(query, request.query)
    const isHead = request.method === 'HEAD'
    const problem = isHead
      ? undefined
      : await comeBack(context, { consentId, token, channelId, isSuccess: success === 'true' })
    const page = new URL(`/connections/${consentId}`, context.rules.publicUrl())
    if (problem) page.searchParams.set('problem', problem)
    return { status: 302, headers: { Location: page.href, 'Referrer-Policy': 'no-referrer' } }
  },
  docs: () => ({
    id: 'returnFromConsent',
    summary: "Come back from a host's consent",
    description:
      'By the address of a link, once. Leads to the page of the consent, which says what came of it; `problem` there says that the link was used or has ended.',
    who: 'The browser of a host',
    params: consentPath,
    query,
    answers: [{ status: 302, says: 'Leads to the page of the consent.', headers: ['Location'] }],
    codes: ['validation-failed', 'rate-limited'],
  }),
})
