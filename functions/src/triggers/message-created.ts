import { type StoredMessage, storedMessage } from '../lib/chat/message.ts'
import type { Services } from '../lib/services.ts'

/** The path of a message document, as the parameters of its events. */
export interface MessageParams {
  threadId: string
  messageId: string
}

/** Step 8 of specification B1: chatapp and SMS. */
export async function onMessageDeliver(services: Services, ref: MessageParams, data: unknown): Promise<void> {
  const message = messageOf(services, ref, data)
  if (message?.delivery?.status !== 'pending') return
  const { deliverMessage } = await import('../lib/chat/deliver-message.ts')
  const { threadId, messageId } = ref
  await deliverMessage(await services.deliverMessage(), { threadId, messageId }, message.delivery)
}

/** Step 3 of specification B1: the guest platform. */
export async function onMessageForward(services: Services, ref: MessageParams, data: unknown): Promise<void> {
  const message = messageOf(services, ref, data)
  if (message?.forwarding?.status !== 'pending') return
  const { forwardMessage } = await import('../lib/chat/forward-message.ts')
  await forwardMessage(await services.forwardMessage(), message)
}

/** Step 6 of specification B1: the search index. */
export async function onMessageSync(services: Services, ref: MessageParams): Promise<void> {
  await syncThreadById(services, ref.threadId)
}

/** A thread changed. The writes of a post are synced by the message they created; the rest here. */
export async function onThreadWritten(
  services: Services,
  threadId: string,
  before: Record<string, unknown> | undefined,
  after: Record<string, unknown> | undefined,
): Promise<void> {
  if (!after || isSameVersion(before, after) || isPost(before, after)) return
  await syncThreadById(services, threadId)
}

async function syncThreadById(services: Services, threadId: string): Promise<void> {
  const { syncThread } = await import('../lib/chat/sync-thread.ts')
  await syncThread(await services.syncThread(), threadId)
}

/** The document as it was created; one that is no message of ours is logged and left alone. */
function messageOf(
  { log, documentData }: Services,
  ref: MessageParams,
  data: unknown,
): StoredMessage | undefined {
  const result = storedMessage.safeParse(documentData(data))
  if (!result.success) log.error('a stored message is not readable', { ...ref })
  return result.data
}

const isSameVersion = (
  before: Record<string, unknown> | undefined,
  after: Record<string, unknown>,
): boolean => before !== undefined && after.version !== undefined && before.version === after.version

const isPost = (before: Record<string, unknown> | undefined, after: Record<string, unknown>): boolean => {
  const now = lastMessageId(after)
  return before !== undefined && now !== undefined && now !== lastMessageId(before)
}

const lastMessageId = ({ lastMessage }: Record<string, unknown>): unknown =>
  typeof lastMessage === 'object' && lastMessage !== null && 'messageId' in lastMessage
    ? lastMessage.messageId
    : undefined
