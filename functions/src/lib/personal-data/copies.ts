import { type DocumentQuery, isMap, listAt, type StoredDocument, textAt } from '../documents.ts'
import { idsIn } from '../identifiers.ts'
import { everySpellingOf } from '../spellings.ts'
import { allAddressesOf, type CopiesDeps, holdersOf, identitiesOf } from './identities.ts'

/** A thread that a guest wrote in or that is about their stay, with what in it is theirs. */
export interface ThreadCopies {
  thread: StoredDocument
  /** It is about their stay, or goes to them. */
  isTheirs: boolean
  messages: StoredDocument[]
}

/** Everything that is stored of a guest. */
export interface Copies {
  /** The guest's own, and those that we made for them before we knew them. */
  ids: string[]
  guests: StoredDocument[]
  /** Numbers and chatapp ids that are theirs alone. */
  addresses: string[]
  /** Shared with another guest, so they prove nobody's ownership. */
  sharedAddresses: string[]
  users: StoredDocument[]
  reservations: StoredDocument[]
  threads: ThreadCopies[]
  /** What is to be sent to them at a time. */
  scheduled: StoredDocument[]
  /** What is known of theirs at OTAs. */
  conversations: StoredDocument[]
  triage: StoredDocument[]
  /** Entries that name a thread of theirs as one they may belong to. */
  candidacies: StoredDocument[]
  emails: StoredDocument[]
  items: StoredDocument[]
  audits: StoredDocument[]
  spamMarks: StoredDocument[]
}

const idsOf = (found: readonly StoredDocument[]): string[] => found.map(({ id }) => id)

const textsAt = (found: readonly StoredDocument[], field: string): string[] =>
  found.flatMap(document => textAt(document, field) ?? [])

const unique = (found: readonly StoredDocument[]): StoredDocument[] => [
  ...new Map(found.map(document => [document.path, document])).values(),
]

/** Looks for every copy, whether or not the guest's own document is still there. `ids`: as an earlier look knew them. */
export async function copiesOf(deps: CopiesDeps, guestId: string, ids?: readonly string[]): Promise<Copies> {
  const { documents } = deps
  const all = async (...queries: DocumentQuery[]) =>
    unique((await Promise.all(queries.map(query => documents.find(query)))).flat())
  const identities = [...(ids ?? (await identitiesOf(deps, guestId)))]
  const guests = await documents.readAll(identities.map(id => `guests/${id}`))
  const reservations = await all({ collection: 'reservations', among: ['guestId', identities] })
  const triaged = await all({ collection: 'triage' })
  const known = { ids: identities, guests, reservations, triaged }
  const own = guests.flatMap(allAddressesOf)
  const { threads, addresses, sharedAddresses } = await withFormer(deps, known, own)
  const ownThreads = idsOf(threads.flatMap(({ thread, isTheirs }) => (isTheirs ? [thread] : [])))
  const ownMessages = new Set(threads.flatMap(({ messages }) => idsOf(messages)))
  const isTheirs = (entry: StoredDocument) =>
    ownMessages.has(entry.id) || hasAny(entry, ['from', 'senderId'], addresses)
  return {
    ...{ ids: identities, guests, addresses, sharedAddresses, reservations, threads },
    users: (await Promise.all(identities.map(id => profileOf(deps, id)))).filter(user => user !== undefined),
    scheduled: await all({ collection: 'scheduledSends', among: ['threadId', ownThreads] }),
    conversations: await all(
      { collection: 'otaConversations', among: ['guestId', identities] },
      { collection: 'otaConversations', among: ['threadId', ownThreads] },
    ),
    triage: triaged.filter(isTheirs),
    candidacies: triaged.filter(entry => !isTheirs(entry) && names(entry, ownThreads)),
    emails: await all({ collection: 'emails', among: ['to', textsAt(guests, 'email')] }),
    items: await all(
      { collection: 'items', among: ['guestId', identities] },
      { collection: 'items', among: ['reservationId', idsOf(reservations)] },
      { collection: 'items', among: ['threadId', ownThreads] },
    ),
    audits: await all({ collection: 'auditLog', among: ['actorId', identities] }),
    spamMarks: (await all({ collection: 'spamSenders' })).filter(mark => hasAny(mark, ['from'], addresses)),
  }
}

const hasAny = (document: StoredDocument, fields: readonly string[], addresses: readonly string[]): boolean =>
  fields.some(field => addresses.includes(textAt(document, field) ?? ''))

const names = (entry: StoredDocument, threadIds: readonly string[]): boolean =>
  listAt(entry, 'candidates').some(
    one => isMap(one) && threadIds.includes(String(one.threadId)) && one.guestName,
  )

type Known = Pick<Copies, 'ids' | 'guests' | 'reservations'> & { triaged: StoredDocument[] }

/** Their threads, and their addresses with those that they were written to at before a correction. */
async function withFormer(deps: CopiesDeps, known: Known, own: readonly string[]) {
  const now = await addressesOf(deps, known, own)
  const threads = await threadsOf(deps, { ...known, ...now })
  const written = threads.flatMap(({ isTheirs, messages }) => (isTheirs ? messages : []))
  const former = everySpellingOf(textsAt(written, 'delivery.to')).filter(address => !own.includes(address))
  if (former.length === 0) return { threads, ...now }
  const all = await addressesOf(deps, known, [...own, ...former])
  return { threads: await threadsOf(deps, { ...known, ...all }), ...all }
}

/** Addresses, apart from those that another guest has, too. */
async function addressesOf({ guests }: CopiesDeps, { ids }: Known, all: readonly string[]) {
  const unique = [...new Set(all)]
  const having = await holdersOf(guests, unique)
  const isShared = (at: number) => having[at]?.some(holder => !ids.includes(holder))
  return {
    addresses: unique.filter((_, at) => !isShared(at)),
    sharedAddresses: unique.filter((_, at) => isShared(at)),
  }
}

const otherRoles = new Set<unknown>(['operations', 'support', 'service', 'landlord'])

/** Who is also a landlord or of the staff keeps their profile. */
async function profileOf({ documents }: CopiesDeps, guestId: string): Promise<StoredDocument | undefined> {
  const user = await documents.read(`users/${guestId}`)
  const isOther = otherRoles.has(user?.value.role) || (await documents.read(`accounts/${guestId}`))
  return isOther ? undefined : user
}

async function threadsOf(
  { documents, guests: stored }: CopiesDeps,
  known: Known & Pick<Copies, 'addresses'>,
): Promise<ThreadCopies[]> {
  const { ids, guests, reservations, triaged, addresses } = known
  const own = [
    ...(await documents.find({ collection: 'threads', among: ['reservationId', idsOf(reservations)] })),
    ...(await documents.find({ collection: 'threads', among: ['guestId', ids] })),
    ...(await documents.readAll(textsAt(guests, 'threadId').map(threadId => `threads/${threadId}`))),
  ]
  const joined = await Promise.all(
    ids.flatMap(id =>
      ['participantIds', 'writerIds'].map(field =>
        documents.find({ collection: 'threads', where: [[field, 'array-contains', id]] }),
      ),
    ),
  )
  // Also where their messages do not go any more, or what came from them was given to somebody else.
  const assigned = triaged.filter(entry => hasAny(entry, ['from'], addresses))
  const sent = Map.groupBy(
    [
      ...(await documents.find({
        ...{ collection: 'messages', group: true, among: ['delivery.to', addresses] },
        orderBy: ['delivery.claimedAt', 'desc'],
      })),
      ...(await documents.readAll(
        assigned.flatMap(entry => {
          const threadId = textAt(entry, 'threadId')
          return threadId ? [`threads/${threadId}/messages/${entry.id}`] : []
        }),
      )),
    ],
    ({ path }) => idsIn(path)[0] ?? '',
  )
  const left = await documents.readAll([...sent.keys()].map(threadId => `threads/${threadId}`))
  const ownIds = new Set(idsOf(own))
  const everyAddress = [...addresses, ...guests.flatMap(allAddressesOf)]
  return Promise.all(
    unique([...own, ...joined.flat(), ...left]).map(async thread => {
      const isTheirs = ownIds.has(thread.id)
      const found = await documents.find({
        collection: `${thread.path}/messages`,
        ...(!isTheirs && { among: ['authorId', ids] as const }),
      })
      const authors = new Set(textsAt(found, 'authorId')).difference(new Set(ids))
      const others = isTheirs ? await stored.read([...authors]) : new Map()
      const isOfGuest = (message: StoredDocument): boolean => {
        const author = textAt(message, 'authorId') ?? ''
        const to = textAt(message, 'delivery.to')
        if (ids.includes(author)) return true
        return !others.has(author) && (others.size === 0 || to === undefined || everyAddress.includes(to))
      }
      const theirs = [...found.filter(isOfGuest), ...(sent.get(thread.id) ?? [])]
      return { thread, isTheirs, messages: unique(theirs) }
    }),
  )
}
