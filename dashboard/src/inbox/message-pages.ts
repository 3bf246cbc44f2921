import type { InfiniteData } from '@tanstack/react-query'
import type { Message, MessagePage } from './message.ts'

export type MessagePages = InfiniteData<MessagePage, string | null>

const byTime = (one: Message, other: Message): number =>
  other.createdAt.localeCompare(one.createdAt) || other.messageId.localeCompare(one.messageId)

/**
 * The pages with the newest messages, as they are now, laid over them. Undefined when messages may be missing between
 * what is known and what came: then the thread is to be read anew.
 */
export function withNewest(
  pages: MessagePages,
  newest: readonly Message[],
  isWhole: boolean,
): MessagePages | undefined {
  const known = new Set(pages.pages.flatMap(page => page.messages.map(({ messageId }) => messageId)))
  const isConnected = isWhole || known.size === 0 || newest.some(({ messageId }) => known.has(messageId))
  if (!isConnected) return undefined
  const changed = new Map(newest.map(message => [message.messageId, message]))
  const added = newest.filter(({ messageId }) => !known.has(messageId))
  return {
    ...pages,
    pages: pages.pages.map((page, index) => ({
      ...page,
      messages: [
        ...(index === 0 ? added : []),
        ...page.messages.map(message => merged(message, changed.get(message.messageId))),
      ].sort(byTime),
    })),
  }
}

/** What a live update does not know of a message stays; what has not changed stays the same object. */
function merged(before: Message, now: Message | undefined): Message {
  if (!now) return before
  const next = before.replyTo && !now.replyTo ? { ...now, replyTo: before.replyTo } : now
  return JSON.stringify(before) === JSON.stringify(next) ? before : next
}

export const authorsOf = (pages: Pick<MessagePages, 'pages'>): MessagePage['authors'] =>
  Object.assign({}, ...pages.pages.map(({ authors }) => authors))
