import { type Actor, isStaff } from '../../actor.ts'
import type { Guests } from '../guest.ts'
import type { StoredMessage } from '../message.ts'
import type { Messages, Threads } from '../ports.ts'
import { threadNotFound } from '../posting/post-policy.ts'
import type { PlacedMessage, Stretch } from './cursor.ts'
import { end, type Position, toCursor } from './cursor.ts'
import { type MessageView, messageView } from './message-view.ts'
import { mayRead, mayReadMessage } from './read-policy.ts'
import { repliedElsewhere, replyFinder } from './replies.ts'

export interface ReadMessagesDeps {
  threads: Pick<Threads, 'read'>
  messages: Pick<Messages, 'stretch' | 'withProviderIds'>
  guests: Pick<Guests, 'authorNames'>
  /** Fewer than usual for tests. */
  maxPassedOver?: number
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

/** Messages that one query reads at most. */
const maxStretch = 300
/** Messages that one page passes over; then the reader is told to ask again. */
const defaultMaxPassedOver = 13_000

/**
 * A page of the thread's messages, notes only for staff. Thread and messages (for staff, who may read every thread, in one
 * round trip), then names and messages replied to in another; more only where notes have to be passed over. Throws
 * `thread-not-found`, also to who may not know of it.
 */
export async function readMessages(
  deps: ReadMessagesDeps,
  actor: Actor,
  input: ReadMessagesInput,
): Promise<MessagePage> {
  const newest = () => deps.messages.stretch(input.threadId, firstStretch(deps, input))
  const prefetched = isStaff(actor) ? newest() : undefined
  // Where there is no thread that is the answer, whatever becomes of the query.
  prefetched?.catch(() => {})
  const thread = await deps.threads.read(input.threadId)
  if (!thread || !mayRead(actor, thread.value)) throw threadNotFound(input.threadId)
  const found = await readableMessages(deps, actor, input, await (prefetched ?? newest()))
  const shown = found.messages.slice(0, input.limit).map(({ message }) => message)
  const page = await completed(deps, actor, input.threadId, shown)
  return { ...page, nextCursor: nextCursor(found, input) }
}

/** One more than the page has, so that its end and its cursor say nothing of what was passed over. */
const firstStretch = (
  { maxPassedOver }: ReadMessagesDeps,
  { limit, before }: ReadMessagesInput,
): Stretch => ({
  limit: limit + 1,
  before,
  skip: (before?.passedOver ?? 0) * (maxPassedOver ?? defaultMaxPassedOver),
})

interface Found {
  messages: ReadableMessage[]
  /** Whether what comes after them is still unknown, since too many were passed over. */
  isCut: boolean
}

type ReadableMessage = PlacedMessage & { message: StoredMessage }

/** What the reader may see of that stretch and, while it is too little, of those after it. */
async function readableMessages(
  { messages: stored, maxPassedOver = defaultMaxPassedOver }: ReadMessagesDeps,
  actor: Actor,
  { threadId, limit }: ReadMessagesInput,
  newest: PlacedMessage[],
): Promise<Found> {
  const messages: ReadableMessage[] = []
  let stretch = newest
  for (let size = limit + 1, passed = 0; ; ) {
    messages.push(...stretch.filter(placed => isReadable(actor, placed)))
    passed += stretch.length
    const end = stretch.at(-1)
    if (messages.length > limit || stretch.length < size || !end) return { messages, isCut: false }
    if (passed - messages.length >= maxPassedOver) return { messages, isCut: true }
    size = Math.min(size * 2, maxStretch)
    stretch = await stored.stretch(threadId, { limit: size, before: end.position })
  }
}

const isReadable = (actor: Actor, placed: PlacedMessage): placed is ReadableMessage =>
  placed.message !== undefined && mayReadMessage(actor, placed.message)

/** Where the next page begins: after a message of this one, for the place of any other is not the reader's to know. */
function nextCursor({ messages, isCut }: Found, { limit, before = end }: ReadMessagesInput): string | null {
  if (messages.length <= limit && !isCut) return null
  const last = messages.slice(0, limit).at(-1)
  return toCursor(last?.position ?? { ...before, passedOver: (before.passedOver ?? 0) + 1 })
}

async function completed(
  { messages: stored, guests }: ReadMessagesDeps,
  actor: Actor,
  threadId: string,
  messages: StoredMessage[],
): Promise<Pick<MessagePage, 'messages' | 'authors'>> {
  const authorIds = [...new Set(messages.map(({ authorId }) => authorId))]
  const elsewhere = repliedElsewhere(messages)
  const [names, others] = await Promise.all([
    authorIds.length > 0 ? guests.authorNames(authorIds) : new Map<string, string>(),
    elsewhere.length > 0 ? stored.withProviderIds(threadId, elsewhere) : [],
  ])
  const replyTo = replyFinder([...messages, ...others.filter(message => mayReadMessage(actor, message))])
  return {
    messages: messages.map(message => messageView(message, replyTo(message))),
    authors: Object.fromEntries(authorIds.map(id => [id, { name: names.get(id) ?? null }])),
  }
}
