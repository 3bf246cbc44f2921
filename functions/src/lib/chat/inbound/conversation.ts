import type { FoundGuest, GuestStay, Place } from '../guest.ts'
import type { StoredMessage } from '../message.ts'

/** What was written to a guest, or by one, as far as it says which conversation it is part of. */
export type Written = Pick<StoredMessage, 'threadId' | 'delivery' | 'externalMessageId'> & {
  /** Of the thread it stands in. */
  reservationId?: string | null | undefined
}

/** For how long an answer without a reference is one to what was written last. Milliseconds. */
export const conversationMs = 30 * 24 * 60 * 60_000

const reached = new Set<unknown>(['sending', 'sent', 'delivered', 'read', 'unknown'])

/** Whether the guest may have seen it: what was refused, or has yet to go, nobody answers. */
export const hasReached = ({ delivery }: Written): boolean => reached.has(delivery?.status)

/** Whether the provider knows it, or an earlier send of it, by that id. */
export const isKnownAs = ({ externalMessageId, delivery }: Written, providerMessageId: string): boolean =>
  externalMessageId === providerMessageId || (delivery?.replacedIds?.includes(providerMessageId) ?? false)

/**
 * Whom it was written to, among those known by the sender's address: the guest of its stay, else the one whose messages
 * go to its thread.
 */
function guestOf(
  { threadId, delivery, reservationId = delivery?.reservationId }: Written,
  { found, stays }: { found: readonly FoundGuest[]; stays: readonly GuestStay[] },
): FoundGuest | undefined {
  if (delivery?.toGuest) return found.find(({ guestId }) => guestId === delivery.guestId)
  if (!reservationId) return found.find(({ guest }) => guest.threadId === threadId)
  const stay = stays.find(one => one.reservationId === reservationId)
  return stay && found.find(({ guestId }) => guestId === stay.guestId)
}

interface Spoken {
  /** What the message replies to, where the provider said so and we know it. */
  repliedTo?: Written | undefined
  /** What was written to the address by the message's channel, newest first. */
  sent: readonly Written[]
  found: readonly FoundGuest[]
  stays: readonly GuestStay[]
}

/**
 * The conversation a message continues: that of the message it replies to, else of the last one sent to its address.
 * Its guest must still be known by that address; a reply from a number that was corrected or has changed hands is
 * `astray`.
 */
export function conversationOf({
  repliedTo,
  sent,
  ...known
}: Spoken): { threadId: string; writer: FoundGuest } | 'astray' | undefined {
  if (repliedTo) {
    const writer = guestOf(repliedTo, known)
    return writer ? { threadId: repliedTo.threadId, writer } : 'astray'
  }
  for (const message of sent) {
    const writer = hasReached(message) ? guestOf(message, known) : undefined
    if (writer) return { threadId: message.threadId, writer }
  }
  return undefined
}

type AtPlace = { propertyId?: string | null | undefined }

/** By whom a stay is let; what is not known of one is a landlord of its own. */
export const landlordOf = (
  { propertyId }: AtPlace,
  places: ReadonlyMap<string, Pick<Place, 'landlordId'>>,
): string => (propertyId ? (places.get(propertyId)?.landlordId ?? `of ${propertyId}`) : 'nobody known')

/** Whether stays are let by different people. */
export const areOfSeveralLandlords = (
  stays: readonly AtPlace[],
  places: ReadonlyMap<string, Pick<Place, 'landlordId'>>,
): boolean => new Set(stays.map(stay => landlordOf(stay, places))).size > 1
