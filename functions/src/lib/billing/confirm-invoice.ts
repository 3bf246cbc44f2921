import * as z from 'zod'
import { DomainError } from '../errors.ts'
import { isDocumentId } from '../identifiers.ts'
import type { NewItem } from '../items/item.ts'

/** What the billing side says of an invoice. `at`: when that was so there; the latest word counts. */
export const confirmation = z.object({
  invoiceId: z.string().max(1400).refine(isDocumentId, 'must be the id of an invoice'),
  status: z.enum(['paid', 'failed']),
  at: z.coerce.date(),
})
export type Confirmation = z.infer<typeof confirmation>

/** `invoices/{id}`, as far as a confirmation changes it: `open` until somebody has seen the money. */
export const storedInvoice = z.looseObject({
  status: z.enum(['open', 'paid']),
  landlordId: z.string(),
  /** When the last word of the billing side was said. */
  confirmedAt: z.date().nullish(),
  /** That was a failure. */
  failed: z.boolean().default(false),
})
export type Invoice = z.infer<typeof storedInvoice>

export interface InvoiceChange {
  status: Invoice['status']
  confirmedAt: Date
  failed: boolean
}

/** What a confirmation changes; undefined where a later word, or the same one, was heard before. Pure. */
export function afterConfirmation(
  { confirmedAt }: Invoice,
  { status, at }: Confirmation,
): InvoiceChange | undefined {
  if (confirmedAt && confirmedAt >= at) return undefined
  return { status: status === 'paid' ? 'paid' : 'open', confirmedAt: at, failed: status === 'failed' }
}

export const unpaidItemId = (invoiceId: string): string => `invoice-not-paid_${invoiceId}`

export const unpaidItem = (
  { invoiceId, at }: Confirmation,
  { landlordId }: Pick<Invoice, 'landlordId'>,
): NewItem => ({
  id: unpaidItemId(invoiceId),
  kind: 'invoice-not-paid',
  detail: 'The payment of an invoice for a connection has failed. The connection goes on.',
  nextAction:
    'Ask the landlord for another payment, or disconnect the property. This closes once it is paid.',
  about: { invoiceId, landlordId },
  createdAt: at,
})

export interface Confirmations {
  /** False for an invoice that there is not. */
  confirm(confirmation: Confirmation): Promise<boolean>
}

/** Takes the billing side's word on an invoice, in any order and however often. Throws `not-found`. */
export async function confirmInvoice(
  { billing }: { billing: Confirmations },
  said: Confirmation,
): Promise<void> {
  if (await billing.confirm(said)) return
  throw new DomainError('not-found', 'There is no such invoice.', {
    nextAction: 'Say it again later if the connection is being completed right now.',
  })
}
