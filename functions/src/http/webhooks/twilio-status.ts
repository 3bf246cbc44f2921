import * as z from 'zod'
import { reportStatus } from '../../lib/chat/delivery/check-sent.ts'
import { clientId } from '../../lib/identifiers.ts'
import { Reply } from '../reply.ts'
import { done, route } from '../route.ts'
import { messageSid, provenForm } from './twilio-inbound.ts'

const statusForm = z.looseObject({
  MessageSid: messageSid,
  MessageStatus: z.string().max(64),
  ErrorCode: z.string().max(16).optional(),
})
/** Absent unless the address is ours. */
const callbackQuery = z.looseObject({
  thread: clientId.optional().catch(undefined),
  message: clientId.optional().catch(undefined),
  claim: z.string().max(128).optional().catch(undefined),
})

export const twilioStatusRoute = route({
  method: 'POST',
  path: '/webhooks/twilio/status',
  access: 'webhook',
  id: 'twilioStatus',
  summary: 'Receive the status of a send',
  description: 'In any order, and more than once: a state only goes forward.',
  who: 'Twilio, by its signature',
  query: callbackQuery,
  body: statusForm,
  bodyType: 'application/x-www-form-urlencoded',
  example: { MessageSid: 'SM00000000000000000000000000000001', MessageStatus: 'delivered' },
  answers: done('It is noted, or nothing that matters here.'),
  proof: provenForm,
  async handle({ context, query: { thread, message, claim }, body }) {
    const { MessageSid, MessageStatus, ErrorCode } = body
    const report = await context.messagingWebhook.reportOf(MessageStatus, ErrorCode)
    const isOurs = thread !== undefined && message !== undefined && claim !== undefined
    const ref = isOurs ? { threadId: thread, messageId: message } : undefined
    if (report) {
      await reportStatus(context, {
        providerMessageId: MessageSid,
        ...report,
        ...(isOurs && { message: { threadId: thread, messageId: message }, claimId: claim }),
      })
      await context.webhookItems.arrived('message-status')
    }
    return new Reply(204, undefined, { about: { providerMessageId: MessageSid, ...ref } })
  },
})
