import type { Actor } from '../actor.ts'
import { attest } from '../audit.ts'
import { changeMemberships } from '../chat/change-participant.ts'
import { isMember, membersOf } from '../chat/members.ts'
import type { Thread } from '../chat/thread.ts'
import { textAt } from '../documents.ts'
import { isDocumentId } from '../identifiers.ts'
import type { OpsContext } from './context.ts'

/** Those of a thread who count as members though they came in only by posting. */
interface Joined {
  threadId: string
  userIds: string[]
}

const pageSize = 100

/** Marks users who only posted as role-joined, ending their membership, except those to keep. */
export async function correctMemberships(
  deps: OpsContext,
  actor: Actor,
  { kept, isDryRun }: { kept: readonly string[]; isDryRun: boolean },
) {
  const threads = await deps.threads.count()
  deps.tell(`${threads} threads to look through`)
  const joined = await findJoined(deps, kept, threads)
  const users: Record<string, number> = {}
  for (const id of joined.flatMap(({ userIds }) => userIds)) users[id] = (users[id] ?? 0) + 1
  const found = joined.length
  deps.tell(`${found} threads in which somebody counts as member and came in by posting`)
  const about = { threads, found, users, kept, dryRun: isDryRun }
  if (isDryRun || found === 0) return { ...about, changed: 0 }
  const changed = await markJoined(deps, joined)
  await attest(deps, actor, {
    ...{ action: 'ops.memberships', targetType: 'threads', targetId: 'all' },
    metadata: { found, changed, kept: kept.join(',') },
  })
  return { ...about, changed }
}

/** Looks through every thread, in the order of their ids. */
async function findJoined(deps: OpsContext, kept: readonly string[], threads: number): Promise<Joined[]> {
  const all: Joined[] = []
  let seen = 0
  for (let after: string | undefined; ; ) {
    const page = await deps.threads.page(after, pageSize)
    const found = await Promise.all(
      page.map(async ({ threadId, stored }) => {
        const userIds = stored ? await joinedBy(deps, threadId, stored.value, kept) : []
        return { threadId, userIds }
      }),
    )
    const joined = found.filter(({ userIds }) => userIds.length > 0)
    for (const { threadId, userIds } of joined) deps.tell(`${threadId}: ${userIds.join(', ')}`)
    all.push(...joined)
    seen += page.length
    deps.tell(`${seen} of ${threads}`)
    after = page.at(-1)?.threadId
    if (page.length < pageSize) return all
  }
}

/** Whoever posted and is neither the stay's guest nor its landlord. */
async function joinedBy(
  deps: OpsContext,
  threadId: string,
  thread: Thread,
  kept: readonly string[],
): Promise<string[]> {
  const candidates = [...new Set(membersOf(thread))].filter(id => !kept.includes(id))
  const collection = `threads/${threadId}/messages`
  const posts = await Promise.all(
    candidates.map(id => deps.documents.count({ collection, where: [['authorId', '==', id]] })),
  )
  const authors = candidates.filter((_, at) => posts[at] !== 0)
  if (authors.length === 0) return []
  const parties = await partiesOf(deps, threadId, thread, authors)
  return authors.filter(id => !parties.includes(id))
}

/** Guest and landlord. A support thread may be about no property: there its landlord is who has an account. */
async function partiesOf(
  { documents, guests }: OpsContext,
  threadId: string,
  { source, reservationId, propertyId }: Thread,
  authors: readonly string[],
): Promise<(string | undefined)[]> {
  const guest = await guests.ofThread({ threadId, reservationId })
  const stay =
    !isId(propertyId) && isId(reservationId)
      ? await documents.read(`reservations/${reservationId}`)
      : undefined
  const property = isId(propertyId) ? propertyId : textAt(stay, 'propertyId')
  const places = property ? [...(await guests.placesOf([property])).values()] : []
  const accounts = authors.filter(isDocumentId).map(id => `accounts/${id}`)
  const withAccount = source === 'support' && !property ? await documents.readAll(accounts) : []
  return [guest?.guestId, ...places.map(({ landlordId }) => landlordId), ...withAccount.map(({ id }) => id)]
}

const isId = (id: string | null | undefined): id is string => typeof id === 'string' && isDocumentId(id)

/** Answers in how many threads that was news. */
async function markJoined(deps: OpsContext, joined: readonly Joined[]): Promise<number> {
  let changed = 0
  for (let from = 0; from < joined.length; from += pageSize) {
    const news = await Promise.all(
      joined.slice(from, from + pageSize).map(({ threadId, userIds }) =>
        changeMemberships(deps, threadId, thread => {
          const members = userIds.filter(id => isMember(thread, id))
          return members.length > 0
            ? { roleJoinedIds: [...new Set([...thread.roleJoinedIds, ...members])] }
            : undefined
        }),
      ),
    )
    changed += news.filter(isNews => isNews).length
    deps.tell(`${changed} of ${joined.length}`)
  }
  return changed
}
