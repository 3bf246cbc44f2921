import type { Firestore } from 'firebase-admin/firestore'
import { guests } from '../../functions/src/adapters/firestore/guest-queries.ts'
import { textIn } from '../../functions/src/adapters/firestore/repository.ts'
import { threads } from '../../functions/src/adapters/firestore/threads.ts'
import { systemClock } from '../../functions/src/adapters/system.ts'
import { isMember, membersOf } from '../../functions/src/lib/chat/membership.ts'
import type { ThreadFields } from '../../functions/src/lib/chat/ports.ts'
import type { Thread } from '../../functions/src/lib/chat/thread.ts'
import type { Company } from '../../functions/src/lib/company.ts'
import { change, resolvedAs } from '../../functions/src/lib/durable/change.ts'
import { isDocumentId } from '../../functions/src/lib/identifiers.ts'
import type { Versioned } from '../../functions/src/lib/ports.ts'
import { firestoreByEnvironment } from '../firestore.ts'

/** Those of a thread who count as members though they came in only by posting. */
export interface Joined {
  threadId: string
  userIds: string[]
}

const pageSize = 100

export const countThreads = (db: Firestore): Promise<number> => threads(firestoreByEnvironment(db)).count()

/** Looks through every thread, in the order of their ids, for who has joined and is not known for it. */
export async function findJoined(
  db: Firestore,
  kept: readonly string[],
  onPage: (found: readonly Joined[], seen: number) => void,
): Promise<Joined[]> {
  const all: Joined[] = []
  let seen = 0
  for (let after: string | undefined; ; ) {
    const page = await threads(firestoreByEnvironment(db)).page(after, pageSize)
    const found = await Promise.all(
      page.map(async ({ threadId, stored }): Promise<Joined> => {
        const userIds = stored ? await joinedBy(db, threadId, stored.value, kept) : []
        return { threadId, userIds }
      }),
    )
    const joined = found.filter(({ userIds }) => userIds.length > 0)
    all.push(...joined)
    seen += page.length
    onPage(joined, seen)
    after = page.at(-1)?.threadId
    if (page.length < pageSize) return all
  }
}

/** Whoever posted and is neither the stay's guest nor its landlord. */
async function joinedBy(
  db: Firestore,
  threadId: string,
  thread: Thread,
  kept: readonly string[],
): Promise<string[]> {
  const candidates = [...new Set(membersOf(thread))].filter(id => !kept.includes(id))
  const posts = db.collection(`threads/${threadId}/messages`)
  const found = await Promise.all(candidates.map(id => posts.where('authorId', '==', id).limit(1).get()))
  const authors = candidates.filter((_, at) => found[at]?.empty === false)
  if (authors.length === 0) return []
  const parties = await partiesOf(db, threadId, thread, authors)
  return authors.filter(id => !parties.includes(id))
}

/** Guest and landlord. A support thread may be about no property: there its landlord is who has an account. */
async function partiesOf(
  db: Firestore,
  threadId: string,
  { source, reservationId, propertyId }: Thread,
  authors: readonly string[],
): Promise<string[]> {
  const guest = await guests(firestoreByEnvironment(db)).ofThread({ threadId, reservationId })
  const property = isPlace(propertyId)
    ? propertyId
    : isPlace(reservationId)
      ? textIn(await db.doc(`reservations/${reservationId}`).get(), 'propertyId')
      : undefined
  const landlordId = isPlace(property)
    ? textIn(await db.doc(`properties/${property}`).get(), 'landlordId')
    : undefined
  const withAccount = source === 'support' && !property ? await accountsAmong(db, authors) : []
  return [guest?.guestId, landlordId, ...withAccount].filter(id => id !== undefined)
}

const isPlace = (id: string | null | undefined): id is string => typeof id === 'string' && isDocumentId(id)

async function accountsAmong(db: Firestore, userIds: readonly string[]): Promise<string[]> {
  const documents = userIds.filter(isDocumentId).map(id => db.doc(`accounts/${id}`))
  if (documents.length === 0) return []
  return (await db.getAll(...documents)).filter(({ exists }) => exists).map(({ id }) => id)
}

/** Writes down that they have joined; answers in how many threads that was news. */
export async function markJoined(
  db: Firestore,
  joined: readonly Joined[],
  onProgress: (count: number) => void,
): Promise<number> {
  let changed = 0
  for (let from = 0; from < joined.length; from += pageSize) {
    const some = joined.slice(from, from + pageSize)
    const news = await Promise.all(
      some.map(({ threadId, userIds }) =>
        changeMemberships(db, threadId, thread => {
          const members = userIds.filter(id => isMember(thread, id))
          return members.length > 0
            ? { roleJoinedIds: [...new Set([...thread.roleJoinedIds, ...members])] }
            : undefined
        }),
      ),
    )
    changed += news.filter(isNews => isNews).length
    onProgress(changed)
  }
  return changed
}

/** Changes who takes part in a thread; whether that was news, undefined where there is no such thread. */
export const changeMemberships = (
  db: Firestore,
  threadId: string,
  decide: (thread: Thread) => ThreadFields | undefined,
  company: Company = {},
): Promise<boolean | undefined> =>
  change<Versioned<Thread> | undefined, ThreadFields, boolean | undefined>(
    { clock: systemClock },
    {
      read: () => threads(firestoreByEnvironment(db)).read(threadId),
      decide: thread => {
        if (!thread) return { result: undefined }
        const fields = decide(thread.value)
        return fields ? { write: { ...fields, version: thread.value.version + 1 } } : { result: false }
      },
      commit: async (fields, thread) =>
        thread
          ? resolvedAs(
              await threads(firestoreByEnvironment(db)).change(threadId, thread.revision, {
                fields,
                company,
              }),
              true,
            )
          : 'unresolved',
    },
  )
