import { bestEffort } from '../../best-effort.ts'
import type { Needs } from '../../context.ts'
import { closeItem } from '../../items/change-item.ts'
import type { ItemChange, NewItem } from '../../items/item.ts'
import { attentionBecause } from '../attention.ts'
import type { Thread } from '../thread.ts'
import { deskChange, windowNoticeAt } from './desk.ts'
import { afterTelling, type Exchange, openOne } from './exchanges.ts'
import type { Team } from './team.ts'

/**
 * What is due on a thread by the clock, in one commit: an answer that is nearly late escalates once, one that is late
 * opens an item, an owner hears that the guest's channel is about to take templates only, a snooze ends. Idempotent. A
 * commit that lost a race is left to the next run, which finds the thread due only if something still is.
 */
export async function lookAtDesk(
  deps: Needs<'items' | 'operations' | 'threads'>,
  threadId: string,
): Promise<void> {
  const { clock, log, operations, threads } = deps
  const found = await threads.read(threadId)
  const now = clock.now()
  if (!found?.value.deskDueAt || found.value.deskDueAt > now) return
  const { value: thread, revision } = found
  const { team } = await operations.teamOf(thread)
  const { told, items, attention } = newsOf(threadId, thread, team, now)
  const wakes =
    thread.state === 'snoozed' && thread.snoozedUntil instanceof Date && thread.snoozedUntil <= now
  const { fields, ledger } = deskChange(threadId, thread, {
    exchanges: afterTelling(thread.exchanges, told),
    ...(wakes && { state: 'open' as const, snoozedUntil: null }),
  })
  await threads.change(threadId, revision, {
    fields: { ...fields, ...attention, version: thread.version + 1 },
    extras: { items, ledger },
  })
  for (const over of thread.exchanges.filter(isOver))
    await bestEffort(log, 'items of an answer that was late', () =>
      Promise.all(itemIdsOf(over).map(id => closeItem(deps, id))),
    )
}

/** It was told of, and has ended since. */
const isOver = (one: Exchange): boolean =>
  one.told?.near !== undefined &&
  one.told.over === undefined &&
  (one.answers.length > 0 || one.closed !== undefined)

interface News {
  told: NonNullable<Exchange['told']>
  items: ItemChange[]
  attention: Partial<ReturnType<typeof attentionBecause>>
}

function newsOf(threadId: string, thread: Thread, team: Team, now: Date): News {
  const open = openOne(thread.exchanges)
  if (!open) return { told: { over: now }, items: [], attention: {} }
  const isDue = (at: Date | undefined, told: Date | undefined) => at !== undefined && at <= now && !told
  const [near, missed, window] = [
    isDue(open.nearAt, open.told?.near),
    isDue(open.dueBy, open.told?.missed),
    isDue(windowNoticeAt(open), open.told?.window),
  ]
  const owner = thread.ownerId ? [thread.ownerId] : []
  let after: Parameters<typeof attentionBecause>[0] = thread
  const tell = (userIds: readonly string[], cause: string) => {
    after = { ...after, ...attentionBecause(after, userIds, cause, now) }
  }
  if (near) tell(owner, 'deadline-near')
  if (near) tell(team.escalateTo, 'escalated')
  if (window) tell(owner.length > 0 ? owner : team.escalateTo, 'window-closing')
  const { needsAttention, needsAttentionMap, attention } = attentionBecause(after, [], '', now)
  return {
    told: { ...(near && { near: now }), ...(missed && { missed: now }), ...(window && { window: now }) },
    items: [
      ...(near ? [{ open: nearItem(threadId, thread, open, now), previous: 'none' as const }] : []),
      ...(missed ? [{ open: missedItem(threadId, thread, open, now), previous: 'none' as const }] : []),
    ],
    attention: near || window ? { needsAttention, needsAttentionMap, attention } : {},
  }
}

const itemIdsOf = ({ id }: Pick<Exchange, 'id'>) => [`deadline-near_${id}`, `deadline-missed_${id}`]

const aboutThread = (threadId: string, { propertyId }: Thread, createdAt: Date) => ({
  about: { threadId },
  propertyId: propertyId ?? undefined,
  createdAt,
})

const nearItem = (threadId: string, thread: Thread, { id, dueBy }: Exchange, now: Date): NewItem => ({
  id: `deadline-near_${id}`,
  kind: 'deadline-near',
  detail: `A guest waits for an answer, which is due by ${dueBy.toISOString()}.`,
  nextAction: thread.ownerId
    ? 'Open the thread and answer, or ask its owner to.'
    : 'Open the thread and answer, or give it to somebody: nobody owns it.',
  ...aboutThread(threadId, thread, now),
})

const missedItem = (threadId: string, thread: Thread, { id, dueBy }: Exchange, now: Date): NewItem => ({
  id: `deadline-missed_${id}`,
  kind: 'deadline-missed',
  detail: `A guest has waited for an answer longer than ${dueBy.toISOString()}.`,
  nextAction: 'Open the thread and answer now. This closes by itself with the answer.',
  ...aboutThread(threadId, thread, now),
})
