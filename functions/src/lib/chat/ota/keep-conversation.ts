import { amend } from '../../durable/amend.ts'
import { withConversation } from '../ota-conversations.ts'
import { threads, threadWrites } from '../thread-writes.ts'
import type { Home, ReadDeps } from './reading.ts'
import type { StoredOtaConversation } from './stored-conversation.ts'

/** The new guest's thread lists the conversation before they write again. */
export async function keepConversation(
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
