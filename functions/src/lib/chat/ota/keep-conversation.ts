import { change, resolvedAs } from '../../durable/change.ts'
import type { Versioned } from '../../ports.ts'
import type { Thread } from '../thread.ts'
import { type Conversation, withConversation } from './conversations.ts'
import type { Home, ReadDeps } from './reading.ts'
import type { StoredOtaConversation } from './stored-conversation.ts'

/** A conversation that has become another guest's is known as theirs in its thread, before they write again. */
export async function keepConversation(
  { threads, clock }: ReadDeps,
  stored: Pick<StoredOtaConversation, 'threadId' | 'guestId' | 'bookingId'>,
  { threadId, guestId, conversation }: Home,
): Promise<void> {
  const isSame = stored.guestId === guestId && stored.bookingId === conversation.bookingId
  if (!stored.threadId || (isSame && stored.threadId === threadId)) return
  await change<Versioned<Thread> | undefined, Conversation[], void>(
    { clock },
    {
      read: () => threads.read(threadId),
      decide: thread =>
        thread
          ? { write: withConversation(thread.value.conversations, conversation) }
          : { result: undefined },
      commit: async (conversations, thread) =>
        thread
          ? resolvedAs(
              await threads.change(threadId, thread.revision, { fields: { conversations } }),
              undefined,
            )
          : { result: undefined },
    },
  )
}
