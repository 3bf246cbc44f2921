import type { Firestore } from 'firebase-admin/firestore'
import * as z from 'zod'
import { firestoreWith } from '../../functions/src/adapters/firestore/sdk.ts'
import { store } from '../../functions/src/adapters/firestore/store.ts'
import type { Actor } from '../../functions/src/lib/actor.ts'
import { attentionBecause, attentionWithout } from '../../functions/src/lib/chat/attention.ts'
import { channelOfType } from '../../functions/src/lib/chat/channel-types.ts'
import { failedSendItem } from '../../functions/src/lib/chat/delivery/failed-sends.ts'
import { threadNews } from '../../functions/src/lib/chat/delivery/thread-news.ts'
import { deadlineAfter } from '../../functions/src/lib/chat/desk/deadline.ts'
import { type DeskChange, deskAfterPost, deskChange } from '../../functions/src/lib/chat/desk/desk.ts'
import { afterClosing } from '../../functions/src/lib/chat/desk/exchanges.ts'
import type {
  Delivery,
  DeliveryFailure,
  MessageType,
  StoredMessage,
} from '../../functions/src/lib/chat/message.ts'
import { isForwardDue } from '../../functions/src/lib/chat/posting/assemble-message.ts'
import { afterPatch, threadPatch } from '../../functions/src/lib/chat/posting/thread-patch.ts'
import { storedThread, type Thread } from '../../functions/src/lib/chat/thread.ts'
import { shardOf } from '../../functions/src/lib/shards.ts'

type Fields = Record<string, unknown>
/** A document to write. */
export type SeedDocument = readonly [path: string, fields: Fields]

/** Documents in one commit, well below Firestore's 10 MiB. */
const mostAtOnce = 400

/** Writes by the store, which sets ends of documents as the system does. */
export async function writeDocuments(db: Firestore, documents: readonly SeedDocument[]): Promise<void> {
  const { write } = store(firestoreWith(db))
  for (let from = 0; from < documents.length; from += mostAtOnce) {
    const some = documents.slice(from, from + mostAtOnce)
    await write(some.map(([path, fields]) => ({ kind: 'set', path, fields })))
  }
}

const minuteMs = 60_000
/** How long a guest of the default queue may wait. Minutes. */
export const answerWithin = 60

export const line = z.object({
  who: z.enum(['asker', 'note', 'sam', 'olivia']),
  minutesAgo: z.number(),
  body: z.string(),
  /** Its send failed. */
  isFailed: z.boolean().optional(),
})
type Line = z.infer<typeof line>

/** A conversation as it went, oldest line first. */
export interface Talk {
  threadId: string
  /** The thread's first fields. */
  opened: { source: string; participantIds: string[]; reservationId?: string } & Fields
  /** The waiting guest or landlord, and the channel. */
  asker: { uid: string; role: 'guest' | 'landlord' }
  by: { source: string; type: MessageType }
  says: readonly Line[]
  /** The thread's state after the last line. */
  end?: 'closed' | 'snoozed' | undefined
}

const failure: DeliveryFailure = {
  code: 'not-reachable',
  detail: "The guest's phone is switched off or has no reception.",
  nextAction: 'Wait a few minutes, then send it again.',
}

const origin = { ipAddress: '127.0.0.1', userAgent: 'seed' }
const roleOf = { sam: 'support', olivia: 'operations' } as const

/** The documents of a conversation, as the code itself would have stored them. */
export function documentsOf(talk: Talk, now: Date): SeedDocument[] {
  const { threadId, end } = talk
  const documents: SeedDocument[] = []
  const noted = (desk: Partial<DeskChange> | undefined) => {
    for (const { path, fields } of desk?.ledger ?? []) documents.push([path, fields])
    return desk?.fields
  }
  let thread: Thread = storedThread.parse(talk.opened)
  for (const [turn, line] of talk.says.entries()) {
    const at = new Date(now.getTime() - line.minutesAgo * minuteMs)
    const author = authorOf(line, talk)
    const message = messageOf(talk, line, { messageId: `m${turn}`, authorId: author.uid, createdAt: at })
    thread = afterPost(thread, message, author, noted)
    if (message.delivery && line.isFailed) {
      const delivery: Delivery = { ...message.delivery, status: 'failed', failure }
      const news = threadNews(message, thread, delivery, at)
      thread = storedThread.parse({ ...thread, ...noted(news) })
      const { id, about, ...item } = failedSendItem(message, thread, delivery, at)
      documents.push([`items/${id}`, { ...about, ...item, status: 'open' }])
      Object.assign(message, { delivery })
    }
    documents.push([`threads/${threadId}/messages/m${turn}`, { ...message }])
  }
  if (end) {
    const desk = noted(deskChange(threadId, thread, ending(thread, end, now)))
    thread = storedThread.parse({ ...thread, ...(end === 'closed' && read), ...desk })
  }
  const fields = Object.entries(thread).filter(([name, value]) => value !== undefined && !isPast(name, value))
  const deskShard = thread.deskDueAt && { deskShard: shardOf(threadId) }
  return [...documents, [`threads/${threadId}`, { ...Object.fromEntries(fields), ...deskShard }]]
}

function authorOf({ who }: Line, { asker }: Talk): Actor {
  if (who === 'asker') return { ...asker, origin }
  const uid = who === 'note' ? 'sam' : who
  return { uid, role: roleOf[uid], origin }
}

function messageOf(
  { threadId, by, opened }: Talk,
  { who, body, isFailed }: Line,
  id: Pick<StoredMessage, 'messageId' | 'authorId' | 'createdAt'>,
): StoredMessage {
  const message: StoredMessage = {
    ...id,
    threadId,
    body,
    contentType: 'text',
    source: who === 'asker' ? by.source : 'platform',
    type: who === 'note' ? 'note' : by.type,
  }
  const isSent = who !== 'asker' && channelOfType(message.type) !== undefined
  const { reservationId } = opened
  return {
    ...message,
    ...(isSent && { delivery: { reservationId, status: isFailed ? 'pending' : 'delivered', attempts: 1 } }),
    ...(isForwardDue(message, opened) && { forwarding: { status: 'forwarded', attempts: 1 } }),
  }
}

type Noted = (desk: Partial<DeskChange> | undefined) => DeskChange['fields'] | undefined

/** An author other than the guest has read the messages before. */
function afterPost(before: Thread, message: StoredMessage, author: Actor, noted: Noted): Thread {
  const isGuest = author.role === 'guest'
  const thread = isGuest ? before : { ...before, ...attentionWithout(before, author.uid) }
  const at = message.createdAt
  const desk = deskAfterPost(thread, message, author, {
    deadline: deadlineAfter(at, answerWithin),
    isAssigned: true,
    now: at,
  })
  const patch = { ...threadPatch(thread, message, author), ...noted(desk) }
  const called = isGuest ? patch.needsAttention.filter(id => id !== author.uid) : []
  const because = attentionBecause({ ...patch, attention: thread.attention }, called, 'guest-wrote', at)
  return afterPatch(thread, { ...patch, ...because })
}

/** The change of a thread after its last line. */
function ending({ exchanges, updatedAt }: Thread, end: 'closed' | 'snoozed', now: Date) {
  if (end === 'snoozed')
    return { state: end, snoozedUntil: new Date(now.getTime() + 18 * 60 * minuteMs) } as const
  const closed = { how: 'no-answer-needed', by: 'sam', at: updatedAt ?? now } as const
  return { state: 'done', exchanges: afterClosing(exchanges, closed) } as const
}

const read = { needsAttention: [], needsAttentionMap: {}, attention: {} }

/** The system stores no time that is over (null), but it stores an owner of null. */
const isPast = (name: string, value: unknown): boolean => value === null && !/Id$/.test(name)
