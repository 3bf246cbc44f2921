import type { Actor } from '../../actor.ts'
import { type AuditSubject, auditingFailure, buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { change, resolvedAs } from '../../durable/change.ts'
import { DomainError } from '../../errors.ts'
import type { Versioned } from '../../ports.ts'
import { attentionBecause, attentionWithoutCause } from '../attention.ts'
import type { ThreadFields } from '../ports.ts'
import { timeOfPost } from '../posting/assemble-message.ts'
import { threadNotFound } from '../posting/post-policy.ts'
import type { Thread } from '../thread.ts'
import { isAway, isColleague, notOfStaff } from './colleague.ts'
import { type DeskChange, deskChange, type ThreadState } from './desk.ts'
import type { Closing } from './exchange.ts'
import { afterClosing, afterReopening, openOne } from './exchanges.ts'
import { withNoReply } from './no-reply.ts'
import { ownerUntil } from './owner.ts'

type Deps = Needs<'auditLog' | 'threads'>

/** What a change of the desk writes; without fields it changes nothing. */
type Decision = (Omit<DeskChange, 'fields'> & { fields: ThreadFields }) | undefined

/** Changes how the team works on a thread, with its audit entry. Throws `thread-not-found`. */
function changeDesk(
  deps: Deps,
  actor: Actor,
  threadId: string,
  { action, metadata }: Pick<AuditSubject, 'action' | 'metadata'>,
  decide: (thread: Thread, now: Date) => Decision,
): Promise<void> {
  const about = { action, targetType: 'thread', targetId: threadId, metadata: { threadId, ...metadata } }
  const audit = buildAuditEntry(deps, actor, about)
  return auditingFailure(deps, audit, () =>
    change<Versioned<Thread>, NonNullable<Decision>, void>(deps, {
      async read() {
        const thread = await deps.threads.read(threadId)
        if (!thread) throw threadNotFound(threadId)
        return thread
      },
      decide({ value }) {
        const decision = decide(value, deps.clock.now())
        return decision ? { write: decision } : { result: undefined }
      },
      commit: async ({ fields, ledger }, { value, revision }) =>
        resolvedAs(
          await deps.threads.change(threadId, revision, {
            fields: { ...fields, version: value.version + 1 },
            extras: { audits: [audit], ledger },
          }),
          undefined,
        ),
    }),
  )
}

interface OwnerChange {
  threadId: string
  userId: string | null
  /** Takes a gift back: nobody is called. */
  undo?: boolean | undefined
}

/**
 * Gives a thread to somebody of the staff who is there, and has to attend, or back to its team's queue. Whoever had it
 * need not attend because of it any more.
 */
export async function setOwner(
  deps: Deps & Needs<'operations' | 'userStatuses'>,
  actor: Actor,
  { threadId, userId, undo = false }: OwnerChange,
): Promise<void> {
  const { clock, operations, threads, userStatuses } = deps
  if (userId !== null) {
    const colleague = (await userStatuses.find([userId])).get(userId)
    if (!isColleague(colleague, userId, actor)) throw notOfStaff(chooseAnother)
    if (colleague && isAway(colleague, clock.now())) throw away()
  }
  const thread = (await threads.read(threadId))?.value
  const until =
    userId && thread ? await ownerUntil((await operations.teamOf(thread)).team, clock.now()) : null
  await changeDesk(deps, actor, threadId, { action: 'thread.own', metadata: { userId } }, (thread, now) => {
    if ((thread.ownerId ?? null) === userId) return undefined
    // Views find a thread by its state, which a company need not have written.
    const state = thread.state ?? 'open'
    const { fields, ledger } = deskChange(threadId, thread, { ownerId: userId, ownerDueAt: until, state })
    const lost = attentionWithoutCause(thread, thread.ownerId, 'assigned')
    const isToldAnyway = userId === null || userId === actor.uid || undo
    const told = isToldAnyway ? {} : attentionBecause({ ...thread, ...lost }, [userId], 'assigned', now)
    return { fields: { ...fields, ...lost, ...told }, ledger }
  })
}

const chooseAnother = 'Choose somebody who works here, or give the thread back to its queue.'

const away = () =>
  new DomainError('validation-failed', 'They are away.', {
    nextAction: 'Choose somebody who is there. If that is you, say first that you are there again.',
  })

export interface StateChange {
  threadId: string
  state: ThreadState
  /** For a snooze. */
  until?: Date | undefined
  /** Why nobody has to answer a guest who waits. */
  reason?: Closing | undefined
  /** Takes back the closing of a wait, where the same user did it within the last minute. */
  undo?: boolean | undefined
  /** When the newest message that was seen was stored; absent for all. */
  seenUntil?: Date | undefined
}

/** How long a closing can be taken back: a press of ten seconds, and the way there. Milliseconds. */
const undoMs = 60_000

/**
 * Says what is to be done with a thread. Ending one whose guest waits takes a reason, which ends the wait in the ledger.
 * The guest's OTA hears of it where no answer is needed. A snooze moves no deadline. One that a guest's message has ended comes back where that needs no answer. Whose guest
 * has written since what is taken back stays open. Throws `validation-failed`, `thread-not-found`, and `message-conflict`
 * for a guest who waits with a message that was not seen.
 */
export async function setState(
  deps: Deps,
  actor: Actor,
  { threadId, state, until, reason, undo = false, seenUntil }: StateChange,
): Promise<void> {
  const metadata = { state, until: until?.toISOString() ?? null, reason: reason ?? null, undo }
  await changeDesk(deps, actor, threadId, { action: 'thread.state', metadata }, (thread, now) => {
    const since = new Date(now.getTime() - undoMs)
    // What goes back to done was closed before what is taken back.
    const isReopened = undo && state !== 'done'
    const stored = isReopened ? afterReopening(thread.exchanges, { by: actor.uid, since }) : thread.exchanges
    const waits = openOne(stored) !== undefined
    if (seenUntil && waits && thread.updatedAt && thread.updatedAt > seenUntil) throw unseen()
    if (state === 'snoozed' && (until === undefined || until <= now)) throw invalidSnooze()
    if (state === 'done' && waits && reason === undefined) throw reasonMissing()
    const isSame = (thread.state ?? 'open') === state && state !== 'snoozed' && !undo
    if (isSame && !(waits && reason)) return undefined
    const closed =
      state === 'done' && reason
        ? afterClosing(stored, {
            how: reason,
            by: actor.uid,
            at: timeOfPost(now, thread.updatedAt),
          })
        : stored
    const isNoReply = waits && state === 'done' && reason === 'no-answer-needed'
    const exchanges = isNoReply ? withNoReply(closed, now, undoMs) : closed
    const { snoozedUntil: sleptUntil } = thread
    const sleepsOn = waits && reason === 'no-answer-needed' && sleptUntil instanceof Date && sleptUntil > now
    if (sleepsOn) return deskChange(threadId, thread, { exchanges, state: 'snoozed' })
    const snoozedUntil = state === 'snoozed' ? until : null
    // Whose thread was done may be away by now.
    const opens = thread.state === 'done' && state !== 'done'
    const ownerDueAt = opens && thread.ownerId ? { ownerDueAt: now } : {}
    const kept = isReopened && hasAsked(thread, state, since) ? 'open' : state
    return deskChange(threadId, thread, { exchanges, state: kept, snoozedUntil, ...ownerDueAt })
  })
}

/** Whether the guest waits, not only as before: nobody waits in a thread that waits for the guest. */
function hasAsked({ exchanges }: Thread, state: ThreadState, since: Date): boolean {
  const open = openOne(exchanges)
  return open !== undefined && (state === 'waiting' || open.lastAskedAt >= since)
}

const unseen = () =>
  new DomainError('message-conflict', 'There is a message that you have not seen, and the guest waits.', {
    nextAction: 'Read it, and say so again.',
  })

const invalidSnooze = () =>
  new DomainError('validation-failed', 'A snooze ends at a time to come.', {
    nextAction: 'Send `until`, a time to come.',
  })

const reasonMissing = () =>
  new DomainError('validation-failed', 'The guest still waits for an answer.', {
    nextAction: 'Answer them, or say in `reason` why that is not needed.',
  })
