import type { Actor } from '../../actor.ts'
import { buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { change, resolvedAs } from '../../durable/change.ts'
import { DomainError } from '../../errors.ts'
import type { Versioned } from '../../ports.ts'
import { isFree } from '../files/bind-files.ts'
import { endOfUpload } from '../files/upload-file.ts'
import type { MessageRef } from '../ports.ts'
import type { Scheduled, ScheduledInThread } from './scheduled.ts'

interface Cancelling extends ScheduledInThread {
  scheduled: Versioned<Scheduled>
}

/**
 * Takes a scheduled message back: it is not sent any more once this has answered, and its files end as those of which no
 * message came. Idempotent. Throws `not-found`, and `message-conflict` for one whose time has come.
 */
export async function cancelScheduled(
  deps: Needs<'scheduledSends' | 'threads'>,
  actor: Actor,
  ref: MessageRef,
): Promise<void> {
  const audit = buildAuditEntry(deps, actor, {
    ...{ action: 'message.unschedule', targetType: 'message', targetId: ref.messageId },
    metadata: { threadId: ref.threadId },
  })
  await change<ScheduledInThread, Cancelling, void>(deps, {
    read: () => withFiles(deps, ref),
    decide: ({ scheduled, ...others }) => {
      if (!scheduled) throw new DomainError('not-found', 'No such message is scheduled in that thread.')
      const { status } = scheduled.value
      if (status === 'cancelled') return { result: undefined }
      if (status === 'waiting') return { write: { scheduled, ...others } }
      if (status === 'not-sent')
        throw new DomainError('message-conflict', 'The message was not sent.', {
          nextAction: 'Nothing is left to cancel: say that it is dealt with.',
        })
      throw new DomainError('message-conflict', 'The message is being sent.', {
        nextAction: 'Read the thread: it stands there in a moment.',
      })
    },
    commit: async ({ scheduled, thread, files }) => {
      const { dueAt: _due, ...rest } = scheduled.value
      const now = deps.clock.now()
      const cancelled = { ...rest, status: 'cancelled' as const, endedAt: now }
      const write = {
        ...{ scheduled: cancelled, previous: scheduled.revision },
        waiting: { files: freeOf(cancelled, files), until: endOfUpload(now) },
      }
      if (!thread) return resolvedAs(await deps.scheduledSends.put(write, { audits: [audit] }), undefined)
      const scheduledIds = thread.value.scheduledIds.filter(id => id !== ref.messageId)
      const written = await deps.threads.change(ref.threadId, thread.revision, {
        fields: { scheduledIds, version: thread.value.version + 1 },
        extras: { scheduled: [write], audits: [audit] },
      })
      return resolvedAs(written, undefined)
    },
  })
}

/** Which files it has is known once it is read. */
async function withFiles({ scheduledSends }: Needs<'scheduledSends'>, ref: MessageRef) {
  const found = await scheduledSends.inThread(ref)
  const { files = [] } = found.scheduled?.value ?? {}
  const ids = files.map(({ fileId }) => fileId)
  return ids.length > 0 ? scheduledSends.inThread(ref, ids) : found
}

/** Another message may have taken them. */
const freeOf = ({ threadId, authorId }: Scheduled, files: ScheduledInThread['files']) =>
  [...files].flatMap(([fileId, { value, revision }]) =>
    isFree(value, threadId, authorId) ? [{ fileId, revision }] : [],
  )
