import type { StoredMessage } from '@functions/lib/chat/message.ts'
import type { Reachability } from '@functions/lib/chat/reachability/reachability.ts'
import type { MessageView } from '@functions/lib/chat/reading/message-view.ts'
import type { ThreadView } from '@functions/lib/chat/reading/thread-view.ts'
import type { Json } from '../api/json.ts'

type Shown =
  | 'messageId'
  | 'threadId'
  | 'body'
  | 'authorId'
  | 'createdAt'
  | 'source'
  | 'type'
  | 'contentType'
  | 'externalMessageId'
  | 'attachments'

/** A message as the API shows it. */
export type Message = Json<Pick<StoredMessage, Shown>> &
  Json<Pick<MessageView, 'delivery' | 'replyTo' | 'metadata'>>

export type Delivery = NonNullable<Message['delivery']>

/** A page of them, newest first. */
export interface MessagePage {
  messages: Message[]
  authors: Record<string, { name: string | null }>
  nextCursor: string | null
  /** When it was asked for, by this window's clock. */
  askedAt: number
}

export type ThreadDetails = Json<ThreadView & { reachability: Reachability }>
