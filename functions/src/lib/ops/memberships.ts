import type { Actor } from '../actor.ts'
import { attest } from '../audit.ts'
import { changeMemberships } from '../chat/change-participant.ts'
import { isMember, membersOf } from '../chat/members.ts'
import { guestOfThread, placesOf } from '../chat/stays.ts'
import type { Thread } from '../chat/thread.ts'
import { listedThreads } from '../chat/thread-writes.ts'
import { accounts, reservations } from '../company.ts'
import { textAt } from '../documents.ts'
import { isDocumentId } from '../identifiers.ts'
import { pagesOf } from '../store.ts'
import type { OpsContext } from './context.ts'
import { documentsIn } from './documents.ts'

interface Joined {
  threadId: string
  userIds: string[]
}

const pageSize = 100

export async function correctMemberships(
  deps: OpsContext,
  actor: Actor,
  { exceptions, isDryRun }: { exceptions: readonly string[]; isDryRun: boolean },
) {
  const threads = await deps.store.count(listedThreads.all())
  deps.tell(`${threads} threads to look through`)
  const joined = await findJoined(deps, exceptions, threads)
  const users: Record<string, number> = {}
  for (const id of joined.flatMap(({ userIds }) => userIds)) users[id] = (users[id] ?? 0) + 1
  const found = joined.length
  deps.tell(`${found} threads in which somebody counts as member and came in by posting`)
  const about = { threads, found, users, kept: exceptions, dryRun: isDryRun }
  if (isDryRun || found === 0) return { ...about, changed: 0 }
  const changed = await markJoined(deps, joined)
  await attest(deps, actor, {
    action: 'ops.memberships',
    targetType: 'threads',
    targetId: 'all',
    metadata: { found, changed, kept: exceptions.join(',') },
  })
  return { ...about, changed }
}

async function findJoined(
  deps: OpsContext,
  exceptions: readonly string[],
  threads: number,
): Promise<Joined[]> {
  const all: Joined[] = []
  let position = 0
  for await (const page of pagesOf(deps.store, listedThreads.orderBy('__name__'), pageSize)) {
    const candidates = await Promise.all(
      page.map(async ({ id, value }) => {
        const userIds = value ? await joinedBy(deps, id, value, exceptions) : []
        return { threadId: id, userIds }
      }),
    )
    const joined = candidates.filter(({ userIds }) => userIds.length > 0)
    for (const { threadId, userIds } of joined) deps.tell(`${threadId}: ${userIds.join(', ')}`)
    all.push(...joined)
    position += page.length
    deps.tell(`${position} of ${threads}`)
  }
  return all
}

async function joinedBy(
  deps: OpsContext,
  threadId: string,
  thread: Thread,
  exceptions: readonly string[],
): Promise<string[]> {
  const candidates = [...new Set(membersOf(thread))].filter(id => !exceptions.includes(id))
  const posts = documentsIn(`threads/${threadId}/messages`)
  const counts = await Promise.all(candidates.map(id => deps.store.count(posts.where('authorId', '==', id))))
  const authors = candidates.filter((_, at) => counts[at] !== 0)
  if (authors.length === 0) return []
  const parties = await partiesOf(deps, threadId, thread, authors)
  return authors.filter(id => !parties.includes(id))
}

/** Without a property, the landlord is the participant with an account. */
async function partiesOf(
  { store }: OpsContext,
  threadId: string,
  { source, reservationId, propertyId }: Thread,
  authors: readonly string[],
): Promise<(string | undefined)[]> {
  const guest = await guestOfThread(store, { threadId, reservationId })
  const stay =
    !isId(propertyId) && isId(reservationId) ? await store.read(reservations.at(reservationId)) : undefined
  const property = isId(propertyId) ? propertyId : textAt(stay, 'propertyId')
  const places = [...(await placesOf(store, property ? [property] : [])).values()]
  const withAccount =
    source === 'support' && !property
      ? await store.readAll(authors.flatMap(id => accounts.named(id) ?? []))
      : []
  return [guest?.guestId, ...places.map(({ landlordId }) => landlordId), ...withAccount.map(({ id }) => id)]
}

const isId = (id: string | null | undefined): id is string => typeof id === 'string' && isDocumentId(id)

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
