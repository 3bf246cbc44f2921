import { receiveBookings } from '../../reservations/receive-bookings.ts'
import type { GuestStay } from '../guest.ts'
import { openFor } from '../opening/open-thread.ts'
import { inquiryHome, joined } from './inquiry.ts'
import type { Held, Home, Read, ReadDeps } from './reading.ts'
import type { StoredOtaConversation } from './stored-conversation.ts'

/** How long a booking that is not among our reservations is waited for, and how often it is looked for. Milliseconds. */
const [patienceMs, pauseMs] = [10 * 60_000, 30_000]

/**
 * Finds whose a conversation is: the guest of its booking, which is pulled first where it is not imported yet; without a
 * booking, a guest of its own. What began without a booking is joined to the booking's guest. Without a home it is read
 * later, or not at all.
 */
export async function homeOf(deps: ReadDeps, held: Held): Promise<Home | Read> {
  const known = await identified(deps, held)
  if (!known) return { fields: {} }
  const [property] = await deps.reservations.connected([known.channelManagerPropertyId])
  if (!property) return { fields: {} }
  const about = { ...known, propertyId: property.propertyId }
  const now = deps.clock.now()
  const { stored } = held
  const since = stored.waitingSince ?? now
  const isWaitedFor = now.getTime() < since.getTime() + patienceMs
  const stay = await stayOf(deps, about, isWaitedFor)
  const isMissing = known.bookingId !== null && !stay
  const waiting = { waitingSince: isMissing ? since : null }
  const dueAt = isMissing && isWaitedFor ? new Date(now.getTime() + pauseMs) : undefined
  if (dueAt && !stored.threadId) return { fields: waiting, dueAt }
  const place: Placed = stay
    ? await placeOf(deps, { stored, stay })
    : await inquiryHome(deps, held.conversationId, about)
  const { provider, title, bookingId, propertyId } = about
  const ids = { bookingId, reservationId: stay?.reservationId ?? null, guestId: place.guestId }
  return {
    threadId: place.threadId,
    guestId: place.guestId,
    conversation: { id: held.conversationId, provider: provider ?? '', ...ids },
    fields: { ...ids, ...place, ...waiting, propertyId, provider, title },
    dueAt,
  }
}

/** What the channel manager says of it, asked where it is not known yet, or may have got its booking. */
async function identified({ otaInbox }: ReadDeps, { conversationId, stored }: Held) {
  if (stored.provider && stored.bookingId) return stored
  const found = await otaInbox.conversation(conversationId)
  return found && { ...stored, ...found }
}

async function stayOf(
  deps: ReadDeps,
  {
    bookingId,
    channelManagerPropertyId,
  }: Pick<StoredOtaConversation, 'bookingId' | 'channelManagerPropertyId'>,
  isPulled: boolean,
): Promise<GuestStay | undefined> {
  if (!bookingId) return undefined
  const find = async () => {
    const stays = await deps.guests.staysOfBooking(bookingId)
    return stays.find(({ status }) => status !== 'cancelled') ?? stays[0]
  }
  const found = await find()
  if (found || !isPulled) return found
  await receiveBookings(deps, channelManagerPropertyId)
  return find()
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
