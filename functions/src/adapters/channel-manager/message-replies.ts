import * as z from 'zod'
import type { InquiredStay, OtaConversation, OtaMessage, OtaRequest } from '../../lib/chat/ota/ports.ts'
import { otaNames, otas } from '../../lib/connection/otas.ts'
import { plainName, withoutEntities } from '../../lib/text.ts'
import { timeIn } from './client.ts'

const text = z.string().nullish().catch(null)
/** OTAs write texts with entities. */
const messageText = z.string().transform(withoutEntities).nullish().catch(null)
const name = z
  .string()
  .transform(written => plainName(withoutEntities(written)) || null)
  .nullish()
  .catch(null)
const shortName = name.transform(full => full?.slice(0, 200).toWellFormed())
const short = text.transform(full => full?.slice(0, 200).toWellFormed())
const time = z.string().transform(timeIn).pipe(z.date())
const maybeTime = time.nullish().catch(null)
const count = z.number().int().nonnegative().nullish().catch(null)
const id = z.string().min(1)
const related = z
  .object({ data: z.object({ id }) })
  .nullish()
  .catch(null)
  .transform(relation => relation?.data.id ?? null)
const [longestAddress, mostAttachments] = [2048, 100]

export const relationships = z
  .object({ property: related, booking: related, message_thread: related, user: related })
  .catch({ property: null, booking: null, message_thread: null, user: null })

const provider = z.string().transform(code => {
  const written = code.toWellFormed().toLowerCase()
  return otaNames.find(name => otas[name].adapterCode.toLowerCase() === written) ?? written
})

export const conversation = z
  .object({
    id,
    attributes: z.object({
      provider,
      title: name,
      last_message_received_at: maybeTime,
    }),
    relationships,
  })
  .transform(({ id, attributes, relationships: { property, booking } }) => ({
    id,
    channelManagerPropertyId: property ?? undefined,
    provider: attributes.provider,
    title: attributes.title ?? null,
    bookingId: booking,
    lastMessageAt: attributes.last_message_received_at ?? null,
  })) satisfies z.ZodType<Omit<OtaConversation, 'channelManagerPropertyId'>>

export const ownConversation = conversation.transform(({ channelManagerPropertyId, ...one }, context) => {
  if (channelManagerPropertyId !== undefined) return { ...one, channelManagerPropertyId }
  context.addIssue({ code: 'custom', path: ['relationships', 'property'] })
  return z.NEVER
})

const author = z
  .object({ name: shortName, role: short })
  .transform(({ name, role }) => (name ? { name, role: role ?? null } : null))
  .nullable()
  .catch(null)

const details = z.object({
  checkin_date: short,
  checkout_date: short,
  guest_name: shortName,
  listing_name: shortName,
  number_of_guests: count,
  number_of_adults: count,
  number_of_children: count,
  non_response_at: maybeTime,
})

const request = z.object({ status: short, booking_details: details })

const kinds: readonly OtaRequest['kind'][] = ['inquiry', 'reservation_request', 'alteration_request']

type StayRequest = Pick<OtaMessage, 'stay' | 'request'>

function stayRequestOf(sender: OtaMessage['sender'], message: string, meta: unknown): StayRequest {
  const { data } = request.safeParse(meta)
  const kind = kinds.find(one => one === message)
  if (!data || sender !== 'system') return { stay: null, request: null }
  const { status, booking_details: inquiry } = data
  const respondBy = inquiry.non_response_at ?? null
  return { stay: stayIn(inquiry), request: kind ? { kind, status: status ?? null, respondBy } : null }
}

const stayIn = (inquiry: z.infer<typeof details>): InquiredStay => ({
  arrival: inquiry.checkin_date ?? null,
  departure: inquiry.checkout_date ?? null,
  guests: inquiry.number_of_guests ?? sumOf(inquiry.number_of_adults, inquiry.number_of_children),
  listing: inquiry.listing_name ?? null,
  guestName: inquiry.guest_name ?? null,
})

const sumOf = (adults?: number | null, children?: number | null): number | null =>
  adults == null ? null : adults + (children ?? 0)

export const messageAt = (base: string) =>
  z
    .object({
      id,
      attributes: z.object({
        message: messageText,
        attachments: z
          .array(z.unknown())
          .catch([])
          .transform(all => all.slice(0, mostAttachments).flatMap(one => addressOf(base, one) ?? [])),
        sender: z.enum(['guest', 'property', 'system']).catch('system'),
        meta: z.unknown().optional(),
        inserted_at: time,
      }),
      relationships,
    })
    .transform(({ id, attributes, relationships }): OtaMessage => {
      const { sender, attachments, meta, inserted_at: at } = attributes
      const message = (attributes.message ?? '').toWellFormed()
      return {
        id,
        sender,
        attachments,
        at,
        text: message,
        conversationId: relationships.message_thread,
        userId: relationships.user,
        author: author.parse(meta ?? null),
        ...stayRequestOf(sender, message, meta),
      }
    })

const addressOf = (base: string, link: unknown): string | undefined =>
  typeof link === 'string' && link.length <= longestAddress && URL.canParse(link, `${base}/`)
    ? new URL(link, `${base}/`).href
    : undefined
