import { systemActorId } from '../../actor.ts'
import type { AuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import type { DeskFields, Thread } from '../thread.ts'
import { threads } from '../thread-writes.ts'
import { colleaguesOf, isAway, isThere } from './colleague.ts'
import { shiftAt } from './deadline.ts'
import { openWait } from './exchanges.ts'
import { isAssignedByLoad, type Team } from './team.ts'

/** Milliseconds between searches for an owner. */
const againMs = 5 * 60_000

export interface OwnerNews {
  fields: Pick<DeskFields, 'ownerId' | 'ownerDueAt'>
  call: { userIds: readonly string[]; cause: string }
  audits: AuditEntry[]
}

type Deps = Needs<'rules' | 'store'>

export const mayBeGivenAway = (deps: Deps, thread: Thread, team: Team): boolean =>
  openWait(thread.exchanges) !== undefined && isAssignedByLoad(deps.rules, team)

/** While a guest waits, an absent owner's thread needs another owner, or `escalateTo` hear of it. */
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
  if (before !== null && !why) return { ...noCall, fields: { ownerId: before, ownerDueAt: endsAt ?? null } }
  const waits = openWait(thread.exchanges) !== undefined
  const isGiven = mayBeGivenAway(deps, thread, team)
  const next = isGiven && isOpen ? await leastBusy(deps, team.memberIds, now) : undefined
  const again = isGiven ? (isOpen ? new Date(now.getTime() + againMs) : from) : null
  const isNews = next !== undefined || before !== null
  return {
    fields: next ? { ownerId: next, ownerDueAt: endsAt ?? null } : { ownerId: null, ownerDueAt: again },
    call: next
      ? { userIds: [next], cause: 'assigned' }
      : { userIds: isNews && waits ? team.escalateTo : [], cause: 'escalated' },
    audits: isNews ? [eventOf(deps, threadId, { userId: next ?? null, reason: why ?? 'load' }, now)] : [],
  }
}

const eventOf = (
  { ids }: Deps,
  threadId: string,
  assignment: { userId: string | null; reason: string },
  at: Date,
): AuditEntry => ({
  id: ids.audit(),
  action: 'thread.own',
  outcome: 'success',
  actorId: systemActorId,
  at,
  ipAddress: '',
  userAgent: '',
  targetType: 'thread',
  targetId: threadId,
  metadata: { threadId, ...assignment },
})

const noCall = { call: { userIds: [], cause: '' }, audits: [] }

async function whyNot(
  { store }: Deps,
  ownerId: string,
  { ownerDueAt }: Thread,
  isTeamThere: boolean,
  now: Date,
): Promise<'left' | 'away' | 'hours' | undefined> {
  const owner = (await colleaguesOf(store, [ownerId])).get(ownerId)
  // A deleted account leaves no record.
  if (!owner?.isStaff) return 'left'
  if (isAway(owner, now)) return 'away'
  return !isTeamThere && ownerDueAt && ownerDueAt <= now ? 'hours' : undefined
}

export const openOf = (userId: string) =>
  threads.any.where('ownerId', '==', userId).where('state', '==', 'open')

/** Ties follow the team's order. */
async function leastBusy(
  { store }: Deps,
  memberIds: readonly string[],
  now: Date,
): Promise<string | undefined> {
  const colleagues = await colleaguesOf(store, memberIds)
  const there = memberIds.filter(id => isThere(colleagues.get(id), now))
  const loads = await Promise.all(there.map(async id => ({ id, open: await store.count(openOf(id)) })))
  return loads.toSorted((a, b) => a.open - b.open)[0]?.id
}

export const ownerUntil = async (team: Team, now: Date): Promise<Date | null> =>
  (await shiftAt(team, now)).to ?? null
