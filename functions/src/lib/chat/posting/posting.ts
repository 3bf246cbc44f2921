import type { Actor } from '../../actor.ts'
import type { AuditEntry } from '../../audit.ts'
import type { MessageMetadata, StoredMessage } from '../message.ts'
import type { InboundTrace } from '../ports.ts'
import type { Post } from './post-input.ts'

export interface CreateMessageInput extends Post {
  /** Set by inbound webhooks: the provider's message. */
  inbound?: InboundTrace
  /** What the provider sent beside the text of an inbound message. */
  metadata?: MessageMetadata
  /** When it came in, if not now. */
  receivedAt?: Date | undefined
}

export interface CreateMessageResult {
  /** As posted, without later changes. */
  message: StoredMessage
  /** Whether an earlier request had stored the message. */
  replayed: boolean
}

/** A post to be stored. */
export interface Posting {
  actor: Actor
  input: CreateMessageInput
  messageId: string
  audit: AuditEntry | undefined
}
