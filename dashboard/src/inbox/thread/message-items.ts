import type { Message } from '../../live/message.ts'
import { type OutboxEntry, typeOf } from '../../outbox/entry.ts'
import { isSameDay } from '../../ui/time.tsx'
import type { DeskEvent } from '../thread-events.ts'

/** Items from the oldest down. The first of several by one author bears the name. */
export type Item =
  | { kind: 'start'; key: string }
  | { kind: 'day'; key: string; at: string }
  | { kind: 'message'; key: string; message: Message; isFirst: boolean }
  | { kind: 'event'; key: string; event: DeskEvent }
  | { kind: 'waiting'; key: string; entry: OutboxEntry; isFirst: boolean }

/** Heads decide where days and authors begin. */
interface MessageHead {
  authorId: string
  createdAt: string
  isNote: boolean
}

const together = 5 * 60_000

interface Conversation {
  newestFirst: readonly Message[]
  /** Oldest first. */
  events?: readonly DeskEvent[]
  waiting: readonly OutboxEntry[]
  /** No older messages exist. */
  isWhole: boolean
  /** Author of the waiting messages. */
  uid: string
}

/** Messages, newest first as they come, and waiting ones, with the days between them. */
export function messageItems({ newestFirst, events = [], waiting, isWhole, uid }: Conversation): Item[] {
  const items: Item[] = isWhole ? [{ kind: 'start', key: 'start' }] : []
  let before: MessageHead | undefined
  const add = (head: MessageHead, item: (isFirst: boolean) => Item) => {
    const { createdAt: at } = head
    if (!before || !isSameDay(new Date(at), new Date(before.createdAt)))
      items.push({ kind: 'day', key: `day-${at}`, at })
    items.push(item(!continues(before, head)))
    before = head
  }
  const addEvent = (event: DeskEvent) => {
    const key = `event-${event.at}-${event.action}`
    // The author after an event is named again.
    add({ authorId: key, createdAt: event.at, isNote: false }, () => ({ kind: 'event', key, event }))
  }
  // Events before the oldest message come with the messages of that time.
  const since = isWhole ? undefined : newestFirst.at(-1)?.createdAt
  const shown = events.filter(({ at }) => isWhole || (since !== undefined && at >= since))
  let next = 0
  const addEventsUntil = (time?: string) => {
    for (let event = shown[next]; event && (time === undefined || event.at <= time); event = shown[next]) {
      addEvent(event)
      next += 1
    }
  }
  for (const message of newestFirst.toReversed()) {
    const { authorId, createdAt, messageId: key } = message
    addEventsUntil(createdAt)
    const head = { authorId, createdAt, isNote: message.type === 'note' }
    add(head, isFirst => ({ kind: 'message', key, message, isFirst }))
  }
  addEventsUntil()
  const stored = new Set(newestFirst.map(({ messageId }) => messageId))
  for (const entry of waiting) {
    const { createdAt, messageId: key } = entry
    if (stored.has(key)) continue
    const head = { authorId: uid, createdAt, isNote: typeOf(entry) === 'note' }
    add(head, isFirst => ({ kind: 'waiting', key, entry, isFirst }))
  }
  return items
}

/** The same author goes on, so the name need not stand there again. */
const continues = (before: MessageHead | undefined, head: MessageHead): boolean =>
  before !== undefined &&
  before.authorId === head.authorId &&
  before.isNote === head.isNote &&
  isSameDay(new Date(before.createdAt), new Date(head.createdAt)) &&
  new Date(head.createdAt).getTime() - new Date(before.createdAt).getTime() < together
