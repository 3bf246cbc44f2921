import * as z from 'zod'
import { receiveMessage } from '../lib/chat/inbound/receive-message.ts'
import { parse } from './parse.ts'
import type { Handler } from './route.ts'
import { messageSid, provenForm } from './twilio-form.ts'

const inboundForm = z.looseObject({
  MessageSid: messageSid,
  From: z.string().min(1).max(256),
  Body: z.string().default(''),
  NumMedia: z.coerce.number().int().min(0).max(10).default(0),
})

const chatappPrefix = 'whatsapp:'
const emptyTwiml = '<?xml version="1.0" encoding="UTF-8"?><Response></Response>'

/** `POST /webhooks/twilio/inbound`: a guest wrote by chatapp or SMS. Answered only after the commit. */
export const handleTwilioInbound: Handler<undefined> = async ({ services, body, request }) => {
  const form = await provenForm(services, request, body)
  const { MessageSid, From, Body, NumMedia } = parse(inboundForm, form)
  const isChatapp = From.startsWith(chatappPrefix)
  await receiveMessage(await services.receiveMessage(), {
    providerMessageId: MessageSid,
    channel: isChatapp ? 'chatapp' : 'sms',
    from: isChatapp ? From.slice(chatappPrefix.length) : From,
    body: Body.toWellFormed(),
    attachments: mediaUrls(form, NumMedia),
  })
  return { status: 200, body: emptyTwiml, headers: { 'Content-Type': 'text/xml' } }
}

const mediaUrls = (form: Record<string, unknown>, count: number): string[] =>
  Array.from({ length: count }, (_, index) => form[`MediaUrl${index}`]).filter(url => typeof url === 'string')
