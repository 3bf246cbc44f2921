import type { AuditEntry } from '../../audit.ts'
import { systemActorId } from '../../commit-extras.ts'
import type { Needs } from '../../context.ts'
import type { Thread } from '../thread.ts'
import { isAway, isThere } from './colleague.ts'
import { shiftAt } from './deadline.ts'
import type { DeskFields } from './desk.ts'
import { openOne } from './exchanges.ts'
import { isAssignedByLoad, type Team } from './team.ts'

/** How often it is asked again who could own a thread, while nobody is there. Milliseconds. */
const againMs = 5 * 60_000

/** What becomes of a thread's owner, and who is told. */
export interface OwnerNews {
  fields: Pick<DeskFields, 'ownerId' | 'ownerDueAt'>
  told: { userIds: readonly string[]; cause: string }
  audits: AuditEntry[]
}

type Deps = Needs<'rules' | 'threads' | 'userStatuses'>

/** Whether the thread is given away, so that those of its team take turns. */
export const mayBeGivenAway = (deps: Pick<Deps, 'rules'>, thread: Thread, team: Team): boolean =>
  openOne(thread.exchanges) !== undefined && isAssignedByLoad(deps.rules, team)

/**
 * Who is away, has left, or whose team has gone home, gives back what they own. While a guest waits, whoever of the
 * team is there and owns the fewest open threads gets it, where threads are given away by load; else those hear of it
 * whom the team names.
 */
export async function ownerNews(
  deps: Deps,
  threadId: string,
  thread: Thread,
  team: Team,
  now: Date,
): Promise<OwnerNews> {
  const { from, to: endsAt } = await shiftAt(team, now)
  const isOpen = from <= now
  const before = thread.ownerId ?? null
  const why = before === null ? undefined : await whyNot(deps, before, thread, isOpen, now)
  if (before !== null && !why)
    return { ...nobodyIsTold, fields: { ownerId: before, ownerDueAt: endsAt ?? null } }
  const waits = openOne(thread.exchanges) !== undefined
  const isGiven = mayBeGivenAway(deps, thread, team)
  const next = isGiven && isOpen ? await leastBusy(deps, team.memberIds, now) : undefined
  const again = isGiven ? (isOpen ? new Date(now.getTime() + againMs) : from) : null
  const isNews = next !== undefined || before !== null
  return {
    fields: next ? { ownerId: next, ownerDueAt: endsAt ?? null } : { ownerId: null, ownerDueAt: again },
    told: next
      ? { userIds: [next], cause: 'assigned' }
      : { userIds: isNews && waits ? team.escalateTo : [], cause: 'escalated' },
    audits: isNews ? [eventOf(deps, threadId, { userId: next ?? null, reason: why ?? 'load' }, now)] : [],
  }
}

const eventOf = (
  { ids }: Pick<Deps, 'ids'>,
  threadId: string,
  said: { userId: string | null; reason: string },
  at: Date,
): AuditEntry => ({
  ...{ id: ids.audit(), action: 'thread.own', outcome: 'success', actorId: systemActorId, at },
  ...{ ipAddress: '', userAgent: '', targetType: 'thread', targetId: threadId },
  metadata: { threadId, ...said },
})

const nobodyIsTold = { told: { userIds: [], cause: '' }, audits: [] }

/** Why the owner no longer looks after the thread. */
async function whyNot(
  { userStatuses }: Pick<Deps, 'userStatuses'>,
  ownerId: string,
  { ownerDueAt }: Thread,
  isTeamThere: boolean,
  now: Date,
): Promise<'left' | 'away' | 'hours' | undefined> {
  const owner = (await userStatuses.find([ownerId])).get(ownerId)
  // Nothing is kept of who had an account.
  if (!owner?.isStaff) return 'left'
  if (isAway(owner, now)) return 'away'
  return !isTeamThere && ownerDueAt && ownerDueAt <= now ? 'hours' : undefined
}

/** Of those who are there, in the team's order where several own as few. */
async function leastBusy(
  { threads, userStatuses }: Pick<Deps, 'threads' | 'userStatuses'>,
  memberIds: readonly string[],
  now: Date,
): Promise<string | undefined> {
  const found = await userStatuses.find(memberIds)
  const there = memberIds.filter(id => isThere(found.get(id), now))
  const loads = await Promise.all(there.map(async id => ({ id, open: await threads.openOf(id) })))
  return loads.toSorted((a, b) => a.open - b.open)[0]?.id
}

/** Until when somebody to whom a thread is given by hand looks after it: the end of the team's shift, or of the next. */
export const ownerUntil = async (team: Team, now: Date): Promise<Date | null> =>
  (await shiftAt(team, now)).to ?? null
