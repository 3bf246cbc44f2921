/** Conversations and messages as the vendor writes them. */

import { isAirbnb, type OtaMessage, type OtaThread } from './model.ts'

const related = (type: string, id: string) => ({ data: { type, id } })

const newest = ({ messages }: OtaThread): OtaMessage | undefined =>
  messages.reduce<OtaMessage | undefined>(
    (last, one) => (last && last.insertedAt > one.insertedAt ? last : one),
    undefined,
  )

export const lastMessageAt = (thread: OtaThread): string => newest(thread)?.insertedAt ?? thread.insertedAt

/** Without an id, so callers cannot store the last message from the list. */
const showLast = ({ message, sender, insertedAt, attachments }: OtaMessage) => ({
  message,
  sender,
  attachments,
  inserted_at: insertedAt,
})

export function showThread(thread: OtaThread) {
  const last = newest(thread)
  return {
    type: 'message_thread',
    id: thread.id,
    attributes: {
      title: thread.title,
      provider: thread.provider,
      is_closed: thread.isClosed,
      message_count: thread.messages.length,
      last_message: last ? showLast(last) : null,
      last_message_received_at: lastMessageAt(thread),
      inserted_at: thread.insertedAt,
      updated_at: lastMessageAt(thread),
      ota_message_thread_id: thread.otaId,
      meta: thread.meta,
    },
    relationships: {
      property: related('property', thread.propertyId),
      channel: related('channel', thread.channelId),
      ...(thread.bookingId !== null && { booking: related('booking', thread.bookingId) }),
    },
  }
}

/** Only Airbnb names the author. */
const metaOf = (thread: OtaThread, { meta, sender }: OtaMessage) => {
  if (meta || !isAirbnb(thread) || sender === 'system') return meta
  return sender === 'guest' ? { name: thread.title, role: 'GUEST' } : { name: 'Host', role: 'HOST' }
}

export const showMessage = (thread: OtaThread, message: OtaMessage) => ({
  type: 'message',
  id: message.id,
  attributes: {
    message: message.message,
    attachments: message.attachments,
    // The vendor shows this field only on some rows.
    ...(message.attachments.length > 0 && { have_attachment: true }),
    sender: message.sender,
    meta: metaOf(thread, message),
    inserted_at: message.insertedAt,
    updated_at: message.insertedAt,
  },
  relationships: {
    message_thread: related('message_thread', thread.id),
    ...(message.userId !== null && { user: related('user', message.userId) }),
  },
})

/** The answer to a send: at Airbnb without any relationships. */
export function showSent(thread: OtaThread, message: OtaMessage) {
  const { relationships, ...shown } = showMessage(thread, message)
  return isAirbnb(thread) ? shown : { ...shown, relationships }
}

/** The payload of the `message` webhook. */
export const messageEvent = (thread: OtaThread, message: OtaMessage) => ({
  id: message.id,
  message: message.message,
  meta: metaOf(thread, message),
  sender: message.sender,
  property_id: thread.propertyId,
  booking_id: thread.bookingId,
  message_thread_id: thread.id,
  live_feed_event_id: null,
  attachments: message.attachments,
  have_attachment: message.attachments.length > 0,
  ota_message_id: `ota-${message.id}`,
  inserted_at: message.insertedAt,
})

/** For `/_sandbox/state`. */
export const threadState = (thread: OtaThread) => ({
  id: thread.id,
  propertyId: thread.propertyId,
  bookingId: thread.bookingId,
  provider: thread.provider,
  isClosed: thread.isClosed,
  noReplyNeeded: thread.noReplyNeeded,
  messages: thread.messages.map(({ id, sender, message, attachments }) => ({
    id,
    sender,
    message,
    attachments,
  })),
})
