import { connectedProperties } from '../../connection/channels/booking-channel.ts'
import { actOnce } from '../../durable/act-once.ts'
import { amend } from '../../durable/amend.ts'
import { isAlive } from '../../durable/lease.ts'
import { DomainError } from '../../errors.ts'
import { withConversation } from '../ota-conversations.ts'
import { threads, threadWrites } from '../thread-writes.ts'
import { catchUp } from './catch-up.ts'
import { conversationWrite, otaConversations, sweptWrite } from './conversation-writes.ts'
import { homeOf } from './home.ts'
import { readNew } from './new-messages.ts'
import { MessagesNotInstalled } from './ports.ts'
import type { ConversationLease, Home, Read, ReadDeps } from './reading.ts'
import { lookAnew, type StoredOtaConversation } from './stored-conversation.ts'

/** Milliseconds after a failure. */
const pauseMs = 30_000

/** Milliseconds for one conversation, since others wait. */
const usualBudgetMs = 10_000

/**
 * Stores new messages, then past ones while time remains; returns the number of new guest messages. Single
 * reader; a mark during the read causes another. Throws the channel manager's error and stays due.
 */
export async function readConversation(
  deps: ReadDeps,
  conversationId: string,
  until = new Date(deps.clock.now().getTime() + usualBudgetMs),
): Promise<{ guestMessageCount: number }> {
  let guestMessageCount = 0
  for (let isMarked = true; isMarked && deps.clock.now() < until; ) {
    const ended = await actOnce(deps, {
      at: otaConversations.at(conversationId),
      lease: 'conversation',
      claim: (value, now) => (value.claimId !== null && isAlive(value, now) ? undefined : {}),
      async act({ value: stored }) {
        const lease: ConversationLease = {
          conversationId,
          stored,
          until,
          claimId: stored.claimId ?? '',
          progress: {},
        }
        try {
          return { stored, read: await readLeased(deps, lease) }
        } catch (error) {
          const dueAt = new Date(deps.clock.now().getTime() + pauseMs)
          const read: Read = { fields: lease.progress, dueAt }
          return { stored, read, error }
        }
      },
      record({ value, revision }, { stored, read: { fields, dueAt } }) {
        const result = value.marks !== stored.marks
        const next = result ? deps.clock.now() : (dueAt ?? null)
        const noted = { ...fields, claimId: null, leaseUntil: null, dueAt: next }
        return { writes: [conversationWrite(conversationId, noted, revision)], result }
      },
    })
    if (!ended) break
    if (ended.outcome.error) throw ended.outcome.error
    guestMessageCount += ended.outcome.read.guestMessageCount ?? 0
    isMarked = ended.result ?? false
  }
  return { guestMessageCount }
}

async function readLeased(deps: ReadDeps, lease: ConversationLease): Promise<Read> {
  try {
    const home = await homeOf(deps, lease)
    if (!('threadId' in home)) return home
    await keepConversation(deps, lease.stored, home)
    const news = await readNew(deps, lease, home)
    lease.progress = news.fields
    const { past } = news.fields
    return past && !news.dueAt ? await catchUp(deps, lease, { home, past, read: news }) : news
  } catch (error) {
    if (error instanceof MessagesNotInstalled) return deferToSweep(deps, lease)
    // Somebody deleted the thread: open another one.
    if (error instanceof DomainError && error.code === 'thread-not-found')
      return { fields: { threadId: null, guestId: null }, dueAt: deps.clock.now() }
    throw error
  }
}

/** The sweep reads the whole list once the application exists. */
async function deferToSweep(
  { store }: ReadDeps,
  { stored: { channelManagerPropertyId } }: ConversationLease,
): Promise<Read> {
  for (const { propertyId } of await connectedProperties(store, [channelManagerPropertyId]))
    await store.write([sweptWrite(propertyId, lookAnew)])
  return { fields: { lastMessageAt: null } }
}

/** The new guest's thread lists the conversation before they write again. */
async function keepConversation(
  deps: ReadDeps,
  stored: StoredOtaConversation,
  { threadId, guestId, conversation }: Home,
): Promise<void> {
  const isSame = stored.guestId === guestId && stored.bookingId === conversation.bookingId
  if (!stored.threadId || (isSame && stored.threadId === threadId)) return
  await amend(deps, {
    read: { thread: threads.at(threadId) },
    decide({ thread }) {
      if (!thread) return { result: undefined }
      const conversations = withConversation(thread.value.conversations, conversation)
      const { revision } = thread
      return { writes: threadWrites({ threadId, revision, fields: { conversations } }), result: undefined }
    },
  })
}
