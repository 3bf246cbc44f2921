import type { Actor } from '../../actor.ts'
import { type AuditEntry, auditingFailure, buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { change } from '../../durable/change.ts'
import { DomainError } from '../../errors.ts'
import type { System } from '../../ports.ts'
import { mayAsk } from '../desk/desk.ts'
import { checkMentions } from './mentions.ts'
import { storeTogether } from './post-batcher.ts'
import type { PostInput } from './post-input.ts'
import { authorizeFields } from './post-policy.ts'
import type { CreateMessageInput, CreateMessageResult, PostBatchEnd, Posting } from './posting.ts'
import { limitingRefusals } from './refusal-limit.ts'
import { checkStay } from './stay-of-post.ts'
import { storing } from './storing.ts'

export type { CreateMessageInput, CreateMessageResult }

export type CreateMessageDeps = Needs<
  | 'auditLog'
  | 'batcher'
  | 'guests'
  | 'messages'
  | 'operations'
  | 'postTally'
  | 'refusalTally'
  | 'rules'
  | 'threads'
  | 'userStatuses'
>

/** How long a post retries under contention for its thread. Milliseconds. */
const contentionBudgetMs = 20_000
const contentionBackoff = { baseMs: 5, capMs: 250 }

/**
 * Stores a message and updates its thread in one commit (specification B1). Without contention that is one read and one
 * commit, shared by posts that wait for the same thread in this process. Sends, forwarding and search follow from the
 * stored document.
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
    // What guests write has preconditions of its own, and a deadline, and so have files: they are not batched.
    const isAlone = input.inbound !== undefined || input.files !== undefined || mayAsk(actor, input)
    return deps.batcher.run(input.threadId, isAlone ? undefined : posting, {
      together: postings => storeTogether(deps, postings),
      alone: end => finish(deps, posting, end),
    })
  }
  return auditingFailure(deps, audit, () => limitingRefusals(deps, actor, store))
}

/** Does what is left for a post after its batch, if it was in one. */
async function finish(
  deps: CreateMessageDeps,
  posting: Posting,
  end: PostBatchEnd | undefined,
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

type AuditedPost = Pick<PostInput, 'threadId' | 'type' | 'source' | 'attachments' | 'files'> & {
  messageId: string
}

/** The audit entry of a stored post. */
export const postEntry = (
  deps: System,
  actor: Actor,
  { messageId, threadId, type, source, attachments = [], files = [] }: AuditedPost,
): AuditEntry | undefined =>
  buildAuditEntry(deps, actor, 'success', {
    action: 'message.create',
    targetType: 'message',
    targetId: messageId,
    metadata: { threadId, type, source, attachmentCount: attachments.length + files.length },
  })
