import { type Actor, isStaff, isTrusted } from '../../actor.ts'
import { DomainError } from '../../errors.ts'
import type { Versioned } from '../../ports.ts'
import type { Store } from '../../store.ts'
import { isSendDue } from '../delivery/outbound.ts'
import { colleaguesOf, isColleague, notOfStaff } from '../desk/colleague.ts'
import { turnOf } from '../desk/desk.ts'
import { answerByOthers } from '../last-answers.ts'
import { mayReachOut } from '../membership.ts'
import { guestOfThread, reservationOf } from '../stays.ts'
import type { Thread } from '../thread.ts'
import { threadNotFound, threads } from '../thread-writes.ts'
import type { ChatLimits, PostInput } from './post-input.ts'

/** Throws `forbidden`. */
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

/** Never refuses a guest's message to our number. Throws `forbidden`, `participant-limit`. */
export function authorizePost(actor: Actor, input: PostInput, thread: Thread, limits: ChatLimits): void {
  if (!mayReachOut(actor, thread) && isSendDue(input)) {
    throw forbidden(
      'Only staff and invited participants send by chatapp or SMS. Post a plain message instead.',
    )
  }
  // Strangers must not lock out staff and services.
  const isBounded = !thread.participantIds.includes(actor.uid) && !isTrusted(actor)
  if (isBounded && thread.participantIds.length >= limits.participants) {
    throw new DomainError('participant-limit', `The thread already has ${limits.participants} participants.`)
  }
}

const forbidden = (detail: string): DomainError => new DomainError('forbidden', detail)

interface About {
  threadId: string
  reservationId?: string | undefined
}

/**
 * The stay must be the thread's guest's, or a merged thread's. Throws `thread-not-found`,
 * `validation-failed`. At most three round trips, one more for merged threads.
 */
export async function checkStay(
  { store }: { store: Store },
  { threadId, reservationId }: About,
): Promise<void> {
  if (reservationId === undefined) return
  const [thread, stay] = await Promise.all([
    store.read(threads.at(threadId)),
    reservationOf(store, reservationId),
  ])
  if (!thread) throw threadNotFound(threadId)
  const { guestId, reservationId: ofThread } = thread.value
  if (reservationId === ofThread || (stay?.guestId && stay.guestId === guestId)) return
  const guest = await guestOfThread(store, { threadId, reservationId: ofThread })
  if (stay?.guestId && stay.guestId === guest?.guestId) return
  const merged = await Promise.all(thread.value.mergedIds.map(id => store.read(threads.at(id))))
  const isOf = ({ value }: Versioned<Thread>) =>
    reservationId === value.reservationId || (stay?.guestId && stay.guestId === value.guestId)
  if (merged.some(one => one && isOf(one))) return
  throw new DomainError('validation-failed', "The reservation is not one of the thread's guest.", {
    nextAction: 'Name another reservation, or none.',
    errors: [{ path: 'reservationId', message: "must be a reservation of the thread's guest" }],
  })
}

/** Absent staff count. Throws `validation-failed`. */
export async function checkMentions(
  { store }: { store: Store },
  actor: Actor,
  { mentions }: { mentions?: readonly string[] | undefined },
): Promise<void> {
  if (mentions === undefined) return
  const colleagues = await colleaguesOf(store, mentions)
  const errors = mentions.flatMap((userId, at) =>
    isColleague(colleagues.get(userId), userId, actor)
      ? []
      : [{ path: `mentions.${at}`, message: 'must be somebody of our staff' }],
  )
  if (errors.length > 0) throw notOfStaff('Mention somebody who works here.', errors)
}

/** Refuses an answer after an unseen one, on the author's request. Throws `answered-meanwhile`. */
export function checkSecondAnswer(actor: Actor, input: PostInput, thread: Thread): void {
  const { unlessAnsweredSince: since } = input
  if (!since || turnOf(actor, input, thread) !== 'answer') return
  const other = answerByOthers(thread.lastAnswers, { uid: actor.uid, since })
  if (!other) return
  throw new DomainError('answered-meanwhile', 'Somebody else has answered meanwhile. Nothing was stored.', {
    nextAction: 'Read the answer. To send yours all the same, post it again with the time of that answer.',
    answer: { messageId: other.messageId, authorId: other.by, createdAt: other.at },
  })
}
