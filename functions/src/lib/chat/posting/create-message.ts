import type { Actor } from '../../actor.ts'
import { type AuditEntry, type AuditLog, auditingFailure, buildAuditEntry } from '../../audit.ts'
import { change } from '../../durable/change.ts'
import { DomainError } from '../../errors.ts'
import type { System } from '../../ports.ts'
import { type JointDeps, type JointEnd, type JointPosts, storeTogether } from './joint-posts.ts'
import type { PostInput } from './post-input.ts'
import { authorizeFields } from './post-policy.ts'
import { type CreateMessageInput, type CreateMessageResult, type Posting, storing } from './storing.ts'

export type { CreateMessageInput, CreateMessageResult }

export interface CreateMessageDeps extends JointDeps {
  auditLog: AuditLog
  /** One a process, for posts that meet there. */
  waiting: JointPosts
}

/** How long a post fights other posts for its thread. Milliseconds. */
const contentionBudgetMs = 20_000
const contentionBackoff = { baseMs: 5, capMs: 250 }

/**
 * Stores a message and updates its thread in one commit (specification B1). One read and one commit when nobody else
 * writes to the thread, shared by posts that wait for it in this process; sends, forwarding and search follow from the
 * stored document.
 */
export async function createMessage(
  deps: CreateMessageDeps,
  actor: Actor,
  input: CreateMessageInput,
): Promise<CreateMessageResult> {
  const messageId = input.messageId ?? deps.ids.message()
  const audit = postEntry(deps, actor, { ...input, messageId })
  return auditingFailure(deps, audit, async () => {
    authorizeFields(actor, input)
    const posting = { actor, input, messageId, audit }
    // What comes from a provider has conditions of its own.
    return deps.waiting.take(input.threadId, input.inbound ? undefined : posting, {
      together: postings => storeTogether(deps, postings),
      alone: end => finish(deps, posting, end),
    })
  })
}

/** What is left to do for a post, however far another's turn has taken it. */
async function finish(
  deps: CreateMessageDeps,
  posting: Posting,
  end: JointEnd | undefined,
): Promise<CreateMessageResult> {
  if (end && 'result' in end) return end.result
  if (end && 'error' in end) throw end.error
  return change(deps, storing(deps, posting), {
    tried: end && [end.tried],
    budgetMs: contentionBudgetMs,
    backoff: contentionBackoff,
    gaveUp: threadBusy,
  })
}

const threadBusy = (): DomainError =>
  new DomainError(
    'thread-busy',
    'Too many messages are being posted to this thread at once. Nothing was stored.',
    { nextAction: 'Post it again with the same messageId.', retryAfterSeconds: 1 },
  )

type AuditedPost = Pick<PostInput, 'threadId' | 'type' | 'source' | 'attachments'> & { messageId: string }

/** The audit entry of a post that is stored. */
export const postEntry = (
  deps: System,
  actor: Actor,
  { messageId, threadId, type, source, attachments }: AuditedPost,
): AuditEntry | undefined =>
  buildAuditEntry(deps, actor, 'success', {
    action: 'message.create',
    targetType: 'message',
    targetId: messageId,
    metadata: { threadId, type, source, attachmentCount: attachments?.length ?? 0 },
  })
