import type { Actor } from '../../actor.ts'
import { type Attention, attending, attentionAfterPost } from '../attention.ts'
import { channelOfType } from '../channels/naming.ts'
import { channels } from '../channels/registry.ts'
import { type DeskFields, turnOf } from '../desk/desk.ts'
import { afterAnswering } from '../desk/last-answers.ts'
import { isOfAnotherGuest, joining, participantsAfterPost } from '../membership.ts'
import { writersAfterAsk } from '../merging/merged.ts'
import { type MessageSummary, type StoredMessage, summarize } from '../message.ts'
import { type NotificationPatch, notificationPatch } from '../support/notification.ts'
import type { Thread } from '../thread.ts'
import { publicMessage } from '../thread.ts'

/** The fields of a thread that a post writes. */
export interface ThreadPatch extends Attention, NotificationPatch, DeskFields {
  lastMessage: MessageSummary
  lastPublicMessage?: MessageSummary | Record<string, unknown>
  lastAnswers?: Thread['lastAnswers']
  updatedAt: Date
  participantIds: string[]
  selfJoinedIds?: string[]
  roleJoinedIds?: string[]
  guestName?: string
  lastChatappMessageSentAt?: Date
  attention?: Thread['attention']
  calledByNoteIds?: string[]
  lastFailures?: Thread['lastFailures']
  posts?: Thread['posts']
  writerIds?: string[]
  conversations?: Thread['conversations']
  version: number
}

/** `guestName`: the name of a guest who posts, if known. */
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

/** The thread as a post leaves it. */
export const afterPatch = (thread: Thread, { exchanges, ...patch }: ThreadPatch): Thread => ({
  ...thread,
  ...patch,
  exchanges: exchanges ?? thread.exchanges,
})

/** Unchanged by a note; on a thread with only `lastMessage`, that message, which the note now hides. */
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

/** The time of our last message by that channel, if the thread stores it. */
export function lastSentPatch(
  thread: Thread,
  { type, source }: StoredMessage,
  at: Date,
): Pick<ThreadPatch, 'lastChatappMessageSentAt'> | undefined {
  const channel = channelOfType(type)
  const field = channel !== undefined && channel !== source && channels[channel].lastSentField
  return field ? { [field]: later(at, thread[field]) } : undefined
}

export const later = (time: Date, other: Date | null | undefined): Date =>
  other && other > time ? other : time
