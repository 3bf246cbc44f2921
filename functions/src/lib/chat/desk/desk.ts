import type { Actor } from '../../actor.ts'
import { isStaff } from '../../actor.ts'
import { channelOfType } from '../channels/naming.ts'
import { channels } from '../channels/registry.ts'
import { hasMembership } from '../membership.ts'
import type { StoredMessage } from '../message.ts'
import { messageKey } from '../message-key.ts'
import { timeOfPost } from '../posting/assemble-message.ts'
import type { Thread } from '../thread.ts'
import { withOtaAnswer, withOtaAsk } from './at-ota.ts'
import type { Deadline } from './deadline.ts'
import type { Exchange } from './exchange.ts'
import { afterAnswer, afterAsk, afterFailure, isQuietlyOver, openOne } from './exchanges.ts'
import { type LedgerChanges, ledgerChanges } from './ledger.ts'
import { noReplyDueAt } from './no-reply.ts'

/** What has to be done with a thread: answer the guest, wait for the guest, wait until then, nothing. */
export const threadStates = ['open', 'waiting', 'snoozed', 'done'] as const
export type ThreadState = (typeof threadStates)[number]

type DeskName =
  | 'state'
  | 'ownerId'
  | 'ownerDueAt'
  | 'teamId'
  | 'snoozedUntil'
  | 'unansweredSince'
  | 'dueBy'
  | 'escalatedAt'
  | 'exchanges'
  | 'deskDueAt'
  | 'noReplyDueAt'
/** Fields of a thread by which the team works; a null time is taken away. */
export type DeskFields = { [Name in DeskName]?: Thread[Name] | undefined }

/** A change of the desk's fields, and what it says to the ledger in the same commit. */
export interface DeskChange {
  fields: DeskFields
  ledger: LedgerChanges
}

/** How long before a channel stops taking free text somebody is told. Milliseconds. */
const windowNoticeMs = 2 * 60 * 60_000

/** When the guest's channel is about to take no more free text; undefined where it always does. */
export function windowNoticeAt({ channel, lastChannel = channel, lastAskedAt }: Exchange): Date | undefined {
  const row = channelOfType(`${lastChannel}-message`)
  const windowMs = row && channels[row].windowMs
  return windowMs === undefined ? undefined : new Date(lastAskedAt.getTime() + windowMs - windowNoticeMs)
}

type Looked = Pick<Thread, 'state' | 'snoozedUntil' | 'ownerId' | 'ownerDueAt' | 'stayDueAt'>

/** When somebody has to look at the thread next, because of a deadline, a window, a snooze or its guest's stays. */
function nextLook(
  { state, snoozedUntil, ownerId, ownerDueAt, stayDueAt }: Looked,
  exchanges: readonly Exchange[],
): Date | null {
  const open = openOne(exchanges)
  const told = open?.told ?? {}
  const times = [
    // What was opened when an answer was nearly late is closed at once, even by a clock that was set back.
    exchanges.find(isQuietlyOver)?.arrivedAt,
    open && !told.near && open.nearAt,
    open && !told.missed && open.dueBy,
    open && !told.window && windowNoticeAt(open),
    state === 'snoozed' && snoozedUntil,
    state !== 'done' && (open || ownerId) && ownerDueAt,
    stayDueAt,
  ].filter(time => time instanceof Date)
  return times.length === 0 ? null : new Date(Math.min(...times.map(time => time.getTime())))
}

/** Another stay of the guest counts from then on, or none does. */
export const stayChange = (
  thread: Looked & Partial<Pick<Thread, 'exchanges'>>,
  stayDueAt: Date | null,
): Pick<Thread, 'stayDueAt' | 'deskDueAt'> => ({
  stayDueAt,
  deskDueAt: nextLook({ ...thread, stayDueAt }, thread.exchanges ?? []),
})

/** The change that leads to these exchanges and fields. Everything else follows from them. */
export function deskChange(
  threadId: string,
  thread: Thread,
  { exchanges = thread.exchanges, ...given }: DeskFields,
): DeskChange {
  const open = openOne(exchanges)
  const after = { ...thread, ...given }
  const noReply = noReplyDueAt(exchanges)
  const fields: DeskFields = {
    ...given,
    exchanges,
    unansweredSince: open?.arrivedAt ?? null,
    dueBy: open?.dueBy ?? null,
    escalatedAt: open?.told?.near ?? null,
    deskDueAt: nextLook(after, exchanges),
    ...((noReply || thread.noReplyDueAt) && { noReplyDueAt: noReply }),
  }
  return { fields, ledger: ledgerChanges(threadId, thread.exchanges, exchanges) }
}

/** What a message is to a guest who waits: it begins the wait, may end it, or neither. */
export type Turn = 'ask' | 'answer' | undefined

/**
 * Guests ask, by a channel or by the guest platform. Staff, the landlord and whoever was added answer, and so does who
 * writes for the property at an OTA; notes, automations and what the OTA itself writes do not.
 */
export function turnOf(
  author: Actor,
  { type, source, metadata }: Pick<StoredMessage, 'type' | 'source' | 'metadata'>,
  thread: Thread,
): Turn {
  if (type === 'note') return undefined
  if (author.role === 'ota') return metadata?.sender === 'property' ? 'answer' : undefined
  if (author.role === 'guest' || source === 'platform-guest') return 'ask'
  if (author.role === 'service') return undefined
  return isStaff(author) || hasMembership(author, thread) ? 'answer' : undefined
}

/** A guest's message needs a deadline before it is stored. */
export const mayAsk = (author: Actor, { source }: Pick<StoredMessage, 'source'>): boolean =>
  author.role === 'guest' || source === 'platform-guest'

/** What is known when a guest writes. */
export interface Asking {
  deadline: Deadline
  /** By when the channel wants an answer. */
  latest?: Deadline | undefined
  /** Whether the thread is given to somebody of its team. */
  isAssigned: boolean
  now: Date
}

/** The desk after a post; undefined where it changes nothing. */
export function deskAfterPost(
  thread: Thread,
  message: StoredMessage,
  author: Actor,
  asking: Asking | undefined,
): DeskChange | undefined {
  const {
    threadId,
    messageId,
    createdAt,
    receivedAt: arrivedAt = createdAt,
    source,
    authorId,
    metadata,
  } = message
  const turn = turnOf(author, message, thread)
  if (turn === 'ask' && asking) {
    const asked = {
      id: messageKey({ threadId, messageId }),
      propertyId: thread.propertyId ?? null,
      teamId: thread.teamId ?? null,
      channel: source,
      ...(metadata?.provider && { provider: metadata.provider }),
      ...(asking.latest && { latest: asking.latest }),
      arrivedAt,
      lastAskedAt: arrivedAt,
    }
    const after = afterAsk(thread.exchanges, { ...asked, ...asking.deadline })
    const exchanges = withOtaAsk(after, message, arrivedAt)
    const ownerId = thread.ownerId ?? null
    // Whose thread was done may be away by now.
    const isForNobody = ownerId === null ? asking.isAssigned : thread.state === 'done'
    const ownerDueAt = isForNobody && !openOne(thread.exchanges) ? { ownerDueAt: asking.now } : {}
    return deskChange(threadId, thread, { exchanges, state: 'open', ownerId, ...ownerDueAt })
  }
  if (turn !== 'answer' || thread.exchanges.length === 0) return undefined
  const given = author.role === 'ota' ? { at: arrivedAt, elsewhere: true as const } : { at: createdAt }
  const after = afterAnswer(thread.exchanges, { messageId, by: authorId, ...given })
  const exchanges = withOtaAnswer(after, message, given.at)
  const ended = openOne(thread.exchanges) && !openOne(exchanges)
  return deskChange(threadId, thread, { exchanges, ...(ended && { state: 'waiting' as const }) })
}

/** The desk after a send has failed; undefined where its message was no answer. */
export function deskAfterFailure(
  thread: Thread,
  { threadId, messageId }: StoredMessage,
  now: Date,
): DeskChange | undefined {
  const isOne = ({ answers, otaAnswers = [] }: Exchange) =>
    [...answers, ...otaAnswers].some(one => one.messageId === messageId)
  if (!thread.exchanges.some(isOne)) return undefined
  const exchanges = afterFailure(thread.exchanges, messageId)
  const isReopened = openOne(exchanges) && !openOne(thread.exchanges)
  // A snooze may begin while a guest waits; nothing else but being open may.
  const state = isReopened && thread.state !== 'snoozed' ? { state: 'open' as const } : {}
  const ownerDueAt = isReopened ? { ownerDueAt: now } : {}
  return deskChange(threadId, thread, { exchanges, ...state, ...ownerDueAt })
}

/** The desk after a message that had failed was sent after all. */
export function deskAfterRetry(thread: Thread, message: StoredMessage, now: Date): DeskChange | undefined {
  const { threadId, messageId, authorId, delivery } = message
  const isKnown = thread.exchanges.some(one => one.answers.some(answer => answer.messageId === messageId))
  if (isKnown || thread.exchanges.length === 0 || delivery?.automated) return undefined
  const at = timeOfPost(now, thread.updatedAt)
  const after = afterAnswer(thread.exchanges, { messageId, by: authorId, at })
  const exchanges = withOtaAnswer(after, message, at)
  const isEnded = openOne(thread.exchanges) && !openOne(exchanges)
  return deskChange(threadId, thread, { exchanges, ...(isEnded && { state: 'waiting' as const }) })
}
