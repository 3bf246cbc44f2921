import { document, eventually, sandbox } from './world.ts'

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

interface Booker {
  hotelId: string
  channelManagerId: string
  /** Ids at the OTA. */
  roomId: number
  rateId: number
  guest: { name: string; surname: string; phone: string }
  code: string
  message: string
}

/**
 * A guest books at the OTA, with a phone number, and writes in its inbox; no webhook announces the booking. Returns the
 * channel manager's ids of conversation and message, and our thread's id.
 */
export async function bookAndWrite({ hotelId, channelManagerId, message, ...booking }: Booker) {
  const stay = { arrival: day(3), departure: day(6), amount: '330.00', currency: 'EUR' }
  const { revision } = await sandbox.book({ hotelId, reservation: { ...booking, ...stay }, announce: false })
  const { threadId: conversationId, messageId } = await sandbox.writeAtOta({
    propertyId: channelManagerId,
    bookingId: revision.attributes.booking_id,
    message,
  })
  const { threadId } = await eventually(
    () => document(`otaConversations/${conversationId}`),
    conversation => conversation.threadId,
  )
  return { conversationId, messageId, threadId: String(threadId) }
}
