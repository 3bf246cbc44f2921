import type { GuestStay, GuestWithId, Place } from './guest.ts'
import type { StoredMessage } from './message.ts'

export type Written = Pick<StoredMessage, 'threadId' | 'delivery' | 'externalMessageId'> & {
  reservationId?: string | null | undefined
}

/** Milliseconds in which an answer without a reference belongs to the last message. */
export const conversationMs = 30 * 24 * 60 * 60_000

const reached = new Set<unknown>(['sending', 'sent', 'delivered', 'read', 'unknown'])

/** Guests answer no refused or pending message. */
export const hasReached = ({ delivery }: Written): boolean => reached.has(delivery?.status)

export const isKnownAs = ({ externalMessageId, delivery }: Written, providerMessageId: string): boolean =>
  externalMessageId === providerMessageId || (delivery?.replacedIds?.includes(providerMessageId) ?? false)

function guestOf(
  { threadId, delivery, reservationId = delivery?.reservationId }: Written,
  { senders, stays }: { senders: readonly GuestWithId[]; stays: readonly GuestStay[] },
): GuestWithId | undefined {
  if (delivery?.toGuest) return senders.find(({ guestId }) => guestId === delivery.guestId)
  if (!reservationId) return senders.find(({ guest }) => guest.threadId === threadId)
  const stay = stays.find(one => one.reservationId === reservationId)
  return stay && senders.find(({ guestId }) => guestId === stay.guestId)
}

interface Spoken {
  repliedTo?: Written | undefined
  /** Newest first. */
  sent: readonly Written[]
  senders: readonly GuestWithId[]
  stays: readonly GuestStay[]
}

/** `astray`: a reply from a number that was corrected or changed hands. */
export function conversationOf({
  repliedTo,
  sent,
  ...parties
}: Spoken): { threadId: string; writer: GuestWithId } | 'astray' | undefined {
  if (repliedTo) {
    const writer = guestOf(repliedTo, parties)
    return writer ? { threadId: repliedTo.threadId, writer } : 'astray'
  }
  for (const message of sent) {
    const writer = hasReached(message) ? guestOf(message, parties) : undefined
    if (writer) return { threadId: message.threadId, writer }
  }
  return undefined
}

type AtPlace = { propertyId?: string | null | undefined }

export const noLandlord = 'nobody known'

/** Each unknown property counts as a landlord. */
export const landlordOf = (
  { propertyId }: AtPlace,
  places: ReadonlyMap<string, Pick<Place, 'landlordId'>>,
): string => (propertyId ? (places.get(propertyId)?.landlordId ?? `of ${propertyId}`) : noLandlord)

export const areOfSeveralLandlords = (
  stays: readonly AtPlace[],
  places: ReadonlyMap<string, Pick<Place, 'landlordId'>>,
): boolean => new Set(stays.map(stay => landlordOf(stay, places))).size > 1
