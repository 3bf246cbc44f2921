import type { Actor } from '../../actor.ts'
import { DomainError } from '../../errors.ts'
import type { ThreadOfStay } from '../guest.ts'
import { isOfAnotherGuest } from '../membership.ts'
import type { Thread } from '../thread.ts'

const conflict = (detail: string, nextAction: string): DomainError =>
  new DomainError('thread-merged', detail, { nextAction })

/** Inbound messages follow `into`. */
export class ThreadMerged extends DomainError {
  readonly into: string

  constructor(into: string) {
    super('thread-merged', 'The thread is merged into another one.', { nextAction: `Use thread ${into}.` })
    this.into = into
  }
}

interface Merging {
  threadId: string
  into: string
  thread: Thread
  target: Thread
  branchIds: readonly string[]
}

/**
 * Merges never chain, so one step leads to the target. Throws `thread-merged`, and `validation-failed` for
 * support.
 */
export function isMergeDue({ threadId, into, thread, target, branchIds: [branchId] }: Merging): boolean {
  if (thread.mergedInto === into) return false
  if (thread.source === 'support' || target.source === 'support')
    throw new DomainError('validation-failed', 'A thread about support is not one with a guest.', {
      nextAction: 'Choose two threads of one guest.',
    })
  if (branchId !== undefined)
    throw conflict(
      `Thread ${branchId} is merged into thread ${threadId}.`,
      'Take it apart first, or merge the other way round.',
    )
  if (thread.mergedInto)
    throw conflict(`Thread ${threadId} is merged into thread ${thread.mergedInto}.`, 'Take it apart first.')
  if (target.mergedInto)
    throw conflict(
      `Thread ${into} is merged into thread ${target.mergedInto}.`,
      `Merge it into thread ${target.mergedInto}.`,
    )
  return true
}

type Writers = Pick<Thread, 'guestId' | 'writerIds'>

const withLast = (writerIds: readonly string[], guestId: string): Pick<Thread, 'writerIds'> => ({
  writerIds: [...writerIds.filter(id => id !== guestId), guestId],
})

/** The guest platform writes for the thread's own guest. */
export function writersAfterAsk(
  thread: Writers & Pick<Thread, 'mergedIds'>,
  author: Actor,
): Partial<Writers> {
  if (thread.writerIds.length === 0 && !isOfAnotherGuest(thread, author)) return {}
  const writer = author.role === 'guest' ? author.uid : thread.guestId
  return writer ? withLast(thread.writerIds, writer) : {}
}

export function askerOf({ guestId, writerIds }: Writers): string | undefined {
  const last = writerIds.at(-1)
  return last === guestId ? undefined : last
}

export function addresseeOf(threadId: string, thread: Thread): ThreadOfStay {
  const guestId = askerOf(thread)
  const { reservationId, propertyId } = thread
  return guestId ? { threadId, guestId } : { threadId, reservationId, propertyId }
}

export const withoutAsker = (thread: Writers, guestId: string | null | undefined): Partial<Writers> =>
  thread.guestId && guestId && askerOf(thread) === guestId ? withLast(thread.writerIds, thread.guestId) : {}
