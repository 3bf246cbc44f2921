import { type Actor, isStaff, isTrusted } from '../../actor.ts'
import { DomainError } from '../../errors.ts'
import { isSendDue } from '../delivery/outbound.ts'
import { hasMembership, isKeptOut, mayReachOut } from '../membership.ts'
import type { Thread } from '../thread.ts'
import type { ChatLimits, PostInput } from './post-input.ts'

/** Whether the author may set these fields, whatever the thread. Throws `forbidden`. */
export function authorizeFields(actor: Actor, input: PostInput): void {
  if (input.type === 'note' && !isStaff(actor)) throw forbidden('Only staff write notes.')
  if (isTrusted(actor)) return
  if (input.source !== 'platform') throw forbidden('Only staff and services set a source.')
  if (input.externalMessageId !== undefined) throw forbidden('Only staff and services set externalMessageId.')
  if (input.contentType !== 'text' || input.paymentContent !== undefined) {
    throw forbidden('Only staff and services post payment content.')
  }
  if (input.reservationId !== undefined) throw forbidden('Only staff and services name a stay.')
}

/** Whether the author may know the thread; having joined by posting does not count. Throws `thread-not-found`. */
export function authorizeVisit(
  actor: Actor,
  input: Pick<PostInput, 'threadId'>,
  thread: Thread,
  joinPolicy: JoinPolicy,
): void {
  if (isKeptOut(actor, thread)) throw threadNotFound(input.threadId)
  const isStranger = !hasMembership(actor, thread) && !isTrusted(actor)
  if (isStranger && joinPolicy === 'participants') throw threadNotFound(input.threadId)
}

/**
 * Whether the author may post this to the thread. Throws `forbidden` or `participant-limit`. A guest's message to one
 * of our numbers is never refused.
 */
export function authorizePost(actor: Actor, input: PostInput, thread: Thread, limits: ChatLimits): void {
  if (!mayReachOut(actor, thread) && isSendDue(input)) {
    throw forbidden(
      'Only staff and invited participants send by chatapp or SMS. Post a plain message instead.',
    )
  }
  // Strangers must not be able to lock out those who handle the thread.
  const isBounded = !thread.participantIds.includes(actor.uid) && !isTrusted(actor)
  if (isBounded && thread.participantIds.length >= limits.participants) {
    throw new DomainError('participant-limit', `The thread already has ${limits.participants} participants.`)
  }
}

export const threadNotFound = (threadId: string): DomainError =>
  new DomainError('thread-not-found', `There is no thread ${threadId}.`)

const forbidden = (detail: string): DomainError => new DomainError('forbidden', detail)

/** `authenticated`: any signed-in user may post. `participants`: strangers are told the thread does not exist. */
export type JoinPolicy = 'authenticated' | 'participants'
