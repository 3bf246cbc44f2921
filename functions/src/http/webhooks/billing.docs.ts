import { confirmation } from '../../lib/billing/confirm-invoice.ts'
import { docsOf, done } from '../docs.ts'
import { handle } from './billing.ts'

export const docs = docsOf(handle, 'billingWebhook', 'An invoice was paid, or its payment failed', {
  description:
    'The latest word counts, by `at`; the same one again, or an older one, changes nothing. `X-Signature: t=…,v1=…` holds the time in seconds and the HMAC-SHA-256 of `{t}.{raw body}`; it may be five minutes old.',
  who: 'The billing side, by its signature',
  body: {
    schema: confirmation,
    example: { invoiceId: 'invoice-1', status: 'paid', at: '2026-05-01T12:00:00.000Z' },
  },
  answers: done('It is noted.'),
  codes: ['not-found'],
})
