import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { postWebhook } from '../channel-manager/webhooks.ts'
import type { SandboxContext } from '../core/context.ts'
import { json, type Reply } from '../core/vendor.ts'
import { parseControl, projectUrl } from './parse-control.ts'

const input = z.object({
  invoiceId: z.string(),
  status: z.enum(['paid', 'failed']),
  at: z.string().optional(),
  /** Another secret makes the call a stranger's. */
  secret: z.string().optional(),
})

/** Sends the billing side's event about an invoice; answers with the project's status. */
export async function confirmInvoice(context: SandboxContext, body: unknown): Promise<Reply> {
  const { secret = context.credentials.billingWebhookSecret, ...invoice } = parseControl(input, body)
  const seconds = String(Math.floor(Date.now() / 1000))
  const sent = {
    invoiceId: invoice.invoiceId,
    status: invoice.status,
    at: invoice.at ?? new Date().toISOString(),
  }
  const proof = createHmac('sha256', secret)
    .update(`${seconds}.${JSON.stringify(sent)}`)
    .digest('hex')
  const url = projectUrl(context, '/webhooks/billing')
  const status = await postWebhook(url, { 'x-signature': `t=${seconds},v1=${proof}` }, sent)
  return status === null ? json(502, { error: 'the project did not answer' }) : json(200, { status })
}
