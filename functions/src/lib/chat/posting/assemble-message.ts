import type { Actor } from '../../actor.ts'
import { initialDelivery, type SendWaits } from '../delivery/outbound.ts'
import { mayReachOut, sendGrantOf } from '../membership.ts'
import {
  type Delivery,
  type Forwarding,
  type MessageFile,
  type MessageMetadata,
  postedOf,
  type StoredMessage,
} from '../message.ts'
import type { Thread } from '../thread.ts'
import { timeOfArrival, timeOfPost } from '../times.ts'
import type { Post } from './post-input.ts'

interface Assembly {
  input: Post & { metadata?: MessageMetadata; receivedAt?: Date | undefined }
  messageId: string
  author: Actor
  thread: Thread
  now: Date
  waits: SendWaits
  files?: MessageFile[] | undefined
  part?: PartOfPost | undefined
}

export interface PartOfPost {
  sends: Pick<Delivery, 'after' | 'next'>
  filesAfter?: string[]
}

export function assembleMessage({
  input,
  messageId,
  author,
  thread,
  now,
  waits,
  files,
  part,
}: Assembly): StoredMessage {
  const { metadata, template, receivedAt } = input
  const grant = sendGrantOf(author)
  const createdAt = timeOfPost(now, thread.updatedAt)
  const arrivedAt = timeOfArrival(createdAt, receivedAt)
  const message: StoredMessage = {
    messageId,
    threadId: input.threadId,
    authorId: author.uid,
    createdAt,
    ...postedOf(input),
    ...(arrivedAt < createdAt && { receivedAt: arrivedAt }),
    ...(metadata !== undefined && { metadata }),
    ...(files && { files }),
    ...(part?.filesAfter && { filesAfter: part.filesAfter }),
  }
  if (!mayReachOut(author, thread)) return { ...message, joined: 'self' }
  const delivery = initialDelivery(message, thread, { now, waits, sendUntil: input.sendUntil })
  const forwarding = initialForwarding(message, thread, now)
  return {
    ...message,
    ...(delivery && {
      delivery: {
        ...delivery,
        ...part?.sends,
        ...grant,
        ...(template && { template }),
        ...(author.role === 'service' && { automated: true }),
      },
    }),
    ...(forwarding && { forwarding: { ...forwarding, ...grant } }),
  }
}

/** Source of mirrored threads, and of messages from the guest platform. */
const guestPlatform = 'platform-guest'

export const isForwardDue = (message: StoredMessage, thread: Pick<Thread, 'source'>): boolean =>
  thread.source === guestPlatform && message.source !== guestPlatform && message.type !== 'note'

const initialForwarding = (message: StoredMessage, thread: Thread, now: Date): Forwarding | undefined =>
  isForwardDue(message, thread) ? { status: 'pending', attempts: 0, dueAt: now } : undefined
