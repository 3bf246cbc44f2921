import { connectedProperties } from '../../connection/channels/booking-channel.ts'
import { digestOf } from '../../digest.ts'
import { receiveBookings } from '../../reservations/receive-bookings.ts'
import { landlordOf } from '../conversation.ts'
import { type GuestStay, reservations } from '../guest.ts'
import { openFor } from '../opening/open-thread.ts'
import { guestStays, placesOf } from '../stays.ts'
import { inquiryHome, joined } from './inquiry.ts'
import { isOdd, soundConversation, withoutOdd } from './odd.ts'
import type { OddRecord, OtaConversation } from './ports.ts'
import type { ConversationLease, Home, Read, ReadDeps } from './reading.ts'
import type { StoredOtaConversation } from './stored-conversation.ts'

/** Milliseconds, for a missing booking. */
const [patienceMs, pauseMs] = [10 * 60_000, 30_000]

/**
 * The home is the booking's guest (after a pull), else a guest of the conversation's own; a booking of
 * another landlord or a conversation of another property becomes an item.
 */
export async function homeOf(deps: ReadDeps, lease: ConversationLease): Promise<Home | Read> {
  const { stored, conversationId } = lease
  const [property] = await connectedProperties(deps.store, [stored.channelManagerPropertyId])
  if (!property) return { fields: {} }
  const conversation = await identified(deps, lease, property.propertyId)
  const leave = async (odd: OddRecord): Promise<Read> => {
    await withoutOdd(deps, [odd], { propertyId: stored.propertyId ?? property.propertyId, conversationId })
    return { fields: {} }
  }
  if (!conversation) return { fields: {} }
  if (isOdd(conversation)) return leave(conversation)
  const about = { ...stored, ...conversation, propertyId: stored.propertyId ?? property.propertyId }
  const now = deps.clock.now()
  const since = stored.waitingSince ?? now
  const isWaitedFor = now.getTime() < since.getTime() + patienceMs
  const stay = await stayOf(deps, about, isWaitedFor)
  if (stay === 'of another landlord')
    return leave({ id: digestOf([conversationId, about.bookingId]), odd: ['booking'], at: now })
  const isMissing = about.bookingId !== null && !stay
  const waiting = { waitingSince: isMissing ? since : null }
  const dueAt = isMissing && isWaitedFor ? new Date(now.getTime() + pauseMs) : undefined
  if (dueAt && !stored.threadId) return { fields: waiting, dueAt }
  const place: Placed = stay
    ? await placeOf(deps, { stored, stay })
    : await inquiryHome(deps, conversationId, about)
  const { provider, title, bookingId, propertyId, channelManagerPropertyId } = about
  const ids = { bookingId, reservationId: stay?.reservationId ?? null, guestId: place.guestId }
  return {
    threadId: place.threadId,
    guestId: place.guestId,
    conversation: { id: conversationId, provider: provider ?? '', ...ids },
    fields: { ...ids, ...place, ...waiting, propertyId, channelManagerPropertyId, provider, title },
    dueAt,
  }
}

/** After a move the former property needs confirmation. */
async function identified(
  { otaInbox, store }: ReadDeps,
  { conversationId: id, stored }: ConversationLease,
  currentPropertyId: string,
): Promise<StoredOtaConversation | OtaConversation | OddRecord | undefined> {
  const isMoved = stored.propertyId !== null && stored.propertyId !== currentPropertyId
  if (stored.provider && stored.bookingId && !isMoved) return stored
  const answer = await otaInbox.conversation(id)
  if (!answer || isOdd(answer)) return answer
  const { channelManagerPropertyId } = stored
  const conversation = soundConversation(answer, { id, ...(!isMoved && { channelManagerPropertyId }) })
  if (!isMoved || isOdd(conversation)) return conversation
  const [confirmed] = await connectedProperties(store, [conversation.channelManagerPropertyId])
  if (confirmed?.propertyId === stored.propertyId) return conversation
  return { id: digestOf(id), odd: ['property'], at: new Date(0) }
}

async function stayOf(
  deps: ReadDeps,
  about: StoredOtaConversation & { propertyId: string },
  isPulled: boolean,
): Promise<GuestStay | 'of another landlord' | undefined> {
  const { bookingId, channelManagerPropertyId, propertyId } = about
  if (!bookingId) return undefined
  const find = async () => {
    const stays = guestStays(await deps.store.find(reservations.where('bookingId', '==', bookingId)))
    const ours = await ofLandlord(deps, stays, propertyId)
    const stay = ours.find(({ status }) => status !== 'cancelled') ?? ours[0]
    return stay ?? (stays.length > 0 ? 'of another landlord' : undefined)
  }
  const stay = await find()
  if (stay || !isPulled) return stay
  await receiveBookings(deps, channelManagerPropertyId)
  return find()
}

async function ofLandlord(
  { store }: ReadDeps,
  stays: readonly GuestStay[],
  propertyId: string,
): Promise<readonly GuestStay[]> {
  const others = stays.flatMap(stay => stay.propertyId ?? []).filter(id => id !== propertyId)
  if (others.length === 0) return stays
  const places = await placesOf(store, [propertyId, ...new Set(others)])
  const landlord = landlordOf({ propertyId }, places)
  return stays.filter(stay => stay.propertyId === null || landlordOf(stay, places) === landlord)
}

type Placed = Pick<Home, 'threadId' | 'guestId'> & Pick<Home['fields'], 'formerThreadId'>

interface Placing {
  stored: StoredOtaConversation
  stay: GuestStay
}

async function placeOf(deps: ReadDeps, { stored, stay }: Placing): Promise<Placed> {
  const { guestId, propertyId, reservationId } = stay
  if (stored.threadId && stored.guestId === guestId) return { threadId: stored.threadId, guestId }
  const opened = await openFor(deps, { guestId, propertyId, reservationId })
  if (!opened) throw new Error('a thread that is to be opened is not there')
  const { threadId } = opened
  if (!stored.threadId || stored.threadId === threadId) return { threadId, guestId }
  const now = await joined(deps, { threadId: stored.threadId, into: threadId, stay })
  return { threadId: now, guestId, ...(now !== stored.threadId && { formerThreadId: stored.threadId }) }
}
