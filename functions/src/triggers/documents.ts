import type { MessageRef } from '../lib/chat/ports.ts'
import type { Services } from '../lib/services.ts'

/** The fields of an event's document; undefined where there is none. */
type EventData = Record<string, unknown> | undefined

/** A field of an event's document, whatever that is; verbs read the document itself and parse it. */
const field = (data: unknown, name: string): unknown =>
  typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined

/** Step 8 of specification B1: chatapp and SMS. What is not tried now is found by when it is due. */
export async function onMessageDeliver(services: Services, ref: MessageRef, data: unknown): Promise<void> {
  const delivery = field(data, 'delivery')
  if (delivery === undefined) return
  const lane = field(data, 'type') === 'sms-message' ? 'sms' : 'chatapp'
  const [deps, { deliverMessage, deliverLater }] = await Promise.all([
    services.deliverMessage(),
    import('../lib/chat/delivery/deliver-message.ts'),
    // Known by the time that it is asked for.
    services.gate.passage(lane),
  ])
  const reservationId = field(delivery, 'reservationId')
  const hint = typeof reservationId === 'string' ? reservationId : undefined
  const isTried =
    field(delivery, 'status') === 'pending' &&
    (await services.gate
      .firstTry(lane, () => deliverMessage(deps, ref, hint))
      .catch((error: unknown) => services.log.error('a first try failed', { ...ref, error })))
  if (!isTried) await deliverLater(deps, ref)
}

/** Step 3 of specification B1: the guest platform. */
export async function onMessageForward(services: Services, ref: MessageRef, data: unknown): Promise<void> {
  if (field(field(data, 'forwarding'), 'status') !== 'pending') return
  const { forwardMessage } = await import('../lib/chat/forwarding/forward-message.ts')
  const deps = await services.forwardMessage()
  await services.gate.firstTry('guest-platform', () => forwardMessage(deps, ref))
}

/** A thread changed, or is gone. The writes of a post are synced by the message they created; the rest here. */
export async function onThreadWritten(
  services: Services,
  threadId: string,
  before: EventData,
  after: EventData,
): Promise<void> {
  const isSameVersion = after?.version !== undefined && before?.version === after.version
  if (before && after && (isSameVersion || isPost(before, after))) return
  await syncThreadById(services, threadId)
}

function isPost(before: EventData, after: EventData): boolean {
  const [was, is] = [before, after].map(thread => field(thread?.lastMessage, 'messageId'))
  return is !== undefined && is !== was
}

/** Step 6 of specification B1: the search index. */
export async function syncThreadById(services: Services, threadId: string): Promise<void> {
  const { syncThread, syncLater } = await import('../lib/chat/search/sync-thread.ts')
  const isOpen = (await services.gate.passage('search')) === 'open'
  await (isOpen ? syncThread : syncLater)(await services.syncThread(), threadId)
}

/** Step 6 of specification A1: the e-mails of the outbox. */
export async function onEmailCreated(services: Services, emailId: string): Promise<void> {
  const { sendEmail } = await import('../lib/email/send-email.ts')
  const deps = await services.sendEmail()
  await services.gate.firstTry('email', () => sendEmail(deps, emailId))
}

/** A property channel was written: one that is newly connected is proven live, one that no longer is has no items. */
export async function onChannelWritten(
  services: Services,
  channelId: string,
  before: EventData,
  after: EventData,
): Promise<void> {
  const isClosed = before && hasEnded(after) && !hasEnded(before)
  if (!isNewlyActive(before, after) && !isClosed) return
  const { proveChannel, closeItems } = await import('../lib/connection/watch/prove-channel.ts')
  const act = isClosed ? closeItems : proveChannel
  await act(await services.watchChannels(), channelId)
}

/** Every connection has an attempt of its own; what else is written to an active channel is no news. */
const isNewlyActive = (before: EventData, after: EventData): boolean =>
  after?.status === 'active' && (before?.status !== 'active' || before.attemptId !== after.attemptId)

const hasEnded = (data: EventData): boolean => data === undefined || data.status === 'disconnected'
