import { storedGuest } from '../chat/guest.ts'
import { type DocumentQuery, isMap, listAt, type StoredDocument, textAt } from '../documents.ts'
import { idsIn } from '../identifiers.ts'
import type { OpsContext } from '../ops/context.ts'
import { everySpellingOf } from '../spellings.ts'

/** A thread that a guest wrote in or that is about their stay, with what in it is theirs. */
export interface ThreadCopies {
  thread: StoredDocument
  /** It is about their stay, or goes to them. */
  isTheirs: boolean
  messages: StoredDocument[]
}

/** Everything that is stored of a guest. */
export interface Copies {
  guestId: string
  guest: StoredDocument | undefined
  /** Numbers and chatapp ids that are theirs alone. */
  addresses: string[]
  /** Shared with another guest, so they prove nobody's ownership. */
  sharedAddresses: string[]
  user: StoredDocument | undefined
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

export type CopiesDeps = Pick<OpsContext, 'documents' | 'guests'>

const idsOf = (found: readonly StoredDocument[]): string[] => found.map(({ id }) => id)

const unique = (found: readonly StoredDocument[]): StoredDocument[] => [
  ...new Map(found.map(document => [document.path, document])).values(),
]

/** Looks for every copy, whether or not the guest's own document is still there. */
export async function copiesOf(deps: CopiesDeps, guestId: string): Promise<Copies> {
  const { documents } = deps
  const all = async (...queries: DocumentQuery[]) =>
    unique((await Promise.all(queries.map(query => documents.find(query)))).flat())
  const guest = await documents.read(`guests/${guestId}`)
  const reservations = await all({ collection: 'reservations', where: [['guestId', '==', guestId]] })
  const { addresses, sharedAddresses } = await addressesOf(deps, guestId, guest)
  const threads = await threadsOf(deps, { guestId, guest, reservations, addresses })
  const ownThreads = idsOf(threads.flatMap(({ thread, isTheirs }) => (isTheirs ? [thread] : [])))
  const ownMessages = new Set(threads.flatMap(({ messages }) => idsOf(messages)))
  const isTheirs = (entry: StoredDocument) =>
    ownMessages.has(entry.id) || hasAddress(entry, 'from') || hasAddress(entry, 'senderId')
  const hasAddress = (document: StoredDocument, field: string) =>
    addresses.includes(textAt(document, field) ?? '')
  const triaged = await all({ collection: 'triage' })
  const email = textAt(guest, 'email')
  return {
    ...{ guestId, guest, addresses, sharedAddresses, reservations, threads },
    user: await profileOf(deps, guestId),
    scheduled: await all({ collection: 'scheduledSends', among: ['threadId', ownThreads] }),
    conversations: await all(
      { collection: 'otaConversations', where: [['guestId', '==', guestId]] },
      { collection: 'otaConversations', among: ['threadId', ownThreads] },
    ),
    triage: triaged.filter(isTheirs),
    candidacies: triaged.filter(entry => !isTheirs(entry) && names(entry, ownThreads)),
    emails: email ? await all({ collection: 'emails', where: [['to', '==', email]] }) : [],
    items: await all(
      { collection: 'items', where: [['guestId', '==', guestId]] },
      { collection: 'items', among: ['reservationId', idsOf(reservations)] },
      { collection: 'items', among: ['threadId', ownThreads] },
    ),
    audits: await all({ collection: 'auditLog', where: [['actorId', '==', guestId]] }),
    spamMarks: (await all({ collection: 'spamSenders' })).filter(mark => hasAddress(mark, 'from')),
  }
}

const names = (entry: StoredDocument, threadIds: readonly string[]): boolean =>
  listAt(entry, 'candidates').some(
    one => isMap(one) && threadIds.includes(String(one.threadId)) && one.guestName,
  )

/** The guest's own addresses, apart from those that another guest has, too. */
async function addressesOf({ guests }: CopiesDeps, guestId: string, guest: StoredDocument | undefined) {
  const own = allAddressesOf(guest)
  const having = await Promise.all(own.map(address => guests.byAddress([address])))
  const isShared = (at: number) => having[at]?.some(other => other.guestId !== guestId)
  return {
    addresses: own.filter((_, at) => !isShared(at)),
    sharedAddresses: own.filter((_, at) => isShared(at)),
  }
}

function allAddressesOf(guest: StoredDocument | undefined): string[] {
  const { phone, lastChatappAddress, addresses, chatappIds } = storedGuest.parse(guest?.value ?? {})
  const texts = [phone, lastChatappAddress, ...addresses, ...chatappIds]
  return everySpellingOf(texts.flatMap(text => text || []))
}

const otherRoles = new Set<unknown>(['operations', 'support', 'service', 'landlord'])

/** Who is also a landlord or of the staff keeps their profile. */
async function profileOf({ documents }: CopiesDeps, guestId: string): Promise<StoredDocument | undefined> {
  const user = await documents.read(`users/${guestId}`)
  const isOther = otherRoles.has(user?.value.role) || (await documents.read(`accounts/${guestId}`))
  return isOther ? undefined : user
}

async function threadsOf(
  { documents, guests }: CopiesDeps,
  known: Pick<Copies, 'guestId' | 'guest' | 'reservations' | 'addresses'>,
): Promise<ThreadCopies[]> {
  const { guestId, guest, reservations, addresses } = known
  const pointer = textAt(guest, 'threadId')
  const own = [
    ...(await documents.find({ collection: 'threads', among: ['reservationId', idsOf(reservations)] })),
    ...(await documents.find({ collection: 'threads', where: [['guestId', '==', guestId]] })),
    ...(await documents.readAll(pointer ? [`threads/${pointer}`] : [])),
  ]
  const joined = await Promise.all(
    ['participantIds', 'writerIds'].map(field =>
      documents.find({ collection: 'threads', where: [[field, 'array-contains', guestId]] }),
    ),
  )
  // Also where their messages do not go any more.
  const sent = Map.groupBy(
    await documents.find({
      ...{ collection: 'messages', group: true, among: ['delivery.to', addresses] },
      orderBy: ['delivery.claimedAt', 'desc'],
    }),
    ({ path }) => idsIn(path)[0] ?? '',
  )
  const left = await documents.readAll([...sent.keys()].map(threadId => `threads/${threadId}`))
  const ownIds = new Set(idsOf(own))
  const everyAddress = allAddressesOf(guest)
  return Promise.all(
    unique([...own, ...joined.flat(), ...left]).map(async thread => {
      const isTheirs = ownIds.has(thread.id)
      const stored = await documents.find({
        collection: `${thread.path}/messages`,
        ...(!isTheirs && { where: [['authorId', '==', guestId]] }),
      })
      const authors = new Set(stored.flatMap(message => textAt(message, 'authorId') ?? []))
      authors.delete(guestId)
      const others = isTheirs ? await guests.read([...authors]) : new Map()
      const isOfGuest = (message: StoredDocument): boolean => {
        const author = textAt(message, 'authorId') ?? ''
        const to = textAt(message, 'delivery.to')
        if (author === guestId) return true
        return !others.has(author) && (others.size === 0 || to === undefined || everyAddress.includes(to))
      }
      const theirs = [...stored.filter(isOfGuest), ...(sent.get(thread.id) ?? [])]
      return { thread, isTheirs, messages: unique(theirs) }
    }),
  )
}
