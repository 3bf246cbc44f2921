import { confirmation, confirmInvoice } from '../../lib/billing/confirm-invoice.ts'
import { DomainError } from '../../lib/errors.ts'
import { done, route } from '../route.ts'

export const billingRoute = route({
  method: 'POST',
  path: '/webhooks/billing',
  access: 'webhook',
  id: 'billingWebhook',
  summary: 'An invoice was paid, or its payment failed',
  description:
    'The latest word counts, by `at`; the same one again, or an older one, changes nothing. `X-Signature: t=…,v1=…` holds the time in seconds and the HMAC-SHA-256 of `{t}.{raw body}`; it may be five minutes old.',
  who: 'The billing side, by its signature',
  body: confirmation,
  example: { invoiceId: 'invoice-1', status: 'paid', at: '2026-05-01T12:00:00.000Z' },
  answers: done('It is noted.'),
  codes: ['not-found'],
  proof: async ({ billingWebhook }, request) => {
    if (!(await billingWebhook.isSigned(request.get('x-signature') ?? '', request.rawBody)))
      throw new DomainError('forbidden', 'The signature does not fit the request, or is too old.')
  },
  handle: ({ context, body }) => confirmInvoice(context, body),
})
