import { audited } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { closingItems, type ItemChange, items, itemWrites, type NewItem } from '../../items/item.ts'
import type { Store } from '../../store.ts'
import { attentionBecause, attentionWithoutCause } from '../attention.ts'
import type { Exchange } from '../exchange.ts'
import type { Thread } from '../thread.ts'
import { threads, threadWrites } from '../thread-writes.ts'
import { deskChange, windowNoticeAt } from './desk.ts'
import { openWait, waitsWithStaleAlert, withAlerts } from './exchanges.ts'
import { mayBeGivenAway, ownerNews } from './owner.ts'
import type { Team } from './team.ts'

type Deps = Needs<'ownerTurns' | 'rules' | 'store' | 'teams'>

/** Idempotent, in one commit; after a lost race the next run decides. `asksOwner`: an owner is due now. */
export async function lookAtDesk(deps: Deps, threadId: string, asksOwner = false): Promise<void> {
  const { clock, ownerTurns, store, teams } = deps
  const document = await store.read(threads.at(threadId))
  const now = clock.now()
  const isDue = (at: Date | null | undefined) => at instanceof Date && at <= now
  if (!document || !(asksOwner || isDue(document.value.deskDueAt))) return
  const { value: thread, revision } = document
  const { teamId, team } = await teams.teamOf(thread)
  const look = async () => {
    const isOwnerDue = asksOwner || (thread.state !== 'done' && isDue(thread.ownerDueAt))
    const owner = isOwnerDue ? await ownerNews(deps, threadId, thread, team, now) : undefined
    const owned = { ...thread, ownerId: owner ? owner.fields.ownerId : thread.ownerId }
    const { alerts, opened, calls } = newsOf(threadId, owned, team, now)
    const wakes = thread.state === 'snoozed' && isDue(thread.snoozedUntil)
    const { fields, ledger } = deskChange(threadId, thread, {
      ...owner?.fields,
      exchanges: withAlerts(thread.exchanges, alerts),
      ...(wakes && { state: 'open' as const, snoozedUntil: null }),
    })
    const closed = await closings(deps.store, thread.exchanges, now)
    const isLost = owned.ownerId !== thread.ownerId
    const lost = isLost ? attentionWithoutCause(thread, thread.ownerId, 'assigned') : {}
    const called = attentionAfter({ ...thread, ...lost }, owner ? [...calls, owner.call] : calls, now)
    const changed = { ...fields, ...lost, ...called, version: thread.version + 1 }
    await store.commit([
      ...threadWrites({ threadId, revision, fields: changed }),
      ...[...opened, ...closed].flatMap(itemWrites),
      ...ledger,
      ...(owner?.audits ?? []).flatMap(audited),
    ])
  }
  // Two looks at once would choose the same person.
  await (mayBeGivenAway(deps, thread, team) ? ownerTurns.run([`team ${teamId}`], look) : look())
}

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

interface News {
  alerts: NonNullable<Exchange['told']>
  opened: ItemChange[]
  calls: Call[]
}

function newsOf(threadId: string, thread: Thread, team: Team, now: Date): News {
  const open = openWait(thread.exchanges)
  if (!open) return { alerts: {}, opened: [], calls: [] }
  const isDue = (at: Date | undefined, alertedAt: Date | undefined) =>
    at !== undefined && at <= now && !alertedAt
  const [near, missed, window] = [
    isDue(open.nearAt, open.told?.near),
    isDue(open.dueBy, open.told?.missed),
    isDue(windowNoticeAt(open), open.told?.window),
  ]
  const owner = thread.ownerId ? [thread.ownerId] : []
  return {
    alerts: { ...(near && { near: now }), ...(missed && { missed: now }), ...(window && { window: now }) },
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

const itemId = (kind: 'deadline-near' | 'deadline-missed', { id }: Exchange) => `${kind}_${id}`

const aboutThread = (threadId: string, { propertyId }: Thread, createdAt: Date) => ({
  about: { threadId },
  propertyId: propertyId ?? undefined,
  createdAt,
})

const nearItem = (threadId: string, thread: Thread, open: Exchange, now: Date): NewItem => ({
  id: itemId('deadline-near', open),
  kind: 'deadline-near',
  detail: `The answer is due by ${open.dueBy.toISOString()}.`,
  nextAction: thread.ownerId
    ? 'Open the thread and answer, or ask its owner to.'
    : 'Open the thread and answer, or give it to somebody: nobody owns it.',
  ...aboutThread(threadId, thread, now),
})

const missedItem = (threadId: string, thread: Thread, open: Exchange, now: Date): NewItem => ({
  id: itemId('deadline-missed', open),
  kind: 'deadline-missed',
  detail: `The answer was due by ${open.dueBy.toISOString()}.`,
  nextAction: 'Open the thread and answer now. This closes by itself with the answer.',
  ...aboutThread(threadId, thread, now),
})

/** One read, none without ended waits. */
async function closings(store: Store, exchanges: readonly Exchange[], at: Date): Promise<ItemChange[]> {
  const ids = waitsWithStaleAlert(exchanges).flatMap(one => [
    itemId('deadline-near', one),
    itemId('deadline-missed', one),
  ])
  return closingItems(await store.readAll(ids.map(id => items.at(id))), at)
}
