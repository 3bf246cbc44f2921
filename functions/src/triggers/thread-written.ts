import type { Services } from '../lib/services.ts'
import { type EventData, field } from './event-data.ts'

/** A thread changed, or is gone. The writes of a post are synced by the message they created; the rest here. */
export async function onThreadWritten(
  services: Services,
  threadId: string,
  before: EventData,
  after: EventData,
): Promise<void> {
  if (after && before && (isSameVersion(before, after) || isPost(before, after))) return
  await syncThreadById(services, threadId)
}

/** Step 6 of specification B1: the search index. */
export async function syncThreadById(services: Services, threadId: string): Promise<void> {
  const { syncThread } = await import('../lib/chat/search/sync-thread.ts')
  await syncThread(await services.syncThread(), threadId)
}

type Data = NonNullable<EventData>

const isSameVersion = (before: Data, after: Data): boolean =>
  after.version !== undefined && before.version === after.version

const isPost = (before: Data, after: Data): boolean => {
  const now = lastMessageId(after)
  return now !== undefined && now !== lastMessageId(before)
}

const lastMessageId = (thread: Data): unknown => field(thread.lastMessage, 'messageId')
