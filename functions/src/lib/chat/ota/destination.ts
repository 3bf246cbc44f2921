import { guestIdOfBooking } from '../../reservations/plan-guest.ts'
import type { Talk } from '../guest.ts'
import { conversationMs } from '../inbound/conversation.ts'
import type { Conversation } from './conversations.ts'

/** Where a guest is written to at an OTA: in a conversation, or under a booking that has none yet. */
export type Destination = { conversation: Conversation } | { bookingId: string }

/**
 * The conversation that a message answers; else that of the stay it names; else the one in which its guest wrote lately;
 * else that of the thread's stay. Never one of another guest.
 */
export function destinationOf(talk: Talk): Destination | undefined {
  const { conversations, conversationId, stay, isNamed, now } = talk
  const isOf = (one: Conversation) => isTheirs(one, talk)
  const own = conversations.filter(isOf)
  if (conversationId !== undefined) return inConversation(own.find(({ id }) => id === conversationId))
  const bookingId = stay?.bookingId
  const ofStay = bookingId ? own.find(one => one.bookingId === bookingId) : undefined
  const booked = inConversation(ofStay) ?? (bookingId ? { bookingId } : undefined)
  const last = own.at(-1)
  const isLately = last?.lastWroteAt && now.getTime() - last.lastWroteAt.getTime() < conversationMs
  if (isNamed) return booked
  return (isLately ? inConversation(last) : undefined) ?? booked ?? inConversation(last)
}

const inConversation = (conversation: Conversation | undefined): Destination | undefined =>
  conversation && { conversation }

/** Of the guest, or of the one that stood for them until the booking had a number. */
const isTheirs = ({ guestId, bookingId }: Conversation, { guestId: of, stay }: Talk): boolean =>
  guestId === of ||
  (bookingId !== null && (bookingId === stay?.bookingId || guestId === guestIdOfBooking(bookingId)))

const underBooking = 'booking/'

export const addressOf = (destination: Destination): string =>
  'bookingId' in destination ? `${underBooking}${destination.bookingId}` : destination.conversation.id

/** The addresses that lead to the same conversation: its own, and that of its booking. */
export function namesOf(address: string, conversations: readonly Conversation[]): string[] {
  const bookingOf = ({ bookingId }: Conversation) => bookingId && addressOf({ bookingId })
  const same = conversations.filter(one => one.id === address || bookingOf(one) === address)
  const names = same.flatMap(one => [one.id, bookingOf(one) ?? one.id])
  return [...new Set(names)].filter(name => name !== address)
}
