import * as z from 'zod'
import { reportStatus } from '../../lib/chat/delivery/check-sent.ts'
import { clientId } from '../../lib/identifiers.ts'
import { done } from '../docs.ts'
import { parse } from '../handler.ts'
import { route } from '../route.ts'
import { messageSid, provenForm } from './twilio-form.ts'

const statusForm = z.looseObject({
  MessageSid: messageSid,
  MessageStatus: z.string().max(64),
  ErrorCode: z.string().max(16).optional(),
})
/** Which send it is about. Absent when the callback's address is not one that we gave. */
const callbackQuery = z.looseObject({
  thread: clientId,
  message: clientId,
  claim: z.string().max(128),
})

export const twilioStatusRoute = route({
  method: 'POST',
  path: '/webhooks/twilio/status',
  access: 'webhook',
  async handle({ context, request }) {
    const form = await provenForm(context, request)
    const { MessageSid, MessageStatus, ErrorCode } = parse(statusForm, form)
    const report = await context.messagingWebhook.reportOf(MessageStatus, ErrorCode)
    const send = callbackQuery.safeParse(request.query).data
    const ref = send && { threadId: send.thread, messageId: send.message }
    if (report) {
      await reportStatus(context, {
        providerMessageId: MessageSid,
        ...report,
        ...(ref && { message: ref, claimId: send.claim }),
      })
      await context.webhookItems.arrived('message-status')
    }
    return { status: 204, about: { providerMessageId: MessageSid, ...ref } }
  },
  docs: () => ({
    id: 'twilioStatus',
    summary: 'What became of a send',
    description: 'In any order, and more than once: a state only goes forward.',
    who: 'Twilio, by its signature',
    query: callbackQuery.partial(),
    body: {
      schema: statusForm,
      mediaType: 'application/x-www-form-urlencoded',
      example: { MessageSid: 'SM00000000000000000000000000000001', MessageStatus: 'delivered' },
    },
    answers: done('It is noted, or nothing that matters here.'),
  }),
})
