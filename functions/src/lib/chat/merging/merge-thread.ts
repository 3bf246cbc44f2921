import * as z from 'zod'
import type { Actor } from '../../actor.ts'
import { type AuditEntry, audited, auditingFailure, buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { amend } from '../../durable/amend.ts'
import { DomainError } from '../../errors.ts'
import { clientId } from '../../identifiers.ts'
import type { System } from '../../ports.ts'
import type { Store, StoredDocument } from '../../store.ts'
import { landlordOf } from '../conversation.ts'
import { stayChange } from '../desk/desk.ts'
import { isMember } from '../members.ts'
import { guestOfThread, placesOf, reservationOf } from '../stays.ts'
import type { Thread } from '../thread.ts'
import { absentThreads, newVersion, threadNotFound, threads } from '../thread-writes.ts'
import { isMergeDue } from './merge-rules.ts'

type Deps = Needs<'auditLog' | 'store'>

export const mergeTarget = z.strictObject({
  threadId: clientId.meta({ description: 'Where everything new of the guest goes.' }),
})

interface Pair {
  thread: StoredDocument<Thread>
  target: StoredDocument<Thread>
  branchIds: string[]
  /** `[thread, target]` */
  parties: readonly Parties[]
}

type Parties = Partial<Record<'guestId' | 'landlordId', string | undefined>>

/**
 * The guest's new messages, bookings and openings go to the target; messages, participants, owner and wait
 * stay, both ids answer. At most four round trips. Throws `validation-failed`, `thread-not-found`,
 * `thread-merged`.
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
    return amend(deps, {
      read: () => readPair(deps.store, threadId, into),
      decide({ thread, target, branchIds, parties: [own = {}, others = {}] }) {
        const pair = { threadId, into, thread: thread.value, target: target.value }
        if (!isMergeDue({ ...pair, branchIds })) return { result: undefined }
        requireOneLandlord(thread.value, own, target.value, others)
        const mergedIds = [...target.value.mergedIds, threadId]
        const stay = stayChange(target.value, deps.clock.now())
        const writes = [
          ...newVersion(thread, { mergedInto: into, ...guestOf(own) }),
          ...newVersion(target, { mergedIds, ...guestOf(others), ...stay }),
          ...audits.flatMap(audited),
        ]
        return { writes, result: undefined }
      },
    })
  })
}

/** The merged thread's entry comes first. */
export function mergeEntries(
  deps: System,
  actor: Actor,
  action: 'thread.merge' | 'thread.unmerge',
  { threadId, into }: { threadId: string; into: string | undefined },
): (AuditEntry | undefined)[] {
  const about = (targetId: string, metadata: AuditEntry['metadata']) =>
    buildAuditEntry(deps, actor, {
      action,
      targetType: 'thread',
      targetId,
      metadata: { threadId: targetId, ...metadata },
    })
  if (into === undefined) return [about(threadId, {})]
  return [about(threadId, { into }), about(into, { from: threadId })]
}

async function readPair(store: Store, threadId: string, into: string): Promise<Pair> {
  const { thread, target } = await store.get({ thread: threads.at(threadId), target: threads.at(into) })
  if (!thread) throw threadNotFound(threadId)
  if (!target) throw threadNotFound(into)
  const { mergedIds } = thread.value
  const [absentIds, ...parties] = await Promise.all([
    absentThreads(store, mergedIds),
    partiesOf(store, threadId, thread.value),
    partiesOf(store, into, target.value),
  ])
  return { thread, target, branchIds: mergedIds.filter(id => !absentIds.includes(id)), parties }
}

async function partiesOf(store: Store, threadId: string, thread: Thread): Promise<Parties> {
  const stay = await reservationOf(store, thread.reservationId)
  const propertyId = thread.propertyId || stay?.propertyId
  const landlord = propertyId && landlordOf({ propertyId }, await placesOf(store, [propertyId]))
  return {
    guestId: thread.guestId ?? stay?.guestId ?? (await guestOfThread(store, { threadId }))?.guestId,
    landlordId: thread.landlordId || landlord || undefined,
  }
}

/** Posts compare their author with the thread's guest. */
const guestOf = ({ guestId }: Parties): Parties => (guestId ? { guestId } : {})

/** A landlord must not read another's guest, not even through a thread without a landlord. */
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
