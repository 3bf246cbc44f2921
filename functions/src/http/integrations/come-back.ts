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
    const agreed = success === 'true' && channelId !== undefined
    const page = new URL(`/connections/${consentId}/answered`, context.rules.publicUrl())
    if (!isHead) page.searchParams.set('answer', problem ?? (agreed ? 'agreed' : 'refused'))
    return { status: 302, headers: { Location: page.href, 'Referrer-Policy': 'no-referrer' } }
  },
  docs: () => ({
    id: 'returnFromConsent',
    summary: "Come back from a host's consent",
    description:
      'By the address of a link, once. Leads to a page that anybody may see, which says whether the host agreed by the `answer` that it is given: `agreed`, `refused`, `link-used` or `link-expired`.',
    who: 'The browser of a host',
    params: consentPath,
    query,
    answers: [{ status: 302, says: 'Leads to the page that thanks the host.', headers: ['Location'] }],
    codes: ['validation-failed', 'rate-limited'],
  }),
})
