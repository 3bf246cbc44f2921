import { typeOf as typeOfChannel } from '@functions/lib/chat/channel-types.ts'
import type { MessageFile, MessageType } from '@functions/lib/chat/message.ts'
import { type TemplateName, templateChannel } from '@functions/lib/chat/templates/templates.ts'
import { pause } from '../api/persistently.ts'
import type { Failure } from '../api/problem.ts'

/** Somebody whom a note calls, by the name that stands in it. */
export interface Mention {
  userId: string
  name: string
}

type Content =
  | {
      kind: 'message'
      type: MessageType
      body: string
      mentions?: Mention[] | undefined
      files?: MessageFile[] | undefined
    }
  | { kind: 'template'; template: TemplateName; variables: Record<string, string>; body: string }

/** A message that its author has sent off and no server has confirmed yet. Its id makes every repetition the same message. */
export interface OutboxEntry {
  messageId: string
  threadId: string
  /** ISO 8601, of this device; no two of a device have the same. */
  createdAt: string
  content: Content
  /** The server's time up to which its author had seen the thread, ISO 8601. */
  since?: string | undefined
  attempts: number
  /** The last try found no connection, or a server that failed or asked to wait. */
  waitsFor?: 'connection' | 'server'
  /** The earliest next try, milliseconds since the epoch. */
  notBefore?: number
  /** The server refused it for good: its author decides. */
  refused?: Failure
}

export const isEntry = (value: unknown): value is OutboxEntry =>
  typeof value === 'object' &&
  value !== null &&
  'messageId' in value &&
  'threadId' in value &&
  'createdAt' in value &&
  !Number.isNaN(Date.parse(String(value.createdAt))) &&
  'content' in value &&
  typeof value.content === 'object' &&
  value.content !== null

export const inOrder = (entries: OutboxEntry[]): OutboxEntry[] =>
  entries.sort((one, other) => one.createdAt.localeCompare(other.createdAt))

/** A time after those of all the others, so that the order is never in doubt. */
export function timeAfter(entries: readonly OutboxEntry[], now: number): string {
  const latest = Math.max(0, ...entries.map(({ createdAt }) => new Date(createdAt).getTime()))
  return new Date(Math.max(now, latest + 1)).toISOString()
}

export const typeOf = ({ content }: OutboxEntry): MessageType =>
  content.kind === 'template' ? typeOfChannel(templateChannel) : content.type

export const mentionsOf = ({ content }: OutboxEntry): Mention[] | undefined =>
  content.kind === 'message' && content.mentions?.length ? content.mentions : undefined

export const filesOf = ({ content }: OutboxEntry): MessageFile[] | undefined =>
  content.kind === 'message' && content.files?.length ? content.files : undefined

/** The time seen of a thread of which nothing is shown. */
export const nothingSeen = new Date(0).toISOString()

/** Somebody else's earlier answer; the author decides on the entry. */
export const answerBefore = ({ refused }: OutboxEntry): Failure['answer'] =>
  refused?.code === 'answered-meanwhile' ? refused.answer : undefined

/** The request that stores it; the same every time. */
export function requestOf(entry: OutboxEntry) {
  const { threadId, messageId, content, since } = entry
  const id = { messageId, ...(since !== undefined && { unlessAnsweredSince: since }) }
  const thread = `/chat/threads/${encodeURIComponent(threadId)}`
  if (content.kind === 'template') {
    const { template, variables } = content
    return { path: `${thread}/template-messages`, body: { template, variables, ...id } }
  }
  const mentions = mentionsOf(entry)?.map(({ userId }) => userId)
  const files = filesOf(entry)?.map(({ fileId }) => fileId)
  const more = { ...(mentions && { mentions }), ...(files && { files }) }
  return { path: `${thread}/messages`, body: { body: content.body, type: content.type, ...more, ...id } }
}

/** The next to try in each thread: a thread's messages keep their order, and one that was refused holds none up. */
export function due(entries: readonly OutboxEntry[], now: number): OutboxEntry[] {
  const first = new Map<string, OutboxEntry>()
  for (const entry of entries) {
    if (!entry.refused && !first.has(entry.threadId)) first.set(entry.threadId, entry)
  }
  return [...first.values()].filter(({ notBefore = 0 }) => notBefore <= now)
}

export function afterFailure(entry: OutboxEntry, failure: Failure | undefined, now: number): OutboxEntry {
  // The entry goes on after the next sign-in.
  if (failure && !failure.retryable && failure.status !== 401) return { ...entry, refused: failure }
  const attempts = entry.attempts + 1
  const waitsFor = failure && failure.status > 0 && failure.status !== 401 ? 'server' : 'connection'
  return { ...entry, attempts, waitsFor, notBefore: now + pause(attempts, failure?.retryAfterSeconds) }
}
