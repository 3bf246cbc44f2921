import type { Actor } from '../../actor.ts'
import { type Attention, attending, attentionAfterPost } from '../attention.ts'
import { lastSentPatch } from '../delivery/outbound.ts'
import { turnOf } from '../desk/desk.ts'
import { afterAnswering } from '../last-answers.ts'
import { isOfAnotherGuest, joining, participantsAfterPost } from '../membership.ts'
import { writersAfterAsk } from '../merging/merge-rules.ts'
import { type StoredMessage, summarize } from '../message.ts'
import type { ThreadFields } from '../ports.ts'
import { notificationPatch } from '../support/notification.ts'
import { publicMessage, type Thread } from '../thread.ts'

export type ThreadPatch = ThreadFields &
  Required<Pick<ThreadFields, keyof Attention | 'lastMessage' | 'updatedAt' | 'participantIds' | 'version'>>

export function threadPatch(
  thread: Thread,
  message: StoredMessage,
  author: Actor,
  guestName?: string | null,
): ThreadPatch {
  const participantIds = participantsAfterPost(thread, author)
  const attention = attentionAfterPost(thread, participantIds, author.uid)
  return {
    ...attention,
    ...calledByNote(thread, message, attention),
    lastMessage: summarize(message),
    ...lastPublicMessage(thread, message),
    ...lastAnswers(thread, message, author),
    updatedAt: message.createdAt,
    participantIds,
    ...(guestName && guestName !== thread.guestName && !isOfAnotherGuest(thread, author) && { guestName }),
    ...joining(thread, author),
    ...(turnOf(author, message, thread) === 'ask' && writersAfterAsk(thread, author)),
    ...lastSentPatch(thread, message, message.createdAt),
    ...notificationPatch(thread, message, author),
    version: thread.version + 1,
  }
}

export const afterPatch = (thread: Thread, { exchanges, ...patch }: ThreadPatch): Thread => ({
  ...thread,
  ...patch,
  exchanges: exchanges ?? thread.exchanges,
})

/** A note hides `lastMessage`, so a thread with nothing else keeps that message as public. */
function lastPublicMessage(thread: Thread, message: StoredMessage): Pick<ThreadPatch, 'lastPublicMessage'> {
  if (message.type !== 'note') return { lastPublicMessage: summarize(message) }
  const hidden = thread.lastPublicMessage ? null : publicMessage(thread)
  return hidden ? { lastPublicMessage: hidden } : {}
}

function calledByNote(
  thread: Thread,
  { type, authorId }: StoredMessage,
  { needsAttention }: Attention,
): Pick<ThreadPatch, 'calledByNoteIds'> {
  const stood = thread.calledByNoteIds
  if (type !== 'note') return stood.length > 0 ? { calledByNoteIds: stood.filter(id => id === authorId) } : {}
  const before = attending(thread)
  const called = needsAttention.filter(id => !before.includes(id) && !stood.includes(id))
  return called.length > 0 ? { calledByNoteIds: [...stood, ...called] } : {}
}

function lastAnswers(
  thread: Thread,
  message: StoredMessage,
  author: Actor,
): Pick<ThreadPatch, 'lastAnswers'> {
  if (turnOf(author, message, thread) !== 'answer') return {}
  const { messageId, authorId: by, createdAt: at } = message
  return { lastAnswers: afterAnswering(thread.lastAnswers, { messageId, by, at }) }
}
