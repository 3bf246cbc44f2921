import type { MessageRef } from '../lib/chat/ports.ts'
import type { Services } from '../lib/services.ts'

/** Step 8 of specification B1: chatapp and SMS. */
export async function onMessageDeliver(services: Services, ref: MessageRef, data: unknown): Promise<void> {
  const delivery = field(data, 'delivery')
  if (field(delivery, 'status') !== 'pending') return
  const { deliverMessage } = await import('../lib/chat/delivery/deliver-message.ts')
  const reservationId = field(delivery, 'reservationId')
  const hint = typeof reservationId === 'string' ? reservationId : undefined
  await deliverMessage(await services.deliverMessage(), ref, hint)
}

/** Step 3 of specification B1: the guest platform. */
export async function onMessageForward(services: Services, ref: MessageRef, data: unknown): Promise<void> {
  if (field(field(data, 'forwarding'), 'status') !== 'pending') return
  const { forwardMessage } = await import('../lib/chat/forwarding/forward-message.ts')
  await forwardMessage(await services.forwardMessage(), ref)
}

/** Step 6 of specification B1: the search index. */
export async function onMessageSync(services: Services, ref: MessageRef): Promise<void> {
  await syncThreadById(services, ref.threadId)
}

/** A thread changed, or is gone. The writes of a post are synced by the message they created; the rest here. */
export async function onThreadWritten(
  services: Services,
  threadId: string,
  before: Record<string, unknown> | undefined,
  after: Record<string, unknown> | undefined,
): Promise<void> {
  if (after && (isSameVersion(before, after) || isPost(before, after))) return
  await syncThreadById(services, threadId)
}

async function syncThreadById(services: Services, threadId: string): Promise<void> {
  const { syncThread } = await import('../lib/chat/search/sync-thread.ts')
  await syncThread(await services.syncThread(), threadId)
}

const isSameVersion = (
  before: Record<string, unknown> | undefined,
  after: Record<string, unknown>,
): boolean => before !== undefined && after.version !== undefined && before.version === after.version

const isPost = (before: Record<string, unknown> | undefined, after: Record<string, unknown>): boolean => {
  const now = lastMessageId(after)
  return before !== undefined && now !== undefined && now !== lastMessageId(before)
}

const lastMessageId = (thread: Record<string, unknown>): unknown => field(thread.lastMessage, 'messageId')

/** A field of an event's document, whatever that is; verbs read the document itself and parse it. */
const field = (data: unknown, name: string): unknown =>
  typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined
