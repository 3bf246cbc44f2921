import type { Actor } from '../../actor.ts'
import { type AuditEntry, type AuditLog, type AuditSubject, buildAuditEntry } from '../../audit.ts'
import { bestEffort } from '../../best-effort.ts'
import { DomainError } from '../../errors.ts'
import type { System } from '../../ports.ts'
import type { PostInput } from './post-input.ts'
import { refusalId } from './rate-limit.ts'

type AuditedPost = Pick<PostInput, 'threadId' | 'type' | 'source' | 'attachments'> & { messageId: string }

/** What an audit entry says of a post. */
export const auditSubject = (post: AuditedPost): AuditSubject => ({
  action: 'message.create',
  targetType: 'message',
  targetId: post.messageId,
  metadata: {
    threadId: post.threadId,
    type: post.type,
    source: post.source,
    attachmentCount: post.attachments?.length ?? 0,
  },
})

/** Runs what belongs to a post. A failure is audited, if it can be, and thrown on. */
export async function auditingFailure<T>(
  deps: System & { auditLog: AuditLog },
  actor: Actor,
  post: AuditedPost,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const entry = buildAuditEntry(deps, actor, 'failure', failed(auditSubject(post), error))
    if (entry) await bestEffort(deps.log, 'failure audit entry', () => append(deps, actor, entry, error))
    throw error
  }
}

/** What an account beyond its limit goes on trying is told once a minute, so that it cannot flood the log. */
function append({ auditLog }: { auditLog: AuditLog }, actor: Actor, entry: AuditEntry, error: unknown) {
  const isLimit = error instanceof DomainError && error.code === 'rate-limited'
  return auditLog.append(isLimit ? { ...entry, id: refusalId(actor, entry.at) } : entry)
}

const failed = (subject: AuditSubject, error: unknown): AuditSubject => ({
  ...subject,
  metadata: { ...subject.metadata, error: error instanceof DomainError ? error.code : 'internal' },
})
