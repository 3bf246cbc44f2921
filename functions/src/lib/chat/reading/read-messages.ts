import * as z from 'zod'
import { type Actor, isStaff } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { unknownCursor } from '../../cursor.ts'
import type { Seal } from '../../ports.ts'
import { countRequest, documentsOfRequest } from '../../request-limit.ts'
import { nextCursor } from '../../shapes.ts'
import { Moment } from '../../store.ts'
import { authorizeReading, mayReadMessage } from '../access.ts'
import { authorNames } from '../author-names.ts'
import type { Memberships } from '../members.ts'
import { type StoredMessage, storedMessage } from '../message.ts'
import { newestOf, withProviderIds } from '../stored-messages.ts'
import { threads } from '../thread-writes.ts'
import { type MessageView, messageShown, messageView } from './message-view.ts'
import { repliedElsewhere, replyFinder } from './replies.ts'

/** `maxPassedOver`: lower in tests. */
type Deps = Needs<'cursors' | 'requestTally' | 'rules' | 'store'> & {
  maxPassedOver?: number
}

export const messagesQuery = z.object({
  limit: z
    .string()
    .regex(/^[1-9]\d?$|^100$/, 'must be 1 to 100')
    .transform(Number)
    .prefault('50'),
  before: z.string().max(4096).optional(),
})

export const messagePage = z
  .object({
    messages: z.array(messageShown).meta({ description: 'Newest first.' }),
    authors: z
      .record(z.string(), z.object({ name: z.string().nullable() }))
      .meta({ description: 'By user id, one for each author of the page.' }),
    nextCursor,
  })
  .meta({ id: 'MessagePage' })

type ReadMessagesInput = { threadId: string } & z.infer<typeof messagesQuery>

export interface MessagePage {
  messages: MessageView[]
  authors: Record<string, { name: string | null }>
  nextCursor: string | null
}

/** Messages per query. */
const maxStretch = 200
/** Skipped messages per page; then the reader must ask again. */
const defaultMaxPassedOver = 1000

/**
 * One round trip (for non-staff two, after the access check), one for names and replies, more to skip notes.
 * Throws `thread-not-found` (also without access), `validation-failed` for another's cursor, `rate-limited`.
 */
export async function readMessages(deps: Deps, actor: Actor, input: ReadMessagesInput): Promise<MessagePage> {
  const { threadId, limit } = input
  const reading = { actor, threadId }
  const before = input.before === undefined ? undefined : await fromCursor(deps, reading, input.before)
  // One more than the page, so that end and cursor reveal no skipped message.
  const newest = () => stretchOf(deps, threadId, { limit: limit + 1, before })
  const prefetched = isStaff(actor) ? newest() : undefined
  // Without a thread its outcome does not matter.
  prefetched?.catch(() => {})
  // Each message also costs its author and its reply's target.
  countRequest(deps, actor, 'GET', Math.floor((3 * limit) / documentsOfRequest))
  const thread = authorizeReading(actor, threadId, (await deps.store.read(threads.at(threadId)))?.value)
  const readable = await readableMessages(deps, actor, input, await (prefetched ?? newest()))
  const shown = readable.messages.slice(0, limit).map(({ message }) => message)
  const page = await completed(deps, actor, { threadId, thread }, shown)
  const next = readable.messages.length > limit ? readable.messages[limit - 1]?.position : readable.cutAt
  return { ...page, nextCursor: next ? await toCursor(deps, reading, next) : null }
}

interface ReadablePage {
  messages: ReadableMessage[]
  /** The next page begins here after too many skips. */
  cutAt?: Position
}

interface PlacedMessage {
  message: StoredMessage | undefined
  position: Position
}

type ReadableMessage = PlacedMessage & { message: StoredMessage }

async function stretchOf(
  { store, log }: Deps,
  threadId: string,
  { limit, before }: { limit: number; before?: Position | undefined },
): Promise<PlacedMessage[]> {
  const documents = await store.find(
    newestOf(threadId)
      .after(before && [before.at, before.messageId])
      .limit(limit),
  )
  return documents.flatMap(({ id: messageId, value, at }) => {
    const message = storedMessage.safeParse(value).data
    if (!message) log.warn('a stored message cannot be read', { threadId, messageId })
    return at ? [{ message, position: { at, messageId } }] : []
  })
}

async function readableMessages(
  deps: Deps,
  actor: Actor,
  { threadId, limit }: ReadMessagesInput,
  newest: PlacedMessage[],
): Promise<ReadablePage> {
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
    stretch = await stretchOf(deps, threadId, { limit: size, before: end.position })
  }
}

const isReadable = (actor: Actor, placed: PlacedMessage): placed is ReadableMessage =>
  placed.message !== undefined && mayReadMessage(actor, placed.message)

async function completed(
  { store }: Deps,
  actor: Actor,
  { threadId, thread }: { threadId: string; thread: Memberships },
  messages: StoredMessage[],
): Promise<Pick<MessagePage, 'messages' | 'authors'>> {
  const authorIds = [...new Set(messages.map(({ authorId }) => authorId))]
  const elsewhere = repliedElsewhere(messages)
  const [names, others] = await Promise.all([
    authorNames(store, authorIds),
    elsewhere.length > 0 ? withProviderIds(store, threadId, elsewhere) : [],
  ])
  const replyTo = replyFinder([...messages, ...others.filter(message => mayReadMessage(actor, message))])
  return {
    messages: messages.map(message => messageView(message, replyTo(message), thread)),
    authors: Object.fromEntries(authorIds.map(id => [id, { name: names.get(id) ?? null }])),
  }
}

/** With full stored precision. */
interface Position {
  at: Moment
  messageId: string
}

const parts = /^(-?\d{1,12})\.(\d{1,9})\.(.+)$/s

interface Reading {
  actor: Pick<Actor, 'uid'>
  threadId: string
}

const useOf = ({ actor, threadId }: Reading): string => JSON.stringify([threadId, actor.uid])

/** Sealed, since it may name a hidden message. */
const toCursor = (
  { cursors }: { cursors: Seal },
  reading: Reading,
  { at, messageId }: Position,
): Promise<string> => cursors.seal(`${at.seconds}.${at.nanoseconds}.${messageId}`, useOf(reading))

/** Throws `validation-failed` for another thread's or reader's cursor. */
async function fromCursor(
  { cursors }: { cursors: Seal },
  reading: Reading,
  cursor: string,
): Promise<Position> {
  const text = await cursors.open(cursor, useOf(reading))
  const [, seconds, nanoseconds, messageId] = parts.exec(text ?? '') ?? []
  if (messageId === undefined) throw unknownCursor('before')
  return { at: new Moment(Number(seconds), Number(nanoseconds)), messageId }
}
