import type { InfiniteData } from '@tanstack/react-query'
import type { Message, MessagePage } from './message.ts'

export type MessagePages = InfiniteData<MessagePage, string | null>

type Authors = MessagePage['authors']

/**
 * The newest messages are kept apart from the pages and laid over them when they are shown, so that no page that is
 * read meanwhile takes them away.
 */
export interface Newest {
  /** Each message with the moment at which it was so, by this window's clock; 0 for one that was only just posted. */
  messages: ReadonlyMap<string, { message: Message; at: number }>
  authors: Authors
}

export const nothingNewer: Newest = { messages: new Map(), authors: {} }

interface NewestUpdate {
  messages: readonly Message[]
  /** When it was asked for; of two words on one message the later counts. */
  at: number
  authors?: Authors
}

export function laidOver(overlay: Newest, { messages, at, authors }: NewestUpdate): Newest {
  const next = new Map(overlay.messages)
  for (const message of messages) {
    const before = next.get(message.messageId)
    if (!before) next.set(message.messageId, { message, at })
    else if (at >= before.at) next.set(message.messageId, { message: merged(before.message, message), at })
  }
  return { messages: next, authors: authors ? { ...overlay.authors, ...authors } : overlay.authors }
}

/** Whether nothing can be missing between what is known and the newest messages. */
export function isConnected(
  pages: MessagePages,
  overlay: Newest,
  newest: readonly Message[],
  isWhole: boolean,
): boolean {
  const paged = new Set(pages.pages.flatMap(page => page.messages.map(({ messageId }) => messageId)))
  const isKnown = ({ messageId }: Message) =>
    paged.has(messageId) || (overlay.messages.get(messageId)?.at ?? 0) > 0
  return isWhole || paged.size === 0 || newest.some(isKnown)
}

/** Everything that is known, newest first. */
export function allMessages({ pages }: Pick<MessagePages, 'pages'>, newest: Newest): Message[] {
  const all = new Map([...newest.messages].map(([id, { message }]) => [id, message]))
  for (const page of pages) {
    for (const message of page.messages) {
      const update = newest.messages.get(message.messageId)
      all.set(
        message.messageId,
        update && update.at >= page.requestTime ? merged(message, update.message) : message,
      )
    }
  }
  return [...all.values()].sort(byTime)
}

export const allAuthors = ({ pages }: Pick<MessagePages, 'pages'>, newest: Newest): Authors =>
  Object.assign({}, newest.authors, ...pages.map(({ authors }) => authors))

/** `replyTo`, unknown to a live update, stays; an unchanged message stays the same object. */
function merged(before: Message, now: Message): Message {
  const next = before.replyTo && !now.replyTo ? { ...now, replyTo: before.replyTo } : now
  return JSON.stringify(before) === JSON.stringify(next) ? before : next
}

const byTime = (one: Message, other: Message): number =>
  other.createdAt.localeCompare(one.createdAt) || other.messageId.localeCompare(one.messageId)
