import * as z from 'zod'
import { type ContentParts, inboundContent } from '../../lib/chat/inbound/content.ts'
import { receiveMessage } from '../../lib/chat/inbound/receive-message.ts'
import type { ReceivedMessage } from '../../lib/chat/inbound/received-message.ts'
import type { Context, Proofs } from '../../lib/context.ts'
import { DomainError } from '../../lib/errors.ts'
import { isBlank } from '../../lib/text.ts'
import { Reply } from '../reply.ts'
import { bodyIn, type HttpRequest, isForm } from '../request.ts'
import { route } from '../route.ts'

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

/** Shortened or dropped: no message gets lost. */
const extra = (maxLength: number) =>
  z
    .string()
    .transform(text => text.slice(0, maxLength).toWellFormed().trim() || undefined)
    .optional()
    .catch(undefined)
const degrees = z
  .string()
  .regex(/^-?\d{1,3}(\.\d{1,20})?$/)
  .transform(Number)
  .optional()
  .catch(undefined)
/** Twilio's reading (support.twilio.com, article 31560110671259): `HELP` changes nothing. */
const takenFor = new Map<string, ReceivedMessage['optOut']>([
  ['STOP', 'out'],
  ['START', 'in'],
])
const optOut = z
  .string()
  .transform(type => takenFor.get(type.trim().toUpperCase()))
  .optional()
  .catch(undefined)
const sender = z
  .string()
  .min(1)
  .max(256)
  .transform(from => from.toWellFormed())

export const inboundForm = z.looseObject({
  MessageSid: messageSid,
  From: sender,
  Body: z.string().default(''),
  NumMedia: z.coerce.number().int().min(0).max(10).default(0),
  ExternalUserId: sender.optional().catch(undefined),
  ProfileName: extra(256),
  OptOutType: optOut,
  OriginalRepliedMessageSid: messageSid.optional().catch(undefined),
  ButtonText: extra(256),
  ButtonPayload: extra(1024),
  Latitude: degrees,
  Longitude: degrees,
  Address: extra(1024),
  Label: extra(256),
})
type InboundForm = z.infer<typeof inboundForm>

const mediaUrl = z.string().min(1).max(2048).refine(URL.canParse)
const mediaType = z.string().regex(/^[\w.+-]{1,64}\/[\w.+-]{1,64}$/)

const emptyTwiml = '<?xml version="1.0" encoding="UTF-8"?><Response></Response>'

export const twilioInboundRoute = route({
  method: 'POST',
  path: '/webhooks/twilio/inbound',
  access: 'webhook',
  id: 'twilioInbound',
  summary: 'A guest wrote',
  description:
    'By chatapp or SMS. Answered only after the message is stored; the same message again is stored once.',
  who: 'Twilio, by its signature',
  body: inboundForm,
  bodyType: 'application/x-www-form-urlencoded',
  example: {
    MessageSid: 'SM00000000000000000000000000000001',
    From: 'whatsapp:+15005550100',
    Body: 'Hello!',
    NumMedia: '0',
  },
  answers: [{ status: 200, says: 'It is stored.', schema: z.string(), mediaType: 'text/xml' }],
  codes: ['thread-busy'],
  proof: provenForm,
  async handle({ context, body }) {
    const message = await inboundMessage(body, context.messagingWebhook.addressIn)
    await receiveMessage(context, message)
    await context.webhookItems.arrived('inbound-messages')
    const { providerMessageId } = message
    const headers = { 'Content-Type': 'text/xml; charset=utf-8' }
    return new Reply(200, emptyTwiml, { headers, about: { providerMessageId } })
  },
})

export async function inboundMessage(
  fields: InboundForm,
  addressIn: Proofs['messagingWebhook']['addressIn'],
): Promise<ReceivedMessage> {
  const { MessageSid, From, ExternalUserId, ProfileName, OptOutType } = fields
  const { channel, address } = await addressIn(From)
  return {
    providerMessageId: MessageSid,
    channel,
    from: address,
    ...(ExternalUserId !== undefined && { senderId: (await addressIn(ExternalUserId)).address }),
    ...(ProfileName && !isBlank(ProfileName) && { profileName: ProfileName }),
    ...(OptOutType && { optOut: OptOutType }),
    ...inboundContent(partsOf(fields)),
  }
}

const partsOf = (fields: InboundForm): ContentParts => ({
  text: fields.Body.toWellFormed(),
  media: Array.from({ length: fields.NumMedia }, (_, index) => index).flatMap(index => {
    const url = mediaUrl.safeParse(fields[`MediaUrl${index}`]).data
    return url === undefined
      ? []
      : [{ url, type: mediaType.safeParse(fields[`MediaContentType${index}`]).data }]
  }),
  replyTo: fields.OriginalRepliedMessageSid,
  button: { text: fields.ButtonText, payload: fields.ButtonPayload },
  location: {
    latitude: fields.Latitude,
    longitude: fields.Longitude,
    address: fields.Address,
    label: fields.Label,
  },
})
