import { guests as storedGuests } from '../chat/guest.ts'
import { accounts } from '../company.ts'
import { isMap, listAt, textAt } from '../documents.ts'
import { idsIn } from '../identifiers.ts'
import { documentAt, documentsIn } from '../ops/documents.ts'
import { everySpellingOf } from '../spellings.ts'
import type { StoredDocument } from '../store.ts'
import {
  allAddressesOf,
  type CopiesDeps,
  documentsWith,
  holdersOf,
  identitiesOf,
  readPaths,
} from './identities.ts'

export interface ThreadCopies {
  thread: StoredDocument
  isTheirs: boolean
  messages: StoredDocument[]
}

export interface Copies {
  /** With those of our stand-ins. */
  ids: string[]
  guests: StoredDocument[]
  /** Numbers and chatapp ids of no other guest. */
  addresses: string[]
  /** A shared address proves no ownership. */
  sharedAddresses: string[]
  users: StoredDocument[]
  reservations: StoredDocument[]
  threads: ThreadCopies[]
  scheduled: StoredDocument[]
  conversations: StoredDocument[]
  triage: StoredDocument[]
  candidacies: StoredDocument[]
  emails: StoredDocument[]
  items: StoredDocument[]
  audits: StoredDocument[]
  spamMarks: StoredDocument[]
}

const idsOf = (documents: readonly StoredDocument[]): string[] => documents.map(({ id }) => id)

const textsAt = (documents: readonly StoredDocument[], field: string): string[] =>
  documents.flatMap(document => textAt(document, field) ?? [])

const unique = (documents: readonly StoredDocument[]): StoredDocument[] => [
  ...new Map(documents.map(document => [document.path, document])).values(),
]

/** `ids` come from an earlier look: the guest's document may be gone. */
export async function copiesOf(deps: CopiesDeps, guestId: string, ids?: readonly string[]): Promise<Copies> {
  const { store } = deps
  const all = async (...finds: Promise<StoredDocument[]>[]) => unique((await Promise.all(finds)).flat())
  const identities = [...(ids ?? (await identitiesOf(deps, guestId)))]
  const guests = await readPaths(
    store,
    identities.map(id => `guests/${id}`),
  )
  const reservations = await documentsWith(store, 'reservations', 'guestId', identities)
  const triaged = await store.find(documentsIn('triage'))
  const sources = { ids: identities, guests, reservations, triaged }
  const own = guests.flatMap(allAddressesOf)
  const { threads, addresses, sharedAddresses } = await withFormer(deps, sources, own)
  const ownThreads = idsOf(threads.flatMap(({ thread, isTheirs }) => (isTheirs ? [thread] : [])))
  const ownMessages = new Set(threads.flatMap(({ messages }) => idsOf(messages)))
  const isTheirs = (entry: StoredDocument) =>
    ownMessages.has(entry.id) || hasAny(entry, ['from', 'senderId'], addresses)
  return {
    ids: identities,
    guests,
    addresses,
    sharedAddresses,
    reservations,
    threads,
    users: (await Promise.all(identities.map(id => profileOf(deps, id)))).filter(user => user !== undefined),
    scheduled: await documentsWith(store, 'scheduledSends', 'threadId', ownThreads),
    conversations: await all(
      documentsWith(store, 'otaConversations', 'guestId', identities),
      documentsWith(store, 'otaConversations', 'threadId', ownThreads),
    ),
    triage: triaged.filter(isTheirs),
    candidacies: triaged.filter(entry => !isTheirs(entry) && names(entry, ownThreads)),
    emails: await documentsWith(store, 'emails', 'to', textsAt(guests, 'email')),
    items: await all(
      documentsWith(store, 'items', 'guestId', identities),
      documentsWith(store, 'items', 'reservationId', idsOf(reservations)),
      documentsWith(store, 'items', 'threadId', ownThreads),
    ),
    audits: await documentsWith(store, 'auditLog', 'actorId', identities),
    spamMarks: (await store.find(documentsIn('spamSenders'))).filter(mark =>
      hasAny(mark, ['from'], addresses),
    ),
  }
}

const hasAny = (document: StoredDocument, fields: readonly string[], addresses: readonly string[]): boolean =>
  fields.some(field => addresses.includes(textAt(document, field) ?? ''))

const names = (entry: StoredDocument, threadIds: readonly string[]): boolean =>
  listAt(entry, 'candidates').some(
    one => isMap(one) && threadIds.includes(String(one.threadId)) && one.guestName,
  )

type GuestSources = Pick<Copies, 'ids' | 'guests' | 'reservations'> & { triaged: StoredDocument[] }

async function withFormer(deps: CopiesDeps, sources: GuestSources, own: readonly string[]) {
  const now = await addressesOf(deps, sources, own)
  const threads = await threadsOf(deps, { ...sources, ...now })
  const written = threads.flatMap(({ isTheirs, messages }) => (isTheirs ? messages : []))
  const former = everySpellingOf(textsAt(written, 'delivery.to')).filter(address => !own.includes(address))
  if (former.length === 0) return { threads, ...now }
  const all = await addressesOf(deps, sources, [...own, ...former])
  return { threads: await threadsOf(deps, { ...sources, ...all }), ...all }
}

async function addressesOf({ store }: CopiesDeps, { ids }: GuestSources, all: readonly string[]) {
  const unique = [...new Set(all)]
  const holders = await holdersOf(store, unique)
  const isShared = (at: number) => holders[at]?.some(holder => !ids.includes(holder))
  return {
    addresses: unique.filter((_, at) => !isShared(at)),
    sharedAddresses: unique.filter((_, at) => isShared(at)),
  }
}

const otherRoles = new Set<unknown>(['operations', 'support', 'service', 'landlord'])

/** Landlords and staff keep their profile. */
async function profileOf({ store }: CopiesDeps, guestId: string): Promise<StoredDocument | undefined> {
  const user = await store.read(documentAt(`users/${guestId}`))
  const isOther = otherRoles.has(user?.value.role) || (await store.read(accounts.at(guestId)))
  return isOther ? undefined : user
}

const guestsAmong = async (store: CopiesDeps['store'], ids: readonly string[]): Promise<Set<string>> =>
  new Set((await store.readAll(ids.flatMap(id => storedGuests.named(id) ?? []))).map(({ id }) => id))

async function threadsOf(
  { store }: CopiesDeps,
  sources: GuestSources & Pick<Copies, 'addresses'>,
): Promise<ThreadCopies[]> {
  const { ids, guests, reservations, triaged, addresses } = sources
  const readThreads = (threadIds: readonly string[]) =>
    readPaths(
      store,
      threadIds.map(threadId => `threads/${threadId}`),
    )
  const own = [
    ...(await documentsWith(store, 'threads', 'reservationId', idsOf(reservations))),
    ...(await documentsWith(store, 'threads', 'guestId', ids)),
    ...(await readThreads(textsAt(guests, 'threadId'))),
  ]
  const joined = await Promise.all(
    ids.flatMap(id =>
      ['participantIds', 'writerIds'].map(field =>
        store.find(documentsIn('threads').where(field, 'array-contains', id)),
      ),
    ),
  )
  // These may be in other guests' threads.
  const assigned = triaged.filter(entry => hasAny(entry, ['from'], addresses))
  const sent = Map.groupBy(
    [
      ...(await store.find(
        documentsIn('messages', true)
          .where('delivery.to', 'in', addresses)
          .orderBy('delivery.claimedAt', 'desc'),
      )),
      ...(await readPaths(
        store,
        assigned.flatMap(entry => {
          const threadId = textAt(entry, 'threadId')
          return threadId ? [`threads/${threadId}/messages/${entry.id}`] : []
        }),
      )),
    ],
    ({ path }) => idsIn(path)[0] ?? '',
  )
  const left = await readThreads([...sent.keys()])
  const ownIds = new Set(idsOf(own))
  const everyAddress = [...addresses, ...guests.flatMap(allAddressesOf)]
  return Promise.all(
    unique([...own, ...joined.flat(), ...left]).map(async thread => {
      const isTheirs = ownIds.has(thread.id)
      const messages = documentsIn(`${thread.path}/messages`)
      const posts = await store.find(isTheirs ? messages : messages.where('authorId', 'in', ids))
      const authors = new Set(textsAt(posts, 'authorId')).difference(new Set(ids))
      const others = isTheirs ? await guestsAmong(store, [...authors]) : new Set<string>()
      const isOfGuest = (message: StoredDocument): boolean => {
        const author = textAt(message, 'authorId') ?? ''
        const to = textAt(message, 'delivery.to')
        if (ids.includes(author)) return true
        return !others.has(author) && (others.size === 0 || to === undefined || everyAddress.includes(to))
      }
      const theirs = [...posts.filter(isOfGuest), ...(sent.get(thread.id) ?? [])]
      return { thread, isTheirs, messages: unique(theirs) }
    }),
  )
}
