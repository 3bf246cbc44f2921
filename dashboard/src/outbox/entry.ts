import type { MessageType } from '@functions/lib/chat/message.ts'
import type { TemplateName } from '@functions/lib/chat/templates/templates.ts'
import type { Failure } from '../api/problem.ts'

type Content =
  | { kind: 'message'; type: MessageType; body: string }
  | { kind: 'template'; template: TemplateName; variables: Record<string, string>; body: string }

/** A message that its author has sent off and no server has confirmed yet. Its id makes every repetition the same message. */
export interface OutboxEntry {
  messageId: string
  threadId: string
  /** ISO 8601, of this device. */
  createdAt: string
  content: Content
  attempts: number
  /** Since when it may be tried, milliseconds since the epoch; the server asked to wait. */
  notBefore?: number
  /** The server refused it for good: its author decides. */
  refused?: Failure
}

export const isEntries = (value: unknown): value is OutboxEntry[] =>
  Array.isArray(value) &&
  value.every(item => typeof item === 'object' && item !== null && 'messageId' in item && 'content' in item)

export const typeOf = ({ content }: OutboxEntry): MessageType =>
  content.kind === 'template' ? 'chatapp-message' : content.type

/** The request that stores it; the same every time. */
export function requestOf({ threadId, messageId, content }: OutboxEntry) {
  const thread = `/chat/threads/${encodeURIComponent(threadId)}`
  if (content.kind === 'template') {
    const { template, variables } = content
    return { path: `${thread}/template-messages`, body: { template, variables, messageId } }
  }
  return { path: `${thread}/messages`, body: { body: content.body, type: content.type, messageId } }
}

/** The next to try in each thread: a thread's messages keep their order, and one that was refused holds none up. */
export function due(entries: readonly OutboxEntry[], now: number): OutboxEntry[] {
  const first = new Map<string, OutboxEntry>()
  for (const entry of entries) {
    if (!entry.refused && !first.has(entry.threadId)) first.set(entry.threadId, entry)
  }
  return [...first.values()].filter(({ notBefore = 0 }) => notBefore <= now)
}

/** Milliseconds until a failed try is repeated. */
export const pause = (attempts: number, retryAfterSeconds: number | undefined): number =>
  Math.max((retryAfterSeconds ?? 0) * 1000, Math.min(30_000, 1_000 * 2 ** Math.min(attempts, 5)))
