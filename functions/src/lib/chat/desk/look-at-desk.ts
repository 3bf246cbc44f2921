import type { Needs } from '../../context.ts'
import type { ItemChange } from '../../items/item.ts'
import type { Versioned } from '../../ports.ts'
import { attentionBecause, attentionWithoutCause } from '../attention.ts'
import { followStay } from '../opening/follow-stay.ts'
import type { Thread } from '../thread.ts'
import { deskChange, windowNoticeAt } from './desk.ts'
import { closings, missedItem, nearItem } from './desk-items.ts'
import type { Exchange } from './exchange.ts'
import { afterTelling, openOne } from './exchanges.ts'
import { mayBeGivenAway, ownerNews } from './owner.ts'
import type { Team } from './team.ts'

type Deps = Needs<'guests' | 'items' | 'operations' | 'ownerTurns' | 'rules' | 'threads' | 'userStatuses'>

/**
 * What is due on a thread by the clock, in one commit: an owner who is not there gives it back, an answer that is nearly
 * late escalates once, one that is late opens an item, an owner hears that the guest's channel is about to take
 * templates only, a snooze ends, another stay of the guest counts. Idempotent. A commit that lost a race is left to the next run, which finds the thread
 * due only if something still is. `asksOwner`: the owner is looked at, due or not.
 */
export async function lookAtDesk(deps: Deps, threadId: string, asksOwner = false): Promise<void> {
  const { clock, operations, ownerTurns, threads } = deps
  const found = await threads.read(threadId)
  const now = clock.now()
  const isDue = (at: Date | null | undefined) => at instanceof Date && at <= now
  if (!found || !(asksOwner || isDue(found.value.deskDueAt))) return
  const isStayDue = isDue(found.value.stayDueAt)
  const stay = isStayDue && !(await isFollowed(deps, threadId, found)) ? { stayDueAt: stayAgainAt(now) } : {}
  const { value, revision } = (isStayDue && (await threads.read(threadId))) || found
  const thread = { ...value, ...stay }
  const { teamId, team } = await operations.teamOf(thread)
  const look = async () => {
    const isOwnerDue = asksOwner || (thread.state !== 'done' && isDue(thread.ownerDueAt))
    const owner = isOwnerDue ? await ownerNews(deps, threadId, thread, team, now) : undefined
    const owned = { ...thread, ownerId: owner ? owner.fields.ownerId : thread.ownerId }
    const { told, opened, calls } = newsOf(threadId, owned, team, now)
    const wakes = thread.state === 'snoozed' && isDue(thread.snoozedUntil)
    const { fields, ledger } = deskChange(threadId, thread, {
      ...owner?.fields,
      exchanges: afterTelling(thread.exchanges, told, now),
      ...(wakes && { state: 'open' as const, snoozedUntil: null }),
    })
    const closed = await closings(deps.items, thread.exchanges, now)
    const isLost = owned.ownerId !== thread.ownerId
    const lost = isLost ? attentionWithoutCause(thread, thread.ownerId, 'assigned') : {}
    const called = attentionAfter({ ...thread, ...lost }, owner ? [...calls, owner.told] : calls, now)
    await threads.change(threadId, revision, {
      fields: { ...fields, ...stay, ...lost, ...called, version: thread.version + 1 },
      extras: { items: [...opened, ...closed], ledger, audits: owner?.audits ?? [] },
    })
  }
  // Two at once would both give theirs to the same person.
  await (mayBeGivenAway(deps, thread, team) ? ownerTurns.run([`team ${teamId}`], look) : look())
}

/** What goes wrong with a guest's stays must not keep their deadline from being told. */
async function isFollowed(deps: Deps, threadId: string, found: Versioned<Thread>): Promise<boolean> {
  try {
    await followStay(deps, threadId, found)
    return true
  } catch (error) {
    deps.log.error('the stay of a thread was not followed', { threadId, error })
    return false
  }
}

const stayAgainAt = (now: Date): Date => new Date(now.getTime() + 5 * 60_000)

interface Call {
  userIds: readonly string[]
  cause: string
}

function attentionAfter(thread: Thread, calls: readonly Call[], now: Date) {
  let after: Parameters<typeof attentionBecause>[0] = thread
  for (const { userIds, cause } of calls)
    after = { ...after, ...attentionBecause(after, userIds, cause, now) }
  const { needsAttention, needsAttentionMap, attention } = attentionBecause(after, [], '', now)
  return calls.some(({ userIds }) => userIds.length > 0)
    ? { needsAttention, needsAttentionMap, attention }
    : {}
}

/** What people are told of the guest who waits, and who is called. */
interface News {
  told: NonNullable<Exchange['told']>
  opened: ItemChange[]
  calls: Call[]
}

function newsOf(threadId: string, thread: Thread, team: Team, now: Date): News {
  const open = openOne(thread.exchanges)
  if (!open) return { told: {}, opened: [], calls: [] }
  const isDue = (at: Date | undefined, told: Date | undefined) => at !== undefined && at <= now && !told
  const [near, missed, window] = [
    isDue(open.nearAt, open.told?.near),
    isDue(open.dueBy, open.told?.missed),
    isDue(windowNoticeAt(open), open.told?.window),
  ]
  const owner = thread.ownerId ? [thread.ownerId] : []
  return {
    told: { ...(near && { near: now }), ...(missed && { missed: now }), ...(window && { window: now }) },
    opened: [
      ...(near ? [{ open: nearItem(threadId, thread, open, now) }] : []),
      ...(missed ? [{ open: missedItem(threadId, thread, open, now) }] : []),
    ],
    calls: [
      ...(near ? [{ userIds: owner, cause: 'deadline-near' }] : []),
      ...(near ? [{ userIds: team.escalateTo, cause: 'escalated' }] : []),
      ...(window ? [{ userIds: owner.length > 0 ? owner : team.escalateTo, cause: 'window-closing' }] : []),
    ],
  }
}
