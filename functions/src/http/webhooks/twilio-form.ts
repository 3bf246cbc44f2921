import * as z from 'zod'
import type { Context } from '../../lib/context.ts'
import { DomainError } from '../../lib/errors.ts'
import { isForm } from '../body.ts'
import type { HttpRequest } from '../handler.ts'

export const messageSid = z.string().regex(/^(SM|MM)[0-9a-fA-F]{32}$/)

/** The form of a webhook call that its signature proves to come from Twilio; nothing else is parsed. Throws `forbidden`. */
export async function provenForm(context: Context, request: HttpRequest): Promise<Record<string, unknown>> {
  const form = z
    .record(z.string(), z.unknown())
    .catch({})
    .parse(isForm(request) && request.body)
  const { messagingWebhook, rules } = context
  const signedUrl = rules.publicUrl().replace(/\/$/, '') + request.originalUrl
  const signature = request.get('x-twilio-signature') ?? ''
  if (await messagingWebhook.isValidSignature(signature, signedUrl, form)) return form
  throw new DomainError('forbidden', 'The signature does not fit the request.')
}
