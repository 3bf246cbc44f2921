import { storedGuest } from '../chat/guest.ts'
import { guestIdOfThread } from '../chat/inbound/assign-triage.ts'
import { inquiryId } from '../chat/ota/inquiry.ts'
import { listAt, type StoredDocument, textAt } from '../documents.ts'
import { isDocumentId } from '../identifiers.ts'
import type { OpsContext } from '../ops/context.ts'
import { guestIdOfBooking } from '../reservations/plan-guest.ts'
import { everySpellingOf } from '../spellings.ts'

export type CopiesDeps = Pick<OpsContext, 'documents' | 'guests'>

/**
 * A guest's id, and the ids of the guests that we made ourselves before we knew that they are this one: of an inquiry, of
 * a booking without a number, of a number, also a corrected one, of a sender in triage. A company's own ids stay apart,
 * even where threads are merged.
 */
export async function identitiesOf(deps: CopiesDeps, guestId: string): Promise<string[]> {
  const ids = new Set([guestId])
  for (const id of ids)
    for (const other of await linkedWith(deps, id)) if (isMadeUp(other) && isDocumentId(other)) ids.add(other)
  return [...ids]
}

const [inquiry, booking, sender] = [inquiryId(''), guestIdOfBooking(''), guestIdOfThread('')]

const isMadeUp = (id: string): boolean =>
  [inquiry, booking, sender].some(prefix => id.startsWith(prefix)) || /^guest-[0-9a-f]{32}$/.test(id)

/** The part of a made-up id behind its prefix. */
const madeOf = (id: string, prefix: string): string[] =>
  id.startsWith(prefix) && id !== prefix ? [id.slice(prefix.length)] : []

async function linkedWith({ documents, guests }: CopiesDeps, id: string): Promise<string[]> {
  const having = (collection: string, field: string, values: readonly string[] = [id]) =>
    documents.find({ collection, among: [field, values] })
  const guest = await documents.read(`guests/${id}`)
  const stays = [
    ...(await having('reservations', 'guestId')),
    ...(await having('reservations', 'bookingId', madeOf(id, booking))),
  ]
  const bookings = stays.flatMap(stay => textAt(stay, 'bookingId') ?? [])
  const conversations = [
    ...(await having('otaConversations', 'guestId')),
    ...(await having('otaConversations', 'bookingId', bookings)),
    ...(await documents.readAll(madeOf(id, inquiry).map(rest => `otaConversations/${rest}`))),
  ]
  const threads = [
    ...(await having('threads', 'guestId')),
    ...(await documents.readAll([`threads/${textAt(guest, 'threadId') ?? id}`])),
  ].filter(thread => (textAt(thread, 'guestId') ?? id) === id)
  const merged = await documents.readAll(
    threads
      .flatMap(thread => [thread.value.mergedInto, ...listAt(thread, 'mergedIds')])
      .flatMap(threadId => (typeof threadId === 'string' ? [`threads/${threadId}`] : [])),
  )
  const named = [...stays, ...conversations, ...merged].flatMap(one => textAt(one, 'guestId') ?? [])
  // A booking that named another guest's number was all that one had who has no other stay.
  const former = stays.flatMap(stay => textAt(stay, 'formerGuestId') ?? [])
  const staying = (await having('reservations', 'guestId', former)).map(stay => textAt(stay, 'guestId'))
  const sharing = (await holdersOf(guests, allAddressesOf(guest))).filter(
    holders => holders.filter(holder => !holder.startsWith(sender)).length <= 1,
  )
  return [
    ...[textAt(guest, 'sameAs') ?? id, ...named, ...sharing.flat()],
    ...former.filter(one => !staying.includes(one)),
    ...(await having('guests', 'sameAs')).map(one => one.id),
    ...bookings.map(guestIdOfBooking),
    ...conversations.map(one => inquiryId(one.id)),
    // The thread of an inquiry is called as its guest is.
    ...[...threads, ...merged].flatMap(one => [
      one.id.startsWith(inquiry) ? one.id : id,
      guestIdOfThread(one.id),
    ]),
  ]
}

export function allAddressesOf(guest: StoredDocument | undefined): string[] {
  const { phone, lastChatappAddress, addresses, chatappIds } = storedGuest.parse(guest?.value ?? {})
  const former = guest ? listAt(guest, 'formerPhones').filter(one => typeof one === 'string') : []
  const texts = [phone, lastChatappAddress, ...addresses, ...chatappIds, ...former]
  return everySpellingOf(texts.flatMap(text => text || []))
}

/** The guests who have each of these addresses. */
export const holdersOf = async (
  guests: CopiesDeps['guests'],
  addresses: readonly string[],
): Promise<string[][]> =>
  (await Promise.all(addresses.map(address => guests.byAddress([address])))).map(holders =>
    holders.map(({ guestId }) => guestId),
  )
