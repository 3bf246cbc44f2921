import * as z from 'zod'
import { DomainError } from '../../lib/errors.ts'
import type { Services } from '../../lib/services.ts'
import type { HttpRequest } from '../handler.ts'

export const messageSid = z.string().regex(/^(SM|MM)[0-9a-fA-F]{32}$/)

/** The form of a webhook call that its signature proves to come from Twilio. Throws `forbidden`. */
export async function provenForm(services: Services, request: HttpRequest): Promise<Record<string, unknown>> {
  const form = z.record(z.string(), z.unknown()).catch({}).parse(request.body)
  const { publicUrl, isValidSignature } = await services.messagingWebhook()
  const signedUrl = publicUrl.replace(/\/$/, '') + request.originalUrl
  if (isValidSignature(request.get('x-twilio-signature') ?? '', signedUrl, form)) return form
  throw new DomainError('forbidden', 'The signature does not fit the request.')
}
