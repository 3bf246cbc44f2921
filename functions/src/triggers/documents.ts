import { channelOfType, isChannel } from '../lib/chat/channel-types.ts'
import { deliverLater, deliverMessage } from '../lib/chat/delivery/deliver-message.ts'
import { fetchFile } from '../lib/chat/files/fetch-file.ts'
import { forwardMessage } from '../lib/chat/forwarding/forward-message.ts'
import type { MessageRef } from '../lib/chat/ports.ts'
import { syncLater, syncThread } from '../lib/chat/search/sync-thread.ts'
import { type MessageInThread, messageInThread } from '../lib/chat/stored-messages.ts'
import type { Thread } from '../lib/chat/thread.ts'
import type { Context } from '../lib/context.ts'
import { sendEmail } from '../lib/email/send-email.ts'
import { lazily, ready } from '../lib/lazy-port.ts'
import type { EventDocument } from '../lib/ports.ts'

const field = (data: unknown, name: string): unknown =>
  typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined

/** The index precedes delivery: at once, both take longer. */
const headStartMs = 2

/** Specification B1, steps 8, 3 and 6. A failure stays due; the event repeats only if that mark fails. */
export async function onMessageCreated(
  context: Context,
  ref: MessageRef,
  created: EventDocument | undefined,
): Promise<void> {
  // A message from before our first reading is not sent.
  if (field(created?.fields, 'past') === true) return
  const hint = (name: string) => {
    const id = field(field(created?.fields, 'delivery'), name)
    return typeof id === 'string' ? id : undefined
  }
  const hints = { reservationId: hint('reservationId'), guestId: hint('guestId') }
  const find = lazily(() => messageInThread(context.store, ref, { created, ...hints }))
  const synced = sync(context, ref, find)
  const ended = await Promise.allSettled([
    synced,
    deliver(context, ref, created?.fields, async () => {
      const message = await find()
      await Promise.race([synced.catch(() => undefined), context.clock.sleep(headStartMs)])
      return message
    }),
    forward(context, ref, created?.fields, find),
    fetchFiles(context, created?.fields),
  ])
  const failed = ended.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

type Find = () => Promise<MessageInThread>

async function sync(context: Context, { threadId }: MessageRef, find: Find): Promise<void> {
  const read = async () => (await find()).thread?.value
  const [thread] = await Promise.all([read().catch(() => undefined), context.breaker.state('search')])
  const postedAt = thread?.updatedAt
  await syncThreadById(context, threadId, read)
  const lagMs = postedAt && context.clock.now().getTime() - postedAt.getTime()
  context.log.info('thread synced', { kind: 'sync', threadId, lagMs })
}

async function deliver(context: Context, ref: MessageRef, data: unknown, find: Find): Promise<void> {
  const delivery = field(data, 'delivery')
  const lane = channelOfType(field(data, 'type'))
  if (delivery === undefined || !lane) return
  await Promise.all([context.breaker.state(lane), ready(context.store)])
  const isTried =
    field(delivery, 'status') === 'pending' &&
    (await context.breaker
      .firstTry(lane, async () => deliverMessage(context, ref, { first: await find() }))
      .catch((error: unknown) => context.log.error('a first try failed', { ...ref, error })))
  if (!isTried) await deliverLater(context, ref)
}

async function forward(context: Context, ref: MessageRef, data: unknown, find: Find): Promise<void> {
  if (field(field(data, 'forwarding'), 'status') !== 'pending') return
  await context.breaker.firstTry('guest-platform', async () => forwardMessage(context, ref, await find()))
}

/** The addresses end; failures stay due. */
async function fetchFiles(context: Context, data: unknown): Promise<void> {
  const [channel, files] = [field(data, 'source'), field(data, 'files')]
  if (!isChannel(channel) || !Array.isArray(files)) return
  if ((await context.breaker.state('storage')) !== 'closed') return
  for (const file of files)
    await context.breaker
      .firstTry(channel, () => fetchFile(context, String(field(file, 'fileId'))))
      .catch((error: unknown) => context.log.error('a file was not fetched', { error }))
}

/** Specification B1, step 6. */
export async function syncThreadById(
  context: Context,
  threadId: string,
  read?: () => Promise<Thread | undefined>,
): Promise<void> {
  if ((await context.breaker.state('search')) !== 'closed') return syncLater(context, threadId)
  return syncThread(context, threadId, read)
}

/** Specification A1, step 6. */
export async function onEmailCreated(context: Context, emailId: string): Promise<void> {
  await context.breaker.firstTry('email', () => sendEmail(context, emailId))
}
