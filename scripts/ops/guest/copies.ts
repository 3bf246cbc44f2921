import type { DocumentSnapshot, Firestore, Query } from 'firebase-admin/firestore'
import { guests } from '../../../functions/src/adapters/firestore/guest-queries.ts'
import { chunked } from '../../../functions/src/adapters/firestore/paths.ts'
import { plain, textIn } from '../../../functions/src/adapters/firestore/repository.ts'
import { storedGuest } from '../../../functions/src/lib/chat/guest.ts'
import { firestoreByEnvironment } from '../../firestore.ts'

/** A thread that a guest wrote in or that is about their stay, with what in it is theirs. */
export interface ThreadCopies {
  thread: DocumentSnapshot
  /** It is about their stay, or goes to them. */
  isTheirs: boolean
  messages: DocumentSnapshot[]
}

/** Everything that is stored of a guest. */
export interface Copies {
  guestId: string
  guest: DocumentSnapshot
  /** Numbers and chatapp ids that are theirs alone. */
  addresses: string[]
  /** Those that another guest has, too: what only they tell of is nobody's for sure. */
  sharedAddresses: string[]
  user: DocumentSnapshot | undefined
  reservations: DocumentSnapshot[]
  threads: ThreadCopies[]
  triage: DocumentSnapshot[]
  /** Entries that name a thread of theirs as one they may belong to. */
  candidacies: DocumentSnapshot[]
  emails: DocumentSnapshot[]
  items: DocumentSnapshot[]
  audits: DocumentSnapshot[]
  spamMarks: DocumentSnapshot[]
}

const all = async (queries: readonly Query[]): Promise<DocumentSnapshot[]> => {
  const found = (await Promise.all(queries.map(query => query.get()))).flatMap(({ docs }) => docs)
  return [...new Map(found.map(document => [document.ref.path, document])).values()]
}

/** Looks for every copy, whether or not the guest's own document is still there. */
export async function copiesOf(db: Firestore, guestId: string): Promise<Copies> {
  const guest = await db.doc(`guests/${guestId}`).get()
  const [reservations, { addresses, shared }] = await Promise.all([
    all([db.collection('reservations').where('guestId', '==', guestId)]),
    addressesOf(db, guest),
  ])
  const threads = await threadsOf(db, guest, reservations, addresses)
  const triaged = (await db.collection('triage').get()).docs
  const ownThreads = new Set(threads.filter(({ isTheirs }) => isTheirs).map(({ thread }) => thread.id))
  const ownMessages = new Set(threads.flatMap(({ messages }) => messages.map(({ id }) => id)))
  const isTheirs = (entry: DocumentSnapshot) =>
    ownMessages.has(entry.id) ||
    ['from', 'senderId'].some(field => addresses.includes(textIn(entry, field) ?? ''))
  const email = textIn(guest, 'email')
  return {
    guestId,
    guest,
    addresses,
    sharedAddresses: shared,
    user: await profileOf(db, guestId),
    reservations,
    threads,
    triage: triaged.filter(isTheirs),
    candidacies: triaged.filter(entry => !isTheirs(entry) && names(entry, ownThreads)),
    emails: email ? await all([db.collection('emails').where('to', '==', email)]) : [],
    items: await itemsOf(db, guestId, reservations, threads),
    audits: await all([db.collection('auditLog').where('actorId', '==', guestId)]),
    spamMarks: (await db.collection('spamSenders').get()).docs.filter(mark =>
      addresses.includes(textIn(mark, 'from') ?? ''),
    ),
  }
}

/** The guest's own addresses, apart from those that another guest has, too. */
async function addressesOf(db: Firestore, guest: DocumentSnapshot) {
  const own = allAddressesOf(guest)
  const others = own.map(async address => {
    const having = await guests(firestoreByEnvironment(db)).byAddress([address])
    return having.some(({ guestId }) => guestId !== guest.id)
  })
  const isShared = await Promise.all(others)
  return {
    addresses: own.filter((_, at) => !isShared[at]),
    shared: own.filter((_, at) => isShared[at]),
  }
}

function allAddressesOf(guest: DocumentSnapshot): string[] {
  const { phone, lastChatappAddress, addresses, chatappIds } = storedGuest.parse(plain(guest.data() ?? {}))
  const texts = [phone, lastChatappAddress, ...addresses, ...chatappIds]
  return [...new Set(texts.flatMap(text => (text ? [text] : [])))]
}

const otherRoles = new Set<unknown>(['operations', 'support', 'service', 'landlord'])

/** Who is also a landlord or of the staff keeps their profile. */
async function profileOf(db: Firestore, guestId: string): Promise<DocumentSnapshot | undefined> {
  const [user, account] = await db.getAll(db.doc(`users/${guestId}`), db.doc(`accounts/${guestId}`))
  const isOther = account?.exists || otherRoles.has(user?.get('role'))
  return user?.exists && !isOther ? user : undefined
}

async function threadsOf(
  db: Firestore,
  guest: DocumentSnapshot,
  reservations: readonly DocumentSnapshot[],
  ownAddresses: readonly string[],
): Promise<ThreadCopies[]> {
  const stays = reservations.map(({ id }) => id)
  const pointer = textIn(guest, 'threadId')
  const own = await all(
    chunked(stays).map(some => db.collection('threads').where('reservationId', 'in', some)),
  )
  const pointed = pointer ? [await db.doc(`threads/${pointer}`).get()].filter(({ exists }) => exists) : []
  const ownIds = new Set([...own, ...pointed].map(({ id }) => id))
  const joined = await all([db.collection('threads').where('participantIds', 'array-contains', guest.id)])
  // Also where their messages do not go any more.
  const sent = await sentTo(db, ownAddresses)
  const left = await Promise.all([...sent.keys()].map(threadId => db.doc(`threads/${threadId}`).get()))
  const found = new Map([...own, ...pointed, ...joined, ...left].map(thread => [thread.id, thread]))
  const addresses = allAddressesOf(guest)
  return Promise.all(
    [...found.values()].map(async thread => {
      const isTheirs = ownIds.has(thread.id)
      const messages = thread.ref.collection('messages')
      const stored = (await (isTheirs ? messages : messages.where('authorId', '==', guest.id)).get()).docs
      const others = isTheirs ? await otherGuests(db, guest.id, stored) : new Set<string>()
      const isOfGuest = (message: DocumentSnapshot): boolean => {
        const author = textIn(message, 'authorId') ?? ''
        const to = textIn(message, 'delivery.to')
        if (author === guest.id) return true
        return !others.has(author) && (others.size === 0 || to === undefined || addresses.includes(to))
      }
      const theirs = [...stored.filter(isOfGuest), ...(sent.get(thread.id) ?? [])]
      return { thread, isTheirs, messages: [...new Map(theirs.map(one => [one.id, one])).values()] }
    }),
  )
}

/** What was sent to those addresses, by thread. */
async function sentTo(db: Firestore, addresses: readonly string[]): Promise<Map<string, DocumentSnapshot[]>> {
  const messages = await all(
    chunked(addresses).map(some =>
      db.collectionGroup('messages').where('delivery.to', 'in', some).orderBy('delivery.claimedAt', 'desc'),
    ),
  )
  return Map.groupBy(messages, message => message.ref.parent.parent?.id ?? '')
}

async function otherGuests(
  db: Firestore,
  guestId: string,
  messages: readonly DocumentSnapshot[],
): Promise<Set<string>> {
  const authors = new Set(messages.flatMap(message => textIn(message, 'authorId') ?? []))
  authors.delete(guestId)
  return new Set((await guests(firestoreByEnvironment(db)).read([...authors])).keys())
}

const names = (entry: DocumentSnapshot, threadIds: ReadonlySet<string>): boolean => {
  const candidates: unknown = entry.get('candidates')
  return Array.isArray(candidates) && candidates.some(one => threadIds.has(one?.threadId) && one?.guestName)
}

const itemsOf = (
  db: Firestore,
  guestId: string,
  reservations: readonly DocumentSnapshot[],
  threads: readonly ThreadCopies[],
) =>
  all([
    db.collection('items').where('guestId', '==', guestId),
    ...chunked(reservations.map(({ id }) => id)).map(ids =>
      db.collection('items').where('reservationId', 'in', ids),
    ),
    ...chunked(threads.flatMap(({ thread, isTheirs }) => (isTheirs ? [thread.id] : []))).map(ids =>
      db.collection('items').where('threadId', 'in', ids),
    ),
  ])
