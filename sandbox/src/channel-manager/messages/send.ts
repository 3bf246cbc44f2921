/** Sends of the API to conversations and bookings. No webhook announces a send. */

import { randomUUID } from 'node:crypto'
import { asObject, asText } from '../../core/values.ts'
import { json, Refusal, type Reply } from '../../core/vendor.ts'
import { data, errorBody, invalid, refusal } from '../replies.ts'
import { uploadedFile } from './attachments.ts'
import {
  type Booking,
  hasMessages,
  isBookingCom,
  type MessageStore,
  type Obstacle,
  type OtaMessage,
  type OtaThread,
} from './model.ts'
import { showSent } from './show.ts'
import { findThread, listMessages, notSupported, requireApplication } from './threads.ts'

/** The user of the key. */
const apiUserId = 'f0000000-0000-4000-8000-000000000001'

/** The reason is in `title` for some obstacles, in `details` for others. */
const refusals: Readonly<Record<Obstacle, Reply>> = {
  'no-conversation': json(422, { errors: { code: 'validation_error', title: 'Thread ID is not available' } }),
  'not-supported': notSupported(),
  'channel-inactive': json(422, errorBody(422, { channel: ['Channel is inactive'] })),
  'window-over': json(422, errorBody(422, ['Messaging window for this reservation is over'])),
}

function requireNothingInTheWay(store: MessageStore, ...ids: (string | null)[]): void {
  for (const id of ids) {
    const obstacle = store.obstacles.get(id ?? '')
    if (obstacle) throw new Refusal(refusals[obstacle])
  }
}

/** Booking.com removes links that the property has not approved. */
const withoutLinks = (text: string): string => text.replace(/\bhttps?:\/\/\S+/gi, '')

const images = new Set(['image/jpeg', 'image/png'])
const mostImageBytes = 1_000_000

type Content = Pick<OtaMessage, 'message' | 'attachments'>

/** A message with a text loses its file, without an error. */
function contentOf(store: MessageStore, thread: Pick<OtaThread, 'provider'>, body: unknown): Content {
  const input = asObject(asObject(body).message)
  if (!('message' in input) && 'attachment_id' in input) return fileOf(store, thread, input.attachment_id)
  const text = asText(input.message) ?? ''
  if (text.trim() === '') throw invalid({ message: ["can't be blank"] })
  return { message: isBookingCom(thread) ? withoutLinks(text) : text, attachments: [] }
}

function fileOf(store: MessageStore, thread: Pick<OtaThread, 'provider'>, id: unknown): Content {
  const found = uploadedFile(store, id)
  if (!found) throw invalid({ attachment_id: ['is invalid'] })
  const { type, bytes } = found.file
  if (isBookingCom(thread) && !(images.has(type) && bytes.length <= mostImageBytes))
    throw invalid({ attachment_id: ['must be a JPEG or PNG of at most 1 MB'] })
  return { message: '', attachments: [found.address] }
}

/** A send opens a closed conversation again. */
function add(store: MessageStore, thread: OtaThread, content: Content): Reply {
  const message = {
    id: randomUUID(),
    sender: 'property' as const,
    meta: null,
    userId: apiUserId,
    ...content,
    insertedAt: store.stamp(),
  }
  thread.messages.push(message)
  thread.isClosed = false
  return data(showSent(thread, message))
}

export function sendToThread(store: MessageStore, id: string, body: unknown): Reply {
  const thread = findThread(store, id)
  requireNothingInTheWay(store, id, thread.bookingId)
  return add(store, thread, contentOf(store, thread, body))
}

/** A booking, also one that only its conversation names. */
function findBooking(store: MessageStore, id: string): { booking: Booking; thread: OtaThread | undefined } {
  const thread = store.threadOfBooking(id)
  const stored = store.bookings.get(id)
  const booking = stored ?? (thread && { ...thread, id, guestName: thread.title })
  if (!booking) throw refusal(404)
  requireApplication(store, booking.propertyId)
  if (!hasMessages(booking.provider) || store.obstacles.get(id) === 'not-supported')
    throw new Refusal(notSupported())
  return { booking, thread }
}

export const listOfBooking = (store: MessageStore, id: string, query: URLSearchParams): Reply =>
  listMessages(findBooking(store, id).thread, query)

/** Opens a conversation if the booking has none. */
export function sendToBooking(store: MessageStore, id: string, body: unknown): Reply {
  const { booking, thread } = findBooking(store, id)
  requireNothingInTheWay(store, id, thread?.id ?? null)
  const content = contentOf(store, booking, body)
  return add(store, thread ?? openThread(store, { ...booking, bookingId: id }), content)
}

interface NewThread {
  readonly propertyId: string
  readonly bookingId: string | null
  readonly provider: string
  readonly guestName: string
  readonly meta?: OtaThread['meta']
}

/** Airbnb shows a first name only, and a listing whose id does not fit a number. */
export function openThread(store: MessageStore, thread: NewThread, id: string = randomUUID()): OtaThread {
  const { propertyId, bookingId, provider, guestName, meta } = thread
  const isAtAirbnb = provider === 'AirBNB'
  const opened: OtaThread = {
    id,
    propertyId,
    bookingId,
    provider,
    title: isAtAirbnb ? (guestName.split(' ')[0] ?? '') : guestName,
    meta: meta ?? (isAtAirbnb ? { listing_id: '1054821234567890123' } : null),
    channelId: randomUUID(),
    otaId: String(store.threads.size + 4_200_000_001),
    insertedAt: store.stamp(),
    messages: [],
    isClosed: false,
    noReplyNeeded: 0,
  }
  store.threads.set(id, opened)
  return opened
}
