import { isDeepStrictEqual } from 'node:util'
import { type Actor, isStaff } from '../../actor.ts'
import type { Write } from '../../store.ts'
import { channelOfType } from '../channel-types.ts'
import { channels } from '../channels/registry.ts'
import type { Answer, Exchange } from '../exchange.ts'
import { hasMembership } from '../membership.ts'
import type { Delivery, StoredMessage } from '../message.ts'
import { messageKey } from '../message-key.ts'
import type { DeskFields, Thread } from '../thread.ts'
import type { Deadline } from './deadline.ts'
import { afterAnswer, afterAsk, afterSend, openWait, underWay, waitsWithStaleAlert } from './exchanges.ts'
import { ledgerWrites } from './ledger.ts'
import { noReplyDueAt } from './no-reply.ts'

/** `open`: answer the guest; `waiting`: for the guest. */
export const threadStates = ['open', 'waiting', 'snoozed', 'done'] as const

/** One commit writes both. */
export interface DeskChange {
  fields: DeskFields
  ledger: readonly Write[]
}

/** Milliseconds before free text ends. */
const windowNoticeMs = 2 * 60 * 60_000

export function windowNoticeAt({ channel, lastChannel = channel, lastAskedAt }: Exchange): Date | undefined {
  const row = channelOfType(`${lastChannel}-message`)
  const windowMs = row && channels[row].windowMs
  return windowMs === undefined ? undefined : new Date(lastAskedAt.getTime() + windowMs - windowNoticeMs)
}

type LookFields = Pick<Thread, 'state' | 'snoozedUntil' | 'ownerId' | 'ownerDueAt' | 'stayDueAt'>

function nextLook(
  { state, snoozedUntil, ownerId, ownerDueAt, stayDueAt }: LookFields,
  exchanges: readonly Exchange[],
): Date | null {
  const open = openWait(exchanges)
  const alerts = open?.told ?? {}
  const times = [
    // Items of an ended wait close at once, even if the clock went back.
    waitsWithStaleAlert(exchanges)[0]?.arrivedAt,
    open && !alerts.near && open.nearAt,
    open && !alerts.missed && open.dueBy,
    open && !alerts.window && windowNoticeAt(open),
    state === 'snoozed' && snoozedUntil,
    state !== 'done' && (open || ownerId) && ownerDueAt,
    stayDueAt,
  ].filter(time => time instanceof Date)
  return times.length === 0 ? null : new Date(Math.min(...times.map(time => time.getTime())))
}

export const stayChange = (
  thread: LookFields & Partial<Pick<Thread, 'exchanges'>>,
  stayDueAt: Date | null,
): Pick<Thread, 'stayDueAt' | 'deskDueAt'> => ({
  stayDueAt,
  deskDueAt: nextLook({ ...thread, stayDueAt }, thread.exchanges ?? []),
})

export function deskChange(
  threadId: string,
  thread: Thread,
  { exchanges = thread.exchanges, ...changes }: DeskFields,
): DeskChange {
  const open = openWait(exchanges)
  const after = { ...thread, ...changes }
  const noReply = noReplyDueAt(exchanges)
  const fields: DeskFields = {
    ...changes,
    exchanges,
    unansweredSince: open?.arrivedAt ?? null,
    dueBy: open?.dueBy ?? null,
    escalatedAt: open?.told?.near ?? null,
    deskDueAt: nextLook(after, exchanges),
    ...((noReply || thread.noReplyDueAt) && { noReplyDueAt: noReply }),
  }
  return { fields, ledger: ledgerWrites(threadId, thread.exchanges, exchanges) }
}

export type Turn = 'ask' | 'answer' | undefined

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

export interface Asking {
  deadline: Deadline
  /** The team assigns by load. */
  isAssigned: boolean
  now: Date
}

export function deskAfterPost(
  thread: Thread,
  message: StoredMessage,
  author: Actor,
  asking: Asking | undefined,
): DeskChange | undefined {
  const { threadId, createdAt, receivedAt = createdAt, delivery } = message
  const turn = turnOf(author, message, thread)
  if (turn === 'ask' && asking) {
    const exchanges = afterAsk(thread.exchanges, askOf(thread, message, asking.deadline))
    const ownerId = thread.ownerId ?? null
    // The owner may be away by now.
    const isForNobody = ownerId === null ? asking.isAssigned : thread.state === 'done'
    const ownerDueAt = isForNobody && !openWait(thread.exchanges) ? { ownerDueAt: asking.now } : {}
    return deskChange(threadId, thread, { exchanges, state: 'open', ownerId, ...ownerDueAt })
  }
  if (turn !== 'answer') return undefined
  const isElsewhere = author.role === 'ota'
  const answer = answerOf(message, delivery && sends[delivery.status])
  const exchanges = afterAnswer(
    thread.exchanges,
    isElsewhere ? { ...answer, at: receivedAt, elsewhere: true } : answer,
  )
  return deskAnswered(threadId, thread, exchanges, createdAt)
}

const answerOf = (message: StoredMessage, send: Answer['send']): Answer => ({
  messageId: message.messageId,
  by: message.authorId,
  at: message.createdAt,
  ...(isAtOta(message) && { atOta: true }),
  ...(send && { send }),
})

function askOf(
  { propertyId, teamId }: Thread,
  message: StoredMessage,
  { nearAt, dueBy }: Deadline,
): Exchange {
  const { threadId, messageId, createdAt: stored, receivedAt: at = stored, source, metadata } = message
  const { provider, conversationId } = metadata ?? {}
  const otaAsks = isAtOta(message) && provider && conversationId ? [{ provider, conversationId, at }] : []
  return {
    id: messageKey({ threadId, messageId }),
    propertyId: propertyId ?? null,
    teamId: teamId ?? null,
    channel: source,
    ...(provider && { provider }),
    arrivedAt: at,
    lastAskedAt: at,
    nearAt,
    dueBy,
    answers: [],
    ...(otaAsks.length > 0 && { otaAsks }),
  }
}

const isAtOta = ({ type }: StoredMessage): boolean => channelOfType(type) === 'ota'

/** Undefined after acceptance. */
export const sends = {
  pending: 'pending',
  sending: 'pending',
  unknown: 'failed',
  failed: 'failed',
  sent: undefined,
  delivered: undefined,
  read: undefined,
} as const satisfies Record<Delivery['status'], Answer['send']>

export const deskAfterDelivery = (
  thread: Thread,
  message: StoredMessage,
  next: Delivery,
  now: Date,
): DeskChange | undefined =>
  deskAnswered(
    message.threadId,
    thread,
    afterSend(withForgotten(thread.exchanges, message, next), message.messageId, sends[next.status]),
    now,
  )

/** An earlier release noted nothing of a send that was on its way, and forgot an answer that failed. */
function withForgotten(
  exchanges: readonly Exchange[],
  message: StoredMessage,
  { retryId, automated }: Delivery,
): readonly Exchange[] {
  const { messageId, delivery, createdAt } = message
  if (retryId === undefined) {
    const isOnItsWay = delivery !== undefined && sends[delivery.status] === 'pending'
    return isOnItsWay ? underWay(exchanges, messageId) : exchanges
  }
  const last = exchanges.at(-1)
  const isKnown = exchanges.some(({ answers }) => answers.some(one => one.messageId === messageId))
  if (isKnown || automated || !last || createdAt < last.lastAskedAt) return exchanges
  return afterAnswer(exchanges, answerOf(message, 'pending'))
}

export function deskAnswered(
  threadId: string,
  thread: Thread,
  exchanges: Exchange[],
  now: Date,
): DeskChange | undefined {
  if (isDeepStrictEqual(exchanges, thread.exchanges)) return undefined
  const [before, after] = [openWait(thread.exchanges), openWait(exchanges)]
  if (before && !after) return deskChange(threadId, thread, { exchanges, state: 'waiting' })
  if (before || !after) return deskChange(threadId, thread, { exchanges })
  // Only `snoozed` and `open` may coexist with a wait.
  const state = thread.state === 'snoozed' ? 'snoozed' : 'open'
  return deskChange(threadId, thread, { exchanges, state, ownerDueAt: now })
}
