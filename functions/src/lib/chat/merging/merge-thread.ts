import type { Actor } from '../../actor.ts'
import { type AuditEntry, auditingFailure, buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { change, resolvedAs } from '../../durable/change.ts'
import { DomainError } from '../../errors.ts'
import type { System, Versioned } from '../../ports.ts'
import { stayChange } from '../desk/desk.ts'
import type { Guests } from '../guest.ts'
import { landlordOf } from '../inbound/conversation.ts'
import { isMember } from '../members.ts'
import type { ThreadEdit } from '../ports.ts'
import { threadNotFound } from '../posting/post-policy.ts'
import type { Thread } from '../thread.ts'
import { isMergeDue } from './merged.ts'

type Deps = Needs<'auditLog' | 'guests' | 'threads'>

interface Pair {
  thread: Versioned<Thread>
  target: Versioned<Thread>
  taken: string[]
  /** Of the thread, then of the other one. */
  parties: readonly Parties[]
}

/** Whose a thread is, and by whom their stay is let, as far as anything says it. */
type Parties = Partial<Record<'guestId' | 'landlordId', string | undefined>>

/**
 * A thread that turned out to be of the same guest as another: from now on, what the guest writes by a channel, their
 * bookings and whoever opens their thread lead to the other one. Nothing moves: messages, participants, owner and a wait
 * with its deadline stay where they are, and both ids answer. Which stay counts is looked at anew. One commit, after at most four round trips.
 * Throws `validation-failed`, `thread-not-found` and `thread-merged`.
 */
export async function mergeThread(
  deps: Deps,
  actor: Actor,
  { threadId, into }: { threadId: string; into: string },
): Promise<void> {
  const audits = mergeEntries(deps, actor, 'thread.merge', { threadId, into })
  await auditingFailure(deps, audits[0], () => {
    if (threadId === into)
      throw new DomainError('validation-failed', 'A thread is not merged into itself.', {
        nextAction: 'Choose another thread of the guest.',
      })
    return change<Pair, ThreadEdit[], void>(deps, {
      read: () => readPair(deps, threadId, into),
      decide({ thread, target, taken, parties: [own = {}, others = {}] }) {
        const pair = { threadId, into, thread: thread.value, target: target.value }
        if (!isMergeDue({ ...pair, taken })) return { result: undefined }
        requireOneLandlord(thread.value, own, target.value, others)
        const mergedIds = [...target.value.mergedIds, threadId]
        return {
          write: [
            edit(threadId, thread, { fields: { mergedInto: into, ...guestOf(own) } }),
            edit(into, target, {
              fields: { mergedIds, ...guestOf(others), ...stayChange(target.value, deps.clock.now()) },
            }),
          ],
        }
      },
      commit: async edits => resolvedAs(await deps.threads.changeTogether(edits, { audits }), undefined),
    })
  })
}

/** What was done, in the events of both threads; the first one is that of the thread which is merged. */
export function mergeEntries(
  deps: System,
  actor: Actor,
  action: 'thread.merge' | 'thread.unmerge',
  { threadId, into }: { threadId: string; into: string | undefined },
): (AuditEntry | undefined)[] {
  const about = (targetId: string, metadata: AuditEntry['metadata']) =>
    buildAuditEntry(deps, actor, {
      ...{ action, targetType: 'thread', targetId },
      metadata: { threadId: targetId, ...metadata },
    })
  if (into === undefined) return [about(threadId, {})]
  return [about(threadId, { into }), about(into, { from: threadId })]
}

export const edit = (
  threadId: string,
  { value, revision }: Versioned<Thread>,
  { fields = {}, ...gone }: Partial<Pick<ThreadEdit, 'fields' | 'without'>>,
): ThreadEdit => ({ threadId, revision, fields: { ...fields, version: value.version + 1 }, ...gone })

async function readPair({ threads, guests }: Deps, threadId: string, into: string): Promise<Pair> {
  const [thread, target] = await Promise.all([threads.read(threadId), threads.read(into)])
  if (!thread) throw threadNotFound(threadId)
  if (!target) throw threadNotFound(into)
  const { mergedIds } = thread.value
  const [gone, ...parties] = await Promise.all([
    threads.absent(mergedIds),
    partiesOf(guests, threadId, thread.value),
    partiesOf(guests, into, target.value),
  ])
  return { thread, target, taken: mergedIds.filter(id => !gone.includes(id)), parties }
}

async function partiesOf(guests: Guests, threadId: string, thread: Thread): Promise<Parties> {
  const { reservationId } = thread
  const stay = reservationId ? await guests.reservation(reservationId) : undefined
  const propertyId = thread.propertyId || stay?.propertyId
  const landlord = propertyId && landlordOf({ propertyId }, await guests.placesOf([propertyId]))
  return {
    guestId: thread.guestId ?? stay?.guestId ?? (await guests.ofThread({ threadId }))?.guestId,
    landlordId: thread.landlordId || landlord || undefined,
  }
}

/** From now on their thread says whose it is, so that a post knows whether another one writes in it. */
const guestOf = ({ guestId }: Parties): Parties => (guestId ? { guestId } : {})

/**
 * The landlord takes part in the guest's thread, and must not read what another one's guest writes. A thread that does
 * not say whose it is, is of the other's landlord only where they take part in it already.
 */
function requireOneLandlord(
  one: Thread,
  { landlordId: of }: Parties,
  other: Thread,
  { landlordId: ofOther }: Parties,
): void {
  const isIn = (thread: Thread, landlord: string | undefined) =>
    landlord !== undefined && isMember(thread, landlord)
  if (of && ofOther ? of === ofOther : isIn(one, ofOther) || isIn(other, of)) return
  throw of && ofOther
    ? new DomainError('validation-failed', 'The threads are of different landlords.', {
        nextAction: 'Leave them apart: a guest has a thread with each landlord.',
      })
    : new DomainError('validation-failed', 'Nothing says that both threads are of one landlord.', {
        nextAction: 'Leave them apart, or add the landlord to the thread that names no property.',
      })
}
