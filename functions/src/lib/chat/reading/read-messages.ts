import { type Actor, isStaff } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { countRequest, documentsOfRequest } from '../../request-limit.ts'
import type { Memberships } from '../members.ts'
import type { StoredMessage } from '../message.ts'
import type { PlacedMessage } from './cursor.ts'
import { fromCursor, type Position, toCursor } from './cursor.ts'
import { type MessageView, messageView } from './message-view.ts'
import { authorizeReading, mayReadMessage } from './read-policy.ts'
import { repliedElsewhere, replyFinder } from './replies.ts'

/** `maxPassedOver`: lower in tests. */
type Deps = Needs<'cursors' | 'guests' | 'messages' | 'requestTally' | 'rules' | 'threads'> & {
  maxPassedOver?: number
}

interface ReadMessagesInput {
  threadId: string
  /** Messages of a page. */
  limit: number
  /** The `nextCursor` of the previous page; absent for the newest. */
  before?: string | undefined
}

export interface MessagePage {
  /** Newest first. */
  messages: MessageView[]
  /** The page's authors, by user id. */
  authors: Record<string, { name: string | null }>
  /** Null on the last page. */
  nextCursor: string | null
}

/** Most messages per query. */
const maxStretch = 200
/** Most messages skipped for one page; then the reader must ask again. */
const defaultMaxPassedOver = 1000

/**
 * A page of the thread's messages, with notes only for staff. One round trip for thread and messages (two for
 * non-staff, whose access is checked first), one for names and replied-to messages, more only to skip notes. Throws
 * `thread-not-found`, also to those who may not know the thread, `validation-failed` for a cursor that was not given to
 * this reader for this thread, and `rate-limited`.
 */
export async function readMessages(deps: Deps, actor: Actor, input: ReadMessagesInput): Promise<MessagePage> {
  const { threadId, limit } = input
  const reading = { actor, threadId }
  const before = input.before === undefined ? undefined : await fromCursor(deps, reading, input.before)
  // One more than the page, so that its end and cursor reveal nothing of skipped messages.
  const newest = () => deps.messages.stretch(threadId, { limit: limit + 1, before })
  const prefetched = isStaff(actor) ? newest() : undefined
  // Without a thread the query's outcome does not matter.
  prefetched?.catch(() => {})
  // For each message also its author and a message that it answers.
  countRequest(deps, actor, 'GET', Math.floor((3 * limit) / documentsOfRequest))
  const thread = authorizeReading(actor, threadId, (await deps.threads.read(threadId))?.value)
  const found = await readableMessages(deps, actor, input, await (prefetched ?? newest()))
  const shown = found.messages.slice(0, limit).map(({ message }) => message)
  const page = await completed(deps, actor, { threadId, thread }, shown)
  const next = found.messages.length > limit ? found.messages[limit - 1]?.position : found.cutAt
  return { ...page, nextCursor: next ? await toCursor(deps, reading, next) : null }
}

interface Found {
  messages: ReadableMessage[]
  /** The last one that was looked at, when too many were skipped. */
  cutAt?: Position
}

type ReadableMessage = PlacedMessage & { message: StoredMessage }

/** The readable messages of that range and, until there are enough, of the following ones. */
async function readableMessages(
  deps: Deps,
  actor: Actor,
  { threadId, limit }: ReadMessagesInput,
  newest: PlacedMessage[],
): Promise<Found> {
  const { maxPassedOver = defaultMaxPassedOver } = deps
  const messages: ReadableMessage[] = []
  let stretch = newest
  for (let size = limit + 1, passed = 0; ; ) {
    messages.push(...stretch.filter(placed => isReadable(actor, placed)))
    passed += stretch.length
    const end = stretch.at(-1)
    if (messages.length > limit || stretch.length < size || !end) return { messages }
    if (passed - messages.length >= maxPassedOver) return { messages, cutAt: end.position }
    size = Math.min(size * 2, maxStretch)
    countRequest(deps, actor, 'GET')
    stretch = await deps.messages.stretch(threadId, { limit: size, before: end.position })
  }
}

const isReadable = (actor: Actor, placed: PlacedMessage): placed is ReadableMessage =>
  placed.message !== undefined && mayReadMessage(actor, placed.message)

async function completed(
  { messages: stored, guests }: Deps,
  actor: Actor,
  { threadId, thread }: { threadId: string; thread: Memberships },
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
    messages: messages.map(message => messageView(message, replyTo(message), thread)),
    authors: Object.fromEntries(authorIds.map(id => [id, { name: names.get(id) ?? null }])),
  }
}
