import { guestsAt, storedGuest } from '../chat/guest.ts'
import { guestIdOfThread } from '../chat/inbound/assign-triage.ts'
import { inquiryId } from '../chat/ota/inquiry.ts'
import { mostSenders } from '../chat/senders.ts'
import { listAt, textAt } from '../documents.ts'
import { isDocumentId } from '../identifiers.ts'
import { documentAt, documentsIn } from '../ops/documents.ts'
import { guestIdOfBooking } from '../reservations/plan-guest.ts'
import { everySpellingOf } from '../spellings.ts'
import type { Store, StoredDocument } from '../store.ts'

type Reading = Store

export interface CopiesDeps {
  store: Reading
}

export const documentsWith = (
  store: Reading,
  collection: string,
  field: string,
  values: readonly string[],
): Promise<StoredDocument[]> => store.find(documentsIn(collection).where(field, 'in', values))

export const readPaths = (store: Reading, paths: readonly string[]): Promise<StoredDocument[]> =>
  store.readAll(paths.map(documentAt))

/**
 * All ids of a guest. Stand-ins are ours, of an inquiry, a booking without a number, a (former) number, or a sender in
 * triage. Companies' ids stay apart, even in merged threads.
 */
export async function identitiesOf(deps: CopiesDeps, guestId: string): Promise<string[]> {
  const ids = new Set([guestId])
  for (const id of ids)
    for (const other of await linkedWith(deps.store, id))
      if (isStandIn(other) && isDocumentId(other)) ids.add(other)
  return [...ids]
}

const [inquiry, booking, sender] = [inquiryId(''), guestIdOfBooking(''), guestIdOfThread('')]

const isStandIn = (id: string): boolean =>
  [inquiry, booking, sender].some(prefix => id.startsWith(prefix)) || /^guest-[0-9a-f]{32}$/.test(id)

const withoutPrefix = (id: string, prefix: string): string[] =>
  id.startsWith(prefix) && id !== prefix ? [id.slice(prefix.length)] : []

async function linkedWith(store: Reading, id: string): Promise<string[]> {
  const guest = await store.read(documentAt(`guests/${id}`))
  const stays = [
    ...(await documentsWith(store, 'reservations', 'guestId', [id])),
    ...(await documentsWith(store, 'reservations', 'bookingId', withoutPrefix(id, booking))),
  ]
  const bookings = stays.flatMap(stay => textAt(stay, 'bookingId') ?? [])
  const conversations = [
    ...(await documentsWith(store, 'otaConversations', 'guestId', [id])),
    ...(await documentsWith(store, 'otaConversations', 'bookingId', bookings)),
    ...(await readPaths(
      store,
      withoutPrefix(id, inquiry).map(rest => `otaConversations/${rest}`),
    )),
  ]
  const threads = [
    ...(await documentsWith(store, 'threads', 'guestId', [id])),
    ...(await readPaths(store, [`threads/${textAt(guest, 'threadId') ?? id}`])),
  ].filter(thread => (textAt(thread, 'guestId') ?? id) === id)
  const merged = await readPaths(
    store,
    threads
      .flatMap(thread => [thread.value.mergedInto, ...listAt(thread, 'mergedIds')])
      .flatMap(threadId => (typeof threadId === 'string' ? [`threads/${threadId}`] : [])),
  )
  const named = [...stays, ...conversations, ...merged].flatMap(one => textAt(one, 'guestId') ?? [])
  const sharing = (await holdersOf(store, addressesOf(guest))).filter(
    holders => holders.filter(holder => !holder.startsWith(sender)).length <= 1,
  )
  // A former number, or one in another's booking, may be the only link; a guest with a stay, or with a number and a
  // thread, is another person.
  const holders = (await Promise.all(formerPhonesOf(guest).map(one => guestsWith(store, one)))).flat()
  const former = [
    ...stays.flatMap(stay => textAt(stay, 'formerGuestId') ?? []),
    ...(await documentsWith(store, 'guests', 'sameAs', [id])).map(one => one.id),
    ...holders.filter(({ value: { phone, threadId } }) => !(phone && threadId)).map(one => one.id),
  ]
  const staying = [...stays, ...(await documentsWith(store, 'reservations', 'guestId', former))].map(stay =>
    textAt(stay, 'guestId'),
  )
  const isSamePerson = (one: string) => one.startsWith(sender) || !staying.includes(one)
  return [
    ...named,
    ...sharing.flat(),
    ...former.filter(isSamePerson),
    (isSamePerson(id) && textAt(guest, 'sameAs')) || id,
    ...bookings.map(guestIdOfBooking),
    ...conversations.map(one => inquiryId(one.id)),
    // An inquiry's thread has its guest's id.
    ...[...threads, ...merged].flatMap(one => [
      one.id.startsWith(inquiry) ? one.id : id,
      guestIdOfThread(one.id),
    ]),
  ]
}

function addressesOf(guest: StoredDocument | undefined): string[] {
  const { phone, lastChatappAddress, addresses, chatappIds } = storedGuest.parse(guest?.value ?? {})
  const texts = [phone, lastChatappAddress, ...addresses, ...chatappIds]
  return everySpellingOf(texts.flatMap(text => text || []))
}

const formerPhonesOf = (guest: StoredDocument | undefined): string[] =>
  everySpellingOf(guest ? listAt(guest, 'formerPhones').filter(one => typeof one === 'string') : [])

export const allAddressesOf = (guest: StoredDocument | undefined): string[] => [
  ...new Set([...addressesOf(guest), ...formerPhonesOf(guest)]),
]

export const holdersOf = async (
  store: CopiesDeps['store'],
  addresses: readonly string[],
): Promise<string[][]> =>
  (await Promise.all(addresses.map(address => guestsWith(store, address)))).map(holders =>
    holders.map(({ id }) => id),
  )

const guestsWith = (store: CopiesDeps['store'], address: string) =>
  store.find(guestsAt([address], mostSenders))
