import * as z from 'zod'
import type { Context } from '../../lib/context.ts'
import { DomainError } from '../../lib/errors.ts'
import type { HttpRequest } from '../request.ts'
import { bodyIn, isForm } from '../request.ts'

export const messageSid = z.string().regex(/^(SM|MM)[0-9a-fA-F]{32}$/)

/** Throws `forbidden` for an invalid signature. */
export async function provenForm({ messagingWebhook, rules }: Context, request: HttpRequest): Promise<void> {
  const form = z
    .record(z.string(), z.unknown())
    .catch({})
    .parse(isForm(request) && bodyIn(request))
  const signedUrl = rules.publicUrl().replace(/\/$/, '') + request.originalUrl
  const signature = request.get('x-twilio-signature') ?? ''
  if (await messagingWebhook.isValidSignature(signature, signedUrl, form)) return
  throw new DomainError('forbidden', 'The signature does not fit the request.')
}
