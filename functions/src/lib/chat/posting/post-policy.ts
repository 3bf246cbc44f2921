import { type Actor, isStaff, isTrusted } from '../../actor.ts'
import { DomainError } from '../../errors.ts'
import { isSendDue } from '../delivery/outbound.ts'
import { isMember, mayReachOut } from '../membership.ts'
import type { Thread } from '../thread.ts'
import type { PostInput } from './post-input.ts'

/** What the author may say about a message, whatever the thread. Throws `forbidden`. */
export function authorizeFields(actor: Actor, input: PostInput): void {
  if (input.type === 'note' && !isStaff(actor)) throw forbidden('Only staff write notes.')
  if (isTrusted(actor)) return
  if (input.source !== 'platform') throw forbidden('Only staff and services set a source.')
  if (input.externalMessageId !== undefined) throw forbidden('Only staff and services set externalMessageId.')
  if (input.contentType !== 'text' || input.paymentContent !== undefined) {
    throw forbidden('Only staff and services post payment content.')
  }
}

/** Whether the thread exists for the author at all; having joined by posting does not count. Throws `thread-not-found`. */
export function authorizeVisit(
  actor: Actor,
  input: PostInput,
  thread: Thread,
  rules: { joinPolicy: JoinPolicy },
): void {
  const isStranger = !isMember(thread, actor.uid) && !isTrusted(actor)
  if (isStranger && rules.joinPolicy === 'participants') throw threadNotFound(input.threadId)
}

/**
 * Whether the author may post this to that thread. Throws `forbidden` or `participant-limit`. What a
 * guest wrote to one of our numbers is never turned away.
 */
export function authorizePost(
  actor: Actor,
  input: PostInput,
  thread: Thread,
  rules: { limits: ChatLimits },
): void {
  if (!mayReachOut(actor, thread) && isSendDue(input)) {
    throw forbidden(
      'Only staff and invited participants send by chatapp or SMS. Post a plain message instead.',
    )
  }
  // Strangers must not be able to keep those out who look after the thread.
  const isBounded = !thread.participantIds.includes(actor.uid) && !isTrusted(actor)
  if (isBounded && thread.participantIds.length >= rules.limits.participants) {
    throw new DomainError(
      'participant-limit',
      `The thread already has ${rules.limits.participants} participants.`,
    )
  }
}

export const threadNotFound = (threadId: string): DomainError =>
  new DomainError('thread-not-found', `There is no thread ${threadId}.`)

const forbidden = (detail: string): DomainError => new DomainError('forbidden', detail)

/** Sizes a post may have, and how many there may be; every one is a parameter (`config.ts`). */
export interface ChatLimits {
  /** Characters. */
  messageBody: number
  /** Characters of a chatapp or SMS body. */
  outboundBody: number
  attachments: number
  /** Bytes of `paymentContent` as JSON. */
  paymentContentBytes: number
  participants: number
  /** Posts of one user, to one thread, and of all who were not added to that thread. */
  userPostsPerMinute: number
  threadPostsPerMinute: number
  selfJoinedPostsPerMinute: number
}

/** `authenticated`: any signed-in user may post. `participants`: strangers are told the thread does not exist. */
export type JoinPolicy = 'authenticated' | 'participants'
