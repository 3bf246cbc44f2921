import type { Actor } from '../../actor.ts'
import { type AuditEntry, buildAuditEntry } from '../../audit.ts'
import type { System } from '../../ports.ts'
import type { PostInput } from './post-input.ts'

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
