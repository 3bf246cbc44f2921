import * as z from 'zod'
import type { Actor } from '../../actor.ts'
import { type AuditSubject, auditingFailure, buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { amend } from '../../durable/amend.ts'
import { DomainError } from '../../errors.ts'
import { userId } from '../../identifiers.ts'
import { sentTime } from '../../shapes.ts'
import { attentionBecause, attentionWithoutCause } from '../attention.ts'
import { closings } from '../exchange.ts'
import type { ThreadFields } from '../ports.ts'
import type { Thread } from '../thread.ts'
import { newVersion, threadNotFound, threads } from '../thread-writes.ts'
import { timeOfPost } from '../times.ts'
import { colleaguesOf, isAway, isColleague, notOfStaff } from './colleague.ts'
import { type DeskChange, deskChange, threadStates } from './desk.ts'
import { afterClosing, afterReopening, openWait } from './exchanges.ts'
import { withNoReply } from './no-reply.ts'
import { ownerUntil } from './owner.ts'

type Deps = Needs<'auditLog' | 'store'>

type Decision = (Omit<DeskChange, 'fields'> & { fields: ThreadFields }) | undefined

/** Throws `thread-not-found`. */
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
    amend(deps, {
      read: { thread: threads.at(threadId) },
      decide({ thread }) {
        if (!thread) throw threadNotFound(threadId)
        const decision = decide(thread.value, deps.clock.now())
        const writes = decision && [...newVersion(thread, decision.fields), ...decision.ledger]
        return { writes: writes ?? [], result: undefined }
      },
      audit,
    }),
  )
}

export const ownerChange = z.strictObject({
  userId: userId.nullable(),
  undo: z.boolean().optional().meta({ description: 'Takes a gift back: nobody is called.' }),
})

export async function setOwner(
  deps: Deps & Needs<'teams'>,
  actor: Actor,
  { threadId, userId, undo = false }: { threadId: string } & z.infer<typeof ownerChange>,
): Promise<void> {
  const { clock, store, teams } = deps
  if (userId !== null) {
    const colleague = (await colleaguesOf(store, [userId])).get(userId)
    if (!isColleague(colleague, userId, actor)) throw notOfStaff(chooseAnother)
    if (colleague && isAway(colleague, clock.now())) throw away()
  }
  const thread = (await store.read(threads.at(threadId)))?.value
  const until = userId && thread ? await ownerUntil((await teams.teamOf(thread)).team, clock.now()) : null
  await changeDesk(deps, actor, threadId, { action: 'thread.own', metadata: { userId } }, (thread, now) => {
    if ((thread.ownerId ?? null) === userId) return undefined
    // A company's own threads may lack the state by which views find them.
    const state = thread.state ?? 'open'
    const { fields, ledger } = deskChange(threadId, thread, { ownerId: userId, ownerDueAt: until, state })
    const lost = attentionWithoutCause(thread, thread.ownerId, 'assigned')
    const isToldAnyway = userId === null || userId === actor.uid || undo
    const attention = isToldAnyway ? {} : attentionBecause({ ...thread, ...lost }, [userId], 'assigned', now)
    return { fields: { ...fields, ...lost, ...attention }, ledger }
  })
}

const chooseAnother = 'Choose somebody who works here, or give the thread back to its queue.'

const away = () =>
  new DomainError('validation-failed', 'They are away.', {
    nextAction: 'Choose somebody who is there. If that is you, say first that you are there again.',
  })

export const stateChange = z.strictObject({
  state: z.enum(threadStates),
  until: sentTime.optional().meta({ description: 'When a snooze ends.' }),
  reason: z
    .enum(closings)
    .optional()
    .meta({ description: 'Why nobody has to answer: for `done` while the guest waits.' }),
  undo: z
    .boolean()
    .optional()
    .meta({ description: 'Lets a guest wait again whose wait the caller closed within the last minute.' }),
  seenUntil: sentTime.optional().meta({
    description:
      '`createdAt` of the newest message that was seen; refused where a guest waits with a newer one.',
  }),
})
type StateChange = { threadId: string } & z.infer<typeof stateChange>

/** Milliseconds: ten seconds to press, and the request's way. */
const undoMs = 60_000

/**
 * A reason ends the guest's wait in the ledger; after `no-answer-needed` the OTA hears of it, and an interrupted
 * snooze resumes. A snooze moves no deadline. Throws `validation-failed`, `thread-not-found`, and `message-conflict`
 * for an unseen message of a waiting guest.
 */
export async function setState(
  deps: Deps,
  actor: Actor,
  { threadId, state, until, reason, undo = false, seenUntil }: StateChange,
): Promise<void> {
  const metadata = { state, until: until?.toISOString() ?? null, reason: reason ?? null, undo }
  await changeDesk(deps, actor, threadId, { action: 'thread.state', metadata }, (thread, now) => {
    const since = new Date(now.getTime() - undoMs)
    // An undo to `done` returns to an earlier closing.
    const isReopened = undo && state !== 'done'
    const stored = isReopened ? afterReopening(thread.exchanges, { by: actor.uid, since }) : thread.exchanges
    const waits = openWait(stored) !== undefined
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
    // The owner may be away by now.
    const opens = thread.state === 'done' && state !== 'done'
    const ownerDueAt = opens && thread.ownerId ? { ownerDueAt: now } : {}
    const nextState = isReopened && hasAsked(thread, state, since) ? 'open' : state
    return deskChange(threadId, thread, { exchanges, state: nextState, snoozedUntil, ...ownerDueAt })
  })
}

/** In state `waiting` no guest waited before the undo. */
function hasAsked({ exchanges }: Thread, state: StateChange['state'], since: Date): boolean {
  const open = openWait(exchanges)
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
