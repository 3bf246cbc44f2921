import type { Actor } from '../../actor.ts'
import { type AuditEntry, auditingFailure, buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { change } from '../../durable/change.ts'
import { DomainError } from '../../errors.ts'
import type { System } from '../../ports.ts'
import { checkMentions } from './mentions.ts'
import type { PostInput } from './post-input.ts'
import { authorizeFields } from './post-policy.ts'
import type { CreateMessageInput, CreateMessageResult } from './posting.ts'
import { limitingRefusals } from './refusal-limit.ts'
import { checkStay } from './stay-of-post.ts'
import { storing } from './storing.ts'

export type { CreateMessageInput, CreateMessageResult }

export type CreateMessageDeps = Needs<
  | 'auditLog'
  | 'guests'
  | 'messages'
  | 'operations'
  | 'postTally'
  | 'postTurns'
  | 'refusalTally'
  | 'rules'
  | 'threads'
  | 'userStatuses'
>

/**
 * Stores a message and updates its thread in one commit (specification B1). Without contention that is one read and one
 * commit, and posts of this process to one thread wait for each other. Sends, forwarding and search follow from the stored
 * document.
 */
export async function createMessage(
  deps: CreateMessageDeps,
  actor: Actor,
  input: CreateMessageInput,
): Promise<CreateMessageResult> {
  const messageId = input.messageId ?? deps.ids.message()
  const audit = postEntry(deps, actor, { ...input, messageId })
  const store = async () => {
    authorizeFields(actor, input)
    await Promise.all([checkStay(deps, input), checkMentions(deps, actor, input)])
    const posting = { actor, input, messageId, audit }
    return deps.postTurns.run([input.threadId], () => change(deps, storing(deps, posting), contention))
  }
  return auditingFailure(deps, audit, () => limitingRefusals(deps, actor, store))
}

const threadBusy = (): DomainError =>
  new DomainError(
    'thread-busy',
    'Too many messages are being posted to this thread at once. Nothing was stored.',
    { nextAction: 'Post it again with the same messageId.', retryAfterSeconds: 1 },
  )

/** How long a post retries under contention for its thread, in milliseconds. */
const contention = { budgetMs: 20_000, backoff: { baseMs: 5, capMs: 250 }, gaveUp: threadBusy }

type AuditedPost = Pick<PostInput, 'threadId' | 'type' | 'source' | 'attachments' | 'files'> & {
  messageId: string
}

/** The audit entry of a stored post. */
export const postEntry = (
  deps: System,
  actor: Actor,
  { messageId, threadId, type, source, attachments = [], files = [] }: AuditedPost,
): AuditEntry | undefined =>
  buildAuditEntry(deps, actor, {
    action: 'message.create',
    targetType: 'message',
    targetId: messageId,
    metadata: { threadId, type, source, attachmentCount: attachments.length + files.length },
  })
