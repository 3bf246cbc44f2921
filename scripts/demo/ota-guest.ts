import { document, eventually, sandbox } from './world.ts'

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

interface Booker {
  hotelId: string
  channelManagerId: string
  /** The OTA's. */
  roomId: number
  rateId: number
  guest: { name: string; surname: string; phone: string }
  code: string
  message: string
}

/** Where the guest's messages are: the channel manager's id, and the thread here. */
export interface OtaGuest {
  conversationId: string
  messageId: string
  threadId: string
}

/** Somebody books at the OTA, with a phone number, and writes in its inbox; the booking itself is told by nobody. */
export async function bookAndWrite(booker: Booker): Promise<OtaGuest> {
  const { hotelId, channelManagerId, roomId, rateId, guest, code, message } = booker
  const reservation = {
    ...{ code, roomId, rateId, arrival: day(3), departure: day(6), guest },
    ...{ amount: '330.00', currency: 'EUR' },
  }
  const { revision } = await sandbox.book({ hotelId, reservation, announce: false })
  const written = await sandbox.writeAtOta({
    ...{ propertyId: channelManagerId, bookingId: revision.attributes.booking_id, message },
  })
  const known = await eventually(
    () => document(`otaConversations/${written.threadId}`),
    conversation => Boolean(conversation?.threadId),
  )
  return {
    ...{ conversationId: written.threadId, messageId: written.messageId },
    threadId: String(known?.threadId),
  }
}
