import { isHeldBy } from '../../durable/lease.ts'
import { type ComingFile, comingFiles, shownAs } from '../files/coming-files.ts'
import { cutText, shownText } from '../inbound/content.ts'
import { type StoredMessage, summarize } from '../message.ts'
import type { ThreadFields } from '../ports.ts'
import type { Thread } from '../thread.ts'
import { withConversation } from './conversations.ts'
import { authorOf, inOrder, metadataOf } from './message.ts'
import { unknownOf } from './new-messages.ts'
import { withoutOdd } from './odd.ts'
import { nextOfPast } from './past-pages.ts'
import type { OddRecord, OtaMessage } from './ports.ts'
import type { Held, Home, Read, ReadDeps } from './reading.ts'
import type { Past } from './stored-conversation.ts'

interface CatchingUp {
  home: Home
  past: Past
  /** What is to be noted beside. */
  read: Read
}

/**
 * Stores what was there before, page by page from the oldest on, each message with its own time: it begins no wait and
 * calls nobody. Each page is noted in its own commit, and none is stored once something new was told of.
 */
export async function catchUp(
  deps: ReadDeps,
  held: Held,
  { home, past: before, read }: CatchingUp,
): Promise<Read> {
  let past: Past | null = before
  while (past && deps.clock.now() < held.until) {
    const next = await nextOfPast(deps.otaInbox, held.conversationId, past)
    const fields = { ...read.fields, past: next.past }
    const isUndisturbed = await stored(deps, held, { home, rows: next.rows, fields })
    if (!isUndisturbed) break
    past = next.past
    held.known = fields
  }
  return { ...read, fields: { ...read.fields, past }, ...(past && { dueAt: deps.clock.now() }) }
}

interface Storing {
  home: Home
  /** Newest first. */
  rows: readonly (OtaMessage | OddRecord)[]
  fields: Read['fields']
}

/** False where somebody has changed the conversation or the thread meanwhile. */
async function stored(deps: ReadDeps, held: Held, { home, rows, fields }: Storing): Promise<boolean> {
  const { conversationId, claimId } = held
  const about = { propertyId: fields.propertyId ?? null, conversationId, threadId: home.threadId }
  const sound = await withoutOdd<OtaMessage>(deps, rows, about)
  const missing = inOrder(await unknownOf(deps, sound))
  const [conversation, thread] = await Promise.all([
    deps.otaConversations.read(conversationId),
    deps.threads.read(home.threadId),
  ])
  if (!conversation || !thread || !isHeldBy(conversation.value, claimId)) return false
  if (conversation.value.marks !== held.stored.marks) return false
  const longest = deps.rules.chatLimits().messageBody
  const messages = missing.map(message => pastMessage(message, home, longest))
  const ended = await deps.otaConversations.storePast({
    conversationId,
    revision: conversation.revision,
    fields,
    messages,
    files: missing.flatMap(message => comingIn(message, home, deps.clock.now())),
    thread: {
      threadId: home.threadId,
      ...threadAfter(thread.value, home, messages),
      revision: thread.revision,
    },
  })
  return ended !== 'unresolved'
}

function pastMessage(message: OtaMessage, home: Home, longest: number): StoredMessage {
  const { id: messageId, at: createdAt, attachments } = message
  return {
    messageId,
    threadId: home.threadId,
    authorId: authorOf(message, home).uid,
    createdAt,
    body: cutText(shownText(message.text, message), longest),
    source: 'ota',
    type: 'ota-message',
    contentType: 'text',
    externalMessageId: messageId,
    ...(attachments.length > 0 && { files: shownAs(comingIn(message, home, createdAt)) }),
    metadata: metadataOf(message, home),
    past: true,
  }
}

/** The files that came with it. */
const comingIn = (message: OtaMessage, home: Home, now: Date): ComingFile[] =>
  comingFiles(
    { messageId: message.id, threadId: home.threadId, authorId: authorOf(message, home).uid },
    'ota',
    message.attachments,
    now,
  )

function threadAfter(
  thread: Thread,
  { conversation }: Home,
  messages: readonly StoredMessage[],
): { fields: ThreadFields } {
  const last = messages.at(-1)
  const shownAt = thread.lastMessage?.createdAt
  const isNewest = last && (!thread.lastMessage || (shownAt instanceof Date && shownAt < last.createdAt))
  const wrote = messages.findLast(({ metadata }) => metadata?.sender === 'guest')
  const known = { ...conversation, ...(wrote && { lastWroteAt: wrote.createdAt }) }
  return {
    fields: {
      conversations: withConversation(thread.conversations, known),
      ...(isNewest && { lastMessage: summarize(last), lastPublicMessage: summarize(last) }),
      version: thread.version + 1,
    },
  }
}
