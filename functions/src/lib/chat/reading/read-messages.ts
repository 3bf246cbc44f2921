import { type Actor, isStaff } from '../../actor.ts'
import type { StoredMessage } from '../message.ts'
import { threadNotFound } from '../post-policy.ts'
import { type Position, toCursor } from './cursor.ts'
import { type MessageView, messageView } from './message-view.ts'
import type { PlacedMessage, ReadingStore } from './ports.ts'
import { mayRead } from './read-policy.ts'
import { repliedElsewhere, replyFinder } from './replies.ts'

export interface ReadMessagesDeps {
  reading: ReadingStore
}

interface ReadMessagesInput {
  threadId: string
  /** Messages of a page. */
  limit: number
  /** The end of the page before; absent for the newest. */
  before?: Position | undefined
}

export interface MessagePage {
  /** Newest first. */
  messages: MessageView[]
  /** By user id, one for each author of the page. */
  authors: Record<string, { name: string | null }>
  /** Null on the last page. */
  nextCursor: string | null
}

/** Messages that one query reads at most, and queries for one page: only thousands of notes in a row need as many. */
const maxStretch = 300
const maxQueries = 50

/**
 * A page of the thread's messages, notes only for staff. Thread and messages in one round trip, names and messages
 * replied to in another; more only where notes have to be passed over. Throws `thread-not-found`, also to who may not
 * know of it.
 */
export async function readMessages(
  deps: ReadMessagesDeps,
  actor: Actor,
  input: ReadMessagesInput,
): Promise<MessagePage> {
  const { threadId, limit, before } = input
  const newest = deps.reading.messages(threadId, { limit: limit + 1, before })
  // Who may not read the thread is told so, whatever becomes of the query.
  newest.catch(() => {})
  const thread = await deps.reading.thread(threadId)
  if (!thread || !mayRead(actor, thread.value)) throw threadNotFound(threadId)
  const found = await readable(deps, actor, input, await newest)
  const last = found[limit - 1]
  const nextCursor = found.length > limit && last ? toCursor(last.position) : null
  const shown = found.slice(0, limit).map(({ message }) => message)
  return { ...(await completed(deps, actor, threadId, shown)), nextCursor }
}

/**
 * What the reader may see of that stretch and, while it is too little, of those after it: one more than the page has, so
 * that its end and its cursor say nothing of what was passed over.
 */
async function readable(
  { reading }: ReadMessagesDeps,
  actor: Actor,
  { threadId, limit }: ReadMessagesInput,
  newest: PlacedMessage[],
): Promise<PlacedMessage[]> {
  const wanted = limit + 1
  const found: PlacedMessage[] = []
  let stretch = newest
  for (let size = wanted, queries = 1; ; queries += 1) {
    found.push(...stretch.filter(({ message }) => isReadable(actor, message)))
    const end = stretch.at(-1)
    if (found.length >= wanted || stretch.length < size || !end || queries === maxQueries) break
    size = Math.min(size * 2, maxStretch)
    stretch = await reading.messages(threadId, { limit: size, before: end.position })
  }
  return found
}

const isReadable = (actor: Actor, { type }: StoredMessage): boolean => type !== 'note' || isStaff(actor)

async function completed(
  { reading }: ReadMessagesDeps,
  actor: Actor,
  threadId: string,
  messages: StoredMessage[],
): Promise<Pick<MessagePage, 'messages' | 'authors'>> {
  const authorIds = [...new Set(messages.map(({ authorId }) => authorId))]
  const elsewhere = repliedElsewhere(messages)
  const [names, others] = await Promise.all([
    authorIds.length > 0 ? reading.names(authorIds) : new Map<string, string>(),
    elsewhere.length > 0 ? reading.withProviderIds(threadId, elsewhere) : [],
  ])
  const replyTo = replyFinder([...messages, ...others.filter(message => isReadable(actor, message))])
  return {
    messages: messages.map(message => messageView(message, replyTo(message))),
    authors: Object.fromEntries(authorIds.map(id => [id, { name: names.get(id) ?? null }])),
  }
}
