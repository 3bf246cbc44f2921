import * as z from 'zod'
import { systemActorId } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { isDocumentId } from '../identifiers.ts'
import type { ItemChange, NewItem } from '../items/item.ts'
import { isStorable } from '../shapes.ts'

export const confirmation = z.object({
  invoiceId: z.string().max(1400).refine(isDocumentId, 'must be the id of an invoice'),
  status: z.enum(['paid', 'failed']),
  at: z.coerce.date().refine(isStorable, 'must be a time of the years 1 to 9999'),
})
export type Confirmation = z.infer<typeof confirmation>

export const storedInvoice = z.looseObject({
  status: z.enum(['open', 'paid']),
  landlordId: z.string(),
  confirmedAt: z.date().nullish(),
  failed: z.boolean().default(false),
})
export type Invoice = z.infer<typeof storedInvoice>

export interface InvoiceChange {
  status: Invoice['status']
  confirmedAt: Date
  failed: boolean
}

/** Undefined unless newer. Pure. */
export function afterConfirmation(
  { confirmedAt }: Invoice,
  { status, at }: Confirmation,
): InvoiceChange | undefined {
  if (confirmedAt && confirmedAt >= at) return undefined
  return { status: status === 'paid' ? 'paid' : 'open', confirmedAt: at, failed: status === 'failed' }
}

const unpaidItemId = (invoiceId: string): string => `invoice-not-paid_${invoiceId}`

const unpaidItem = (
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

export function itemsAfter(
  confirmation: Confirmation,
  before: Invoice,
  { failed }: InvoiceChange,
): ItemChange[] {
  if (failed) return [{ open: unpaidItem(confirmation, before) }]
  return before.failed
    ? [{ resolve: unpaidItemId(confirmation.invoiceId), by: systemActorId, at: confirmation.at }]
    : []
}

export interface Confirmations {
  confirm(confirmation: Confirmation): Promise<boolean>
}

/** Order and repetition do not matter. Throws `not-found`. */
export async function confirmInvoice(
  { billing }: { billing: Confirmations },
  confirmation: Confirmation,
): Promise<void> {
  if (await billing.confirm(confirmation)) return
  throw new DomainError('not-found', 'There is no such invoice.', {
    nextAction: 'Say it again later if the connection is being completed right now.',
  })
}
