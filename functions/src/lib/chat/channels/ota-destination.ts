import { guestIdOfBooking } from '../../reservations/plan-guest.ts'
import { conversationMs } from '../conversation.ts'
import type { Talk } from '../guest.ts'
import type { Conversation } from '../ota-conversations.ts'

export type Destination = { conversation: Conversation } | { bookingId: string }

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

/** A booking without a number had a stand-in guest. */
const isTheirs = ({ guestId, bookingId }: Conversation, { guestId: of, stay }: Talk): boolean =>
  guestId === of ||
  (bookingId !== null && (bookingId === stay?.bookingId || guestId === guestIdOfBooking(bookingId)))

const underBooking = 'booking/'

export const addressOf = (destination: Destination): string =>
  'bookingId' in destination ? `${underBooking}${destination.bookingId}` : destination.conversation.id

/** A conversation and its booking are two addresses. */
export function namesOf(address: string, conversations: readonly Conversation[]): string[] {
  const bookingOf = ({ bookingId }: Conversation) => bookingId && addressOf({ bookingId })
  const same = conversations.filter(one => one.id === address || bookingOf(one) === address)
  const names = same.flatMap(one => [one.id, bookingOf(one) ?? one.id])
  return [...new Set(names)].filter(name => name !== address)
}
