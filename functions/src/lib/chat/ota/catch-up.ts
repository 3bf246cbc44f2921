import { isHeldBy } from '../../durable/lease.ts'
import { create, expiring, type Write } from '../../store.ts'
import { type ComingFile, comingFiles, comingWrites, shownAs } from '../files/model.ts'
import { cutText, shownText } from '../inbound/content.ts'
import { inboundRecords } from '../inbound-records.ts'
import { type StoredMessage, summarize } from '../message.ts'
import { withConversation } from '../ota-conversations.ts'
import type { ThreadFields } from '../ports.ts'
import { messageAt } from '../stored-messages.ts'
import type { Thread } from '../thread.ts'
import { threads, threadWrites } from '../thread-writes.ts'
import { conversationWrite, otaConversations } from './conversation-writes.ts'
import { authorOf, inOrder, metadataOf } from './message.ts'
import { unknownOf } from './new-messages.ts'
import { withoutOdd } from './odd.ts'
import { nextOfPast } from './past-pages.ts'
import type { OddRecord, OtaMessage } from './ports.ts'
import type { ConversationLease, Home, Read, ReadDeps } from './reading.ts'
import type { Past } from './stored-conversation.ts'

interface CatchingUp {
  home: Home
  past: Past
  read: Read
}

/**
 * Past messages keep their times, begin no wait and call nobody. One commit a page, oldest first, none after
 * a new event.
 */
export async function catchUp(
  deps: ReadDeps,
  lease: ConversationLease,
  { home, past: before, read }: CatchingUp,
): Promise<Read> {
  let past: Past | null = before
  while (past && deps.clock.now() < lease.until) {
    const next = await nextOfPast(deps.otaInbox, lease.conversationId, past)
    const fields = { ...read.fields, past: next.past }
    const isUndisturbed = await stored(deps, lease, { home, rows: next.rows, fields })
    if (!isUndisturbed) break
    past = next.past
    lease.progress = fields
  }
  return { ...read, fields: { ...read.fields, past }, ...(past && { dueAt: deps.clock.now() }) }
}

interface Storing {
  home: Home
  /** Newest first. */
  rows: readonly (OtaMessage | OddRecord)[]
  fields: Read['fields']
}

/** False after a concurrent change of conversation or thread. */
async function stored(
  deps: ReadDeps,
  lease: ConversationLease,
  { home, rows, fields }: Storing,
): Promise<boolean> {
  const { conversationId, claimId } = lease
  const about = { propertyId: fields.propertyId ?? null, conversationId, threadId: home.threadId }
  const sound = await withoutOdd<OtaMessage>(deps, rows, about)
  const missing = inOrder(await unknownOf(deps, sound))
  const { conversation, thread } = await deps.store.get({
    conversation: otaConversations.at(conversationId),
    thread: threads.at(home.threadId),
  })
  if (!conversation || !thread || !isHeldBy(conversation.value, claimId)) return false
  if (conversation.value.marks !== lease.stored.marks) return false
  const longest = deps.rules.chatLimits().messageBody
  const messages = missing.map(message => pastMessage(message, home, longest))
  const files = missing.flatMap(message => comingIn(message, home, deps.clock.now()))
  const after = threadAfter(thread.value, home, messages)
  const ended = await deps.store.commit([
    conversationWrite(conversationId, fields, conversation.revision),
    ...threadWrites({ threadId: home.threadId, revision: thread.revision, fields: after }),
    ...files.flatMap(file => comingWrites([file], file.record.createdAt)),
    ...messages.flatMap(pastWrites),
  ])
  return ended !== 'unresolved'
}

const pastWrites = (message: StoredMessage): Write[] => {
  const { threadId, messageId, createdAt: receivedAt } = message
  // The record prevents a second copy.
  const end = expiring('inboundMessages', new Date())
  return [
    create(messageAt(message), { ...message, ...expiring('messages', receivedAt) }),
    create(inboundRecords.at(messageId), { threadId, messageId, receivedAt, ...end }),
  ]
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
): ThreadFields {
  const last = messages.at(-1)
  const shownAt = thread.lastMessage?.createdAt
  const isNewest = last && (!thread.lastMessage || (shownAt instanceof Date && shownAt < last.createdAt))
  const wrote = messages.findLast(({ metadata }) => metadata?.sender === 'guest')
  const latest = { ...conversation, ...(wrote && { lastWroteAt: wrote.createdAt }) }
  return {
    conversations: withConversation(thread.conversations, latest),
    ...(isNewest && { lastMessage: summarize(last), lastPublicMessage: summarize(last) }),
    version: thread.version + 1,
  }
}
