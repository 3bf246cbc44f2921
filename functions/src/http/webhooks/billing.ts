import { confirmation, confirmInvoice } from '../../lib/billing/confirm-invoice.ts'
import { DomainError } from '../../lib/errors.ts'
import { type Handler, parse } from '../handler.ts'

/** `POST /webhooks/billing`: whether an invoice was paid. Proven by its signature over time and raw body. */
export const handle: Handler<undefined> = async ({ services, request }) => {
  const { isSigned } = await services.billingWebhook()
  if (!isSigned(request.get('x-signature') ?? '', request.rawBody))
    throw new DomainError('forbidden', 'The signature does not fit the request, or is too old.')
  await confirmInvoice(await services.confirmInvoice(), parse(confirmation, request.body))
  return { status: 204 }
}
