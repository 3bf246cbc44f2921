/** Events in the OTAs' inboxes, with the project's webhooks. */

import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import {
  type MessageStore,
  type OtaMessage,
  type OtaThread,
  obstacles,
  senders,
} from '../channel-manager/messages/model.ts'
import { openThread } from '../channel-manager/messages/send.ts'
import { messageEvent } from '../channel-manager/messages/show.ts'
import type { SandboxContext } from '../core/context.ts'
import type { RoutedRequest } from '../core/router.ts'
import { json, Refusal, type Reply } from '../core/vendor.ts'
import { parseControl } from './parse-control.ts'
import { tell, telling } from './tell-project.ts'

const file = z.object({
  fileName: z.string().min(1),
  fileType: z.string().min(1).default('image/png'),
  /** In base64. */
  content: z
    .string()
    .default('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII='),
  /** The lifetime of its link; for ever by default. */
  endsAfterMs: z.int().optional(),
})

const types: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  pdf: 'application/pdf',
}

const typeOf = (name: string): string => types[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'image/png'

/** A name is a file of that name; a path is also the address that the message shows. */
const attachment = z.union([
  file,
  z
    .string()
    .min(1)
    .transform(text => {
      const fileName = text.split('/').at(-1) ?? text
      return {
        ...file.parse({ fileName, fileType: typeOf(text) }),
        ...(text.includes('/') && { path: text }),
      }
    }),
])

const messageInput = z.object({
  propertyId: z.string().min(1),
  bookingId: z.string().min(1).optional(),
  threadId: z.string().min(1).optional(),
  messageId: z
    .string()
    .min(1)
    .default(() => randomUUID()),
  sender: z.enum(senders).default('guest'),
  message: z.string().default(''),
  attachments: z.array(attachment).default([]),
  meta: z.record(z.string(), z.unknown()).nullable().default(null),
  /** For a conversation that this message opens. */
  provider: z.string().optional(),
  title: z.string().optional(),
  insertedAt: z.coerce.date().optional(),
  ...telling,
})
type MessageInput = z.infer<typeof messageInput>

function threadFor(store: MessageStore, input: MessageInput): OtaThread {
  const { propertyId, bookingId, threadId, provider, title } = input
  const booking = store.bookings.get(bookingId ?? '')
  const present = threadId ? store.threads.get(threadId) : store.threadOfBooking(bookingId ?? '')
  if (present) return present
  const thread = {
    propertyId,
    bookingId: bookingId ?? null,
    provider: provider ?? booking?.provider ?? (bookingId ? 'BookingCom' : 'AirBNB'),
    guestName: title ?? (booking?.guestName || 'Robin Sample'),
  }
  return openThread(store, thread, threadId)
}

function addMessage(store: MessageStore, thread: OtaThread, input: MessageInput): OtaMessage {
  const { messageId: id, sender, message, attachments, meta, insertedAt } = input
  const files = attachments.map(one => {
    const { fileName: name, fileType: type, content, endsAfterMs } = one
    const endsAt = endsAfterMs === undefined ? null : Date.now() + endsAfterMs
    const bytes = Buffer.from(content, 'base64')
    return store.keepFile({ name, type, bytes, endsAt }, 'path' in one ? one.path : undefined)
  })
  const written = { id, sender, message, attachments: files, meta, userId: null }
  const added = { ...written, insertedAt: store.stamp(insertedAt) }
  thread.messages.push(added)
  return added
}

/** Adds a message to the OTA's inbox. */
async function write(context: SandboxContext, store: MessageStore, body: unknown): Promise<Reply> {
  const input = parseControl(messageInput, body)
  const thread = threadFor(store, input)
  const message = addMessage(store, thread, input)
  const { propertyId } = thread
  const event = { event: 'message', propertyId, payload: messageEvent(thread, message) }
  const webhooks = await tell(context, store, event, input)
  return json(201, { threadId: thread.id, messageId: message.id, webhooks })
}

function threadIn(store: MessageStore, id: string): OtaThread {
  const thread = store.threads.get(id)
  if (!thread) throw new Refusal(json(404, { error: `no conversation ${id}` }))
  return thread
}

const assignInput = z.object({ threadId: z.string(), bookingId: z.string().min(1), ...telling })

/** Assigns a booking to a conversation that began before it. */
async function assign(context: SandboxContext, store: MessageStore, body: unknown): Promise<Reply> {
  const { threadId, bookingId, ...how } = parseControl(assignInput, body)
  const thread = threadIn(store, threadId)
  thread.bookingId = bookingId
  const { propertyId } = thread
  const payload = { booking_id: bookingId, message_thread_id: threadId }
  const event = 'message_thread_booking_assigned'
  const webhooks = await tell(context, store, { event, propertyId, payload }, how)
  return json(200, { webhooks })
}

const obstacleInput = z
  .object({
    threadId: z.string().optional(),
    bookingId: z.string().optional(),
    /** Null accepts sends again. */
    obstacle: z.enum(obstacles).nullable(),
  })
  .refine(({ threadId, bookingId }) => (threadId ?? bookingId) !== undefined, 'needs threadId or bookingId')

/** Sets the obstacle to sends to a conversation or about a booking. */
function obstruct(store: MessageStore, body: unknown): Reply {
  const { threadId, bookingId, obstacle } = parseControl(obstacleInput, body)
  const id = threadId ?? bookingId ?? ''
  if (obstacle === null) store.obstacles.delete(id)
  else store.obstacles.set(id, obstacle)
  return json(200, { obstacle })
}

export const messageControls = (
  context: SandboxContext,
  store: MessageStore,
): Readonly<Record<string, (request: RoutedRequest) => Reply | Promise<Reply>>> => ({
  'POST /channel-manager/message': ({ body }) => write(context, store, body),
  'POST /channel-manager/assign': ({ body }) => assign(context, store, body),
  'POST /channel-manager/obstacle': ({ body }) => obstruct(store, body),
})
