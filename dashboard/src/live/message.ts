import type { PostedFields, StoredMessage } from '@functions/lib/chat/message.ts'
import type { Reachability } from '@functions/lib/chat/reachability/reachability.ts'
import type { MessageView } from '@functions/lib/chat/reading/message-view.ts'
import type { ThreadView } from '@functions/lib/chat/reading/thread-view.ts'
import type { Json } from '../api/json.ts'

/** A message as the API shows it. */
export type Message = Json<
  Pick<StoredMessage, 'messageId' | 'threadId' | 'authorId' | 'createdAt' | 'receivedAt' | 'files'>
> &
  Json<PostedFields> &
  Json<Pick<MessageView, 'joined' | 'delivery' | 'replyTo' | 'metadata'>>

export type Delivery = NonNullable<Message['delivery']>

/** A page of them, newest first. */
export interface MessagePage {
  messages: Message[]
  authors: Record<string, { name: string | null }>
  nextCursor: string | null
  /** When it was asked for, by this window's clock. */
  requestTime: number
}

export type ThreadDetails = Json<ThreadView & { reachability: Reachability }>
