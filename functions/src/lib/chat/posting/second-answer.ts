import type { Actor } from '../../actor.ts'
import { DomainError } from '../../errors.ts'
import { turnOf } from '../desk/desk.ts'
import { answerByOthers } from '../desk/last-answers.ts'
import type { Thread } from '../thread.ts'
import type { PostInput } from './post-input.ts'

/**
 * Asks whoever would answer after somebody else's answer that they have not seen, where they want to be asked. Throws
 * `answered-meanwhile`.
 */
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
