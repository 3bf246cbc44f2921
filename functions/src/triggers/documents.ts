import { channelOfType } from '../lib/chat/channels/naming.ts'
import type { MessageRef } from '../lib/chat/ports.ts'
import type { Context } from '../lib/context.ts'
import { ready } from '../lib/lazy-port.ts'

/** The fields of an event's document; undefined where there is none. */
type EventData = Record<string, unknown> | undefined

/** A field of an event's document, whatever that is; verbs read the document itself and parse it. */
const field = (data: unknown, name: string): unknown =>
  typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined

/** Step 8 of specification B1: the channels. What is not tried now is found by when it is due. */
export async function onMessageDeliver(context: Context, ref: MessageRef, data: unknown): Promise<void> {
  const delivery = field(data, 'delivery')
  const lane = channelOfType(field(data, 'type'))
  if (delivery === undefined || !lane) return
  const [{ deliverMessage, deliverLater }] = await Promise.all([
    import('../lib/chat/delivery/deliver-message.ts'),
    // Known, and built, by the time that they are asked for.
    context.breaker.state(lane),
    ready(context.messages, context.guests, context.operations),
  ])
  const reservationId = field(delivery, 'reservationId')
  const hint = typeof reservationId === 'string' ? reservationId : undefined
  const isTried =
    field(delivery, 'status') === 'pending' &&
    (await context.breaker
      .firstTry(lane, () => deliverMessage(context, ref, hint))
      .catch((error: unknown) => context.log.error('a first try failed', { ...ref, error })))
  if (!isTried) await deliverLater(context, ref)
}

/** Step 3 of specification B1: the guest platform. */
export async function onMessageForward(context: Context, ref: MessageRef, data: unknown): Promise<void> {
  if (field(field(data, 'forwarding'), 'status') !== 'pending') return
  const { forwardMessage } = await import('../lib/chat/forwarding/forward-message.ts')
  await context.breaker.firstTry('guest-platform', () => forwardMessage(context, ref))
}

/** A thread changed, or is gone. The writes of a post are synced by the message they created; the rest here. */
export async function onThreadWritten(
  context: Context,
  threadId: string,
  before: EventData,
  after: EventData,
): Promise<void> {
  const isSameVersion = after?.version !== undefined && before?.version === after.version
  if (before && after && (isSameVersion || isPost(before, after))) return
  await syncThreadById(context, threadId)
}

function isPost(before: EventData, after: EventData): boolean {
  const [was, is] = [before, after].map(thread => field(thread?.lastMessage, 'messageId'))
  return is !== undefined && is !== was
}

/** Step 6 of specification B1: the search index. */
export async function syncThreadById(context: Context, threadId: string): Promise<void> {
  const { syncThread, syncLater } = await import('../lib/chat/search/sync-thread.ts')
  const isClosed = (await context.breaker.state('search')) === 'closed'
  await (isClosed ? syncThread : syncLater)(context, threadId)
}

/** Step 6 of specification A1: the e-mails of the outbox. */
export async function onEmailCreated(context: Context, emailId: string): Promise<void> {
  const { sendEmail } = await import('../lib/email/send-email.ts')
  await context.breaker.firstTry('email', () => sendEmail(context, emailId))
}

/** A property channel was written: one that is newly connected is proven live, one that no longer is has no items. */
export async function onChannelWritten(
  context: Context,
  channelId: string,
  before: EventData,
  after: EventData,
): Promise<void> {
  const isClosed = before && hasEnded(after) && !hasEnded(before)
  if (!isNewlyActive(before, after) && !isClosed) return
  const { proveChannel, closeItems } = await import('../lib/connection/watch/prove-channel.ts')
  const act = isClosed ? closeItems : proveChannel
  await act(context, channelId)
}

/** Every connection has an attempt of its own; what else is written to an active channel is no news. */
const isNewlyActive = (before: EventData, after: EventData): boolean =>
  after?.status === 'active' && (before?.status !== 'active' || before.attemptId !== after.attemptId)

const hasEnded = (data: EventData): boolean => data === undefined || data.status === 'disconnected'
