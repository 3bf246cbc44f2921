import type { OutboxEntry } from '../outbox/entry.ts'
import { isSameDay } from '../ui/time.tsx'
import type { Message } from './message.ts'

/** What the list of messages is made of, from the oldest down. */
export type Item =
  | { kind: 'start'; key: string }
  | { kind: 'day'; key: string; at: string }
  | { kind: 'message'; key: string; message: Message; isFirst: boolean }
  | { kind: 'waiting'; key: string; entry: OutboxEntry }

const together = 5 * 60_000

/** Messages, newest first as they come, and what waits, with the days between them. */
export function messageItems(
  newestFirst: readonly Message[],
  waiting: readonly OutboxEntry[],
  isWhole: boolean,
): Item[] {
  const items: Item[] = isWhole ? [{ kind: 'start', key: 'start' }] : []
  let before: Message | undefined
  const startDay = (at: string, previous: string | undefined) => {
    if (previous !== undefined && isSameDay(new Date(at), new Date(previous))) return
    items.push({ kind: 'day', key: `day-${at}`, at })
  }
  for (const message of newestFirst.toReversed()) {
    startDay(message.createdAt, before?.createdAt)
    items.push({ kind: 'message', key: message.messageId, message, isFirst: !continues(before, message) })
    before = message
  }
  const stored = new Set(newestFirst.map(({ messageId }) => messageId))
  for (const entry of waiting) {
    if (!stored.has(entry.messageId)) items.push({ kind: 'waiting', key: entry.messageId, entry })
  }
  return items
}

/** The same author goes on, so the name need not stand there again. */
const continues = (before: Message | undefined, message: Message): boolean =>
  before !== undefined &&
  before.authorId === message.authorId &&
  (before.type === 'note') === (message.type === 'note') &&
  isSameDay(new Date(before.createdAt), new Date(message.createdAt)) &&
  new Date(message.createdAt).getTime() - new Date(before.createdAt).getTime() < together
