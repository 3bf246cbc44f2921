import * as z from 'zod'
import { reportStatus } from '../../lib/chat/delivery/check-sent.ts'
import { clientId } from '../../lib/identifiers.ts'
import { type Handler, parse } from '../handler.ts'
import { messageSid, provenForm } from './twilio-form.ts'

export const statusForm = z.looseObject({
  MessageSid: messageSid,
  MessageStatus: z.string().max(64),
  ErrorCode: z.string().max(16).optional(),
})
/** Which send it is about. Absent when the callback's address is not one that we gave. */
export const callbackQuery = z.looseObject({
  thread: clientId,
  message: clientId,
  claim: z.string().max(128),
})

/** `POST /webhooks/twilio/status`: what became of a send. */
export const handle: Handler<undefined> = async ({ services, request }) => {
  const form = await provenForm(services, request)
  const { MessageSid, MessageStatus, ErrorCode } = parse(statusForm, form)
  const { reportOf } = await services.messagingWebhook()
  const report = reportOf(MessageStatus, ErrorCode)
  const send = callbackQuery.safeParse(request.query).data
  const ref = send && { threadId: send.thread, messageId: send.message }
  if (report)
    await reportStatus(await services.reportStatus(), {
      providerMessageId: MessageSid,
      ...report,
      ...(ref && { message: ref, claimId: send.claim }),
    })
  return { status: 204, about: { providerMessageId: MessageSid, ...ref } }
}
