import type { Query, QueryDocumentSnapshot } from 'firebase-admin/firestore'
import type { Desk } from '../../lib/chat/desk/ports.ts'
import { type Because, type FoundStay, reasons, type SearchWords } from '../../lib/chat/desk/search-words.ts'
import { isDocumentId } from '../../lib/identifiers.ts'
import type { DocumentSnapshot, Firestore, HasPath, Queries } from './client.ts'
import { guestsByAddress } from './guest-queries.ts'
import { guestDoc } from './guests.ts'
import { foundAmong, named, threadDoc } from './paths.ts'
import { byId, textIn } from './repository.ts'

/** Documents that one text may mean, most of each kind. */
const most = { guests: 10, properties: 5, stays: 30 }

/** Documents that lead to threads, by their paths, and the surest reason for each. */
type Leads = Map<string, Because>

interface Known {
  leads: Leads
  /** Of the guests that are meant: those that were looked for, then the latest. */
  stays: DocumentSnapshot[]
}

export async function findThreads(
  db: Firestore,
  words: SearchWords,
  limit: number,
): ReturnType<Desk['find']> {
  const queries = await db.queries()
  const { leads, stays } = await leadsOf(db, queries, words)
  const documents = await threadsOf(db, queries, leads, limit)
  const [names, without] = await Promise.all([
    guestNames(db, documents),
    staysWithout(db, documents, { leads, stays }),
  ])
  const threads = documents.flatMap(thread => {
    const known = pathsIn(thread).map(path => leads.get(path))
    const because = reasons.find(reason => known.includes(reason))
    const guestName = textIn(thread, 'guestName') ?? names.get(thread.id) ?? null
    const propertyId = textIn(thread, 'propertyId') ?? null
    return because ? [{ threadId: thread.id, because, guestName, propertyId }] : []
  })
  return { threads, stays: without }
}

/** Whom and what the words mean, and the stays of these guests. Two round trips. */
async function leadsOf(db: Firestore, queries: Queries, words: SearchWords): Promise<Known> {
  const { phones } = words
  const [byPhone, byEmail, stays, properties] = await Promise.all([
    phones.length > 0 ? guestsByAddress(queries, phones, most.guests) : [],
    guestsByEmail(queries, words),
    staysOf(db, queries, words),
    propertiesOf(db, queries, words, most.properties),
  ])
  const found = { reservation: stays, phone: byPhone, email: byEmail, property: properties }
  const leads: Leads = new Map()
  const note = (path: string, because: Because) => {
    if (!leads.has(path)) leads.set(path, because)
  }
  for (const because of reasons)
    for (const document of found[because]) {
      note(document.ref.path, because)
      const [guestId, threadId] = [textIn(document, 'guestId'), textIn(document, 'threadId')]
      if (because === 'reservation' && guestId) note(`guests/${guestId}`, because)
      if (because !== 'reservation' && threadId) note(`threads/${threadId}`, because)
    }
  const theirs = await foundAmong(idsAmong(leads, 'guests'), some =>
    queries
      .collection('reservations')
      .where('guestId', 'in', some)
      .orderBy('arrival', 'desc')
      .limit(most.stays),
  )
  for (const stay of theirs) note(stay.ref.path, leads.get(guestPathOf(stay)) ?? 'reservation')
  return { leads, stays: [...stays, ...theirs] }
}

/** One round trip. */
async function threadsOf(db: Firestore, queries: Queries, leads: Leads, limit: number) {
  const [guests, stays] = [idsAmong(leads, 'guests'), idsAmong(leads, 'reservations')]
  const [direct, ...found] = await Promise.all([
    db.getAll(idsAmong(leads, 'threads').map(id => threadDoc(db, id))),
    foundAmong(stays, some => queries.collection('threads').where('reservationId', 'in', some).limit(limit)),
    foundAmong(guests, some => queries.collection('threads').where('guestId', 'in', some).limit(limit)),
    foundAmong(guests, some =>
      queries.collection('threads').where('participantIds', 'array-contains-any', some).limit(limit),
    ),
    foundAmong(idsAmong(leads, 'properties'), some =>
      queries.collection('threads').where('propertyId', 'in', some).orderBy('updatedAt', 'desc').limit(limit),
    ),
  ])
  const all: DocumentSnapshot[] = [...direct.filter(({ exists }) => exists), ...found.flat()]
  return [...byId(all, thread => thread).values()]
}

/** Documents that a company stores itself have no key. */
async function guestsByEmail(queries: Queries, { emails, emailKeys }: SearchWords) {
  if (emails.length === 0) return []
  const { Filter } = await import('firebase-admin/firestore')
  const isTheirs = Filter.or(Filter.where('emailKey', 'in', emailKeys), Filter.where('email', 'in', emails))
  return docsOf(queries.collection('guests').where(isTheirs).limit(most.guests))
}

async function staysOf(db: Firestore, queries: Queries, words: SearchWords): Promise<DocumentSnapshot[]> {
  const [own, numbered] = await Promise.all([
    existing(
      db,
      named(words.id, one => db.doc(`reservations/${one}`)),
    ),
    staysByNumber(queries, words),
  ])
  return [...own, ...numbered]
}

/** Documents that a company stores itself have no key. */
async function staysByNumber(queries: Queries, { numbers, numberKeys }: SearchWords) {
  if (numberKeys.length === 0) return []
  const { Filter } = await import('firebase-admin/firestore')
  const isTheirs = Filter.or(
    Filter.where('numberKeys', 'array-contains-any', numberKeys),
    Filter.where('code', 'in', numbers),
    Filter.where('otaBookingNumber', 'in', numbers),
  )
  return docsOf(queries.collection('reservations').where(isTheirs).limit(most.guests))
}

/** Those of that id, then those whose name begins so. One round trip. */
export async function propertiesOf(
  db: Firestore,
  queries: Queries,
  { id, names }: Pick<SearchWords, 'id' | 'names'>,
  limit: number,
): Promise<DocumentSnapshot[]> {
  const byName = names.map(name =>
    docsOf(
      queries
        .collection('properties')
        .where('name', '>=', name)
        .where('name', '<', `${name}\uf8ff`)
        .limit(limit),
    ),
  )
  const found = await Promise.all([
    existing(
      db,
      named(id, one => db.doc(`properties/${one}`)),
    ),
    ...byName,
  ])
  return [...byId(found.flat(), property => property).values()].slice(0, limit)
}

/** Of the guests of those threads that do not say whose they are; by the threads' ids. Two round trips. */
async function guestNames(db: Firestore, threads: readonly DocumentSnapshot[]): Promise<Map<string, string>> {
  const unnamed = threads.filter(thread => !textIn(thread, 'guestName'))
  const stays = unnamed.flatMap(
    thread => named(textIn(thread, 'reservationId'), id => db.doc(`reservations/${id}`)) ?? [],
  )
  const guestOfStay = byId(await db.getAll(stays, ['guestId']), stay => textIn(stay, 'guestId'))
  const guestIdOf = (thread: DocumentSnapshot) =>
    textIn(thread, 'guestId') ?? guestOfStay.get(textIn(thread, 'reservationId') ?? '')
  const guests = unnamed.flatMap(thread => named(guestIdOf(thread), id => guestDoc(db, id)) ?? [])
  const names = byId(await db.getAll(guests, ['name']), guest => textIn(guest, 'name'))
  return byId(unnamed, thread => names.get(guestIdOf(thread) ?? ''))
}

/** One stay of each guest to whom no thread belongs. One round trip, none where there is nobody. */
async function staysWithout(
  db: Firestore,
  threads: readonly DocumentSnapshot[],
  { leads, stays }: Known,
): Promise<FoundStay[]> {
  const taken = new Set(threads.flatMap(pathsIn))
  const guestsOf = (some: readonly DocumentSnapshot[]) => some.map(guestPathOf)
  for (const path of guestsOf(stays.filter(({ ref }) => taken.has(ref.path)))) taken.add(path)
  const free = stays.filter(
    stay => isDocumentId(textIn(stay, 'guestId') ?? '') && !taken.has(guestPathOf(stay)),
  )
  const first = free.filter((stay, at) => guestsOf(free).indexOf(guestPathOf(stay)) === at)
  const guests = await db.getAll(
    first.map(stay => db.doc(guestPathOf(stay))),
    ['name', 'threadId'],
  )
  const known = new Map(guests.map(guest => [guest.ref.path, guest]))
  return first.flatMap(stay => {
    const guest = known.get(guestPathOf(stay))
    if (taken.has(`threads/${textIn(guest, 'threadId')}`)) return []
    return [
      {
        reservationId: stay.id,
        because: leads.get(stay.ref.path) ?? 'reservation',
        guestName: textIn(guest, 'name') ?? null,
        propertyId: textIn(stay, 'propertyId') ?? null,
        arrival: textIn(stay, 'arrival') ?? null,
        departure: textIn(stay, 'departure') ?? null,
      },
    ]
  })
}

const guestPathOf = (stay: DocumentSnapshot): string => `guests/${textIn(stay, 'guestId')}`

/** The documents that may have led to a thread. */
function pathsIn(thread: DocumentSnapshot): string[] {
  const participants: unknown = thread.get('participantIds')
  return [
    thread.ref.path,
    ...(Array.isArray(participants) ? participants : []).map(id => `guests/${id}`),
    `guests/${textIn(thread, 'guestId')}`,
    `reservations/${textIn(thread, 'reservationId')}`,
    `properties/${textIn(thread, 'propertyId')}`,
  ]
}

const idsAmong = (leads: Leads, collection: string): string[] =>
  [...leads.keys()]
    .filter(path => path.startsWith(`${collection}/`))
    .map(path => path.slice(collection.length + 1))
    .filter(isDocumentId)

const docsOf = async (query: Query): Promise<QueryDocumentSnapshot[]> => (await query.get()).docs

const existing = async (db: Firestore, document: HasPath | undefined): Promise<DocumentSnapshot[]> =>
  document ? (await db.getAll([document])).filter(({ exists }) => exists) : []
