import type { Actor } from '../../actor.ts'
import { buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { amend } from '../../durable/amend.ts'
import { DomainError } from '../../errors.ts'
import { endOfUpload } from '../files/upload-file.ts'
import type { MessageRef } from '../ports.ts'
import { isFree } from '../posting/bind-files.ts'
import { newVersion } from '../thread-writes.ts'
import { type ScheduledInThread, scheduledInThread, scheduledWrites } from './scheduled-in-thread.ts'
import type { Scheduled } from './scheduled-send.ts'

/**
 * After the answer nothing sends the message; its files expire like unused uploads. Idempotent. Throws
 * `not-found`, `message-conflict` after its time.
 */
export async function cancelScheduled(deps: Needs<'store'>, actor: Actor, ref: MessageRef): Promise<void> {
  const audit = buildAuditEntry(deps, actor, {
    action: 'message.unschedule',
    targetType: 'message',
    targetId: ref.messageId,
    metadata: { threadId: ref.threadId },
  })
  await amend(deps, {
    read: () => withFiles(deps, ref),
    audit,
    decide({ scheduled, thread, files }) {
      if (!scheduled) throw new DomainError('not-found', 'No such message is scheduled in that thread.')
      const { status } = scheduled.value
      if (status === 'cancelled') return { result: undefined }
      if (status === 'not-sent')
        throw new DomainError('message-conflict', 'The message was not sent.', {
          nextAction: 'Nothing is left to cancel: say that it is dealt with.',
        })
      if (status !== 'waiting')
        throw new DomainError('message-conflict', 'The message is being sent.', {
          nextAction: 'Read the thread: it stands there in a moment.',
        })
      const { dueAt: _due, ...rest } = scheduled.value
      const now = deps.clock.now()
      const cancelled = { ...rest, status: 'cancelled' as const, endedAt: now }
      const write = {
        key: scheduled.id,
        scheduled: cancelled,
        previous: scheduled.revision,
        waiting: { files: freeOf(cancelled, files), until: endOfUpload(now) },
      }
      const scheduledIds = thread?.value.scheduledIds.filter(id => id !== ref.messageId) ?? []
      const writes = [...(thread ? newVersion(thread, { scheduledIds }) : []), ...scheduledWrites(write)]
      return { writes, result: undefined }
    },
  })
}

async function withFiles({ store }: Needs<'store'>, ref: MessageRef) {
  const inThread = await scheduledInThread(store, ref)
  const { files = [] } = inThread.scheduled?.value ?? {}
  const ids = files.map(({ fileId }) => fileId)
  return ids.length > 0 ? scheduledInThread(store, ref, ids) : inThread
}

/** Another message may own a file. */
const freeOf = ({ threadId, authorId }: Scheduled, files: ScheduledInThread['files']) =>
  [...files].flatMap(([fileId, { value, revision }]) =>
    isFree(value, threadId, authorId) ? [{ fileId, revision }] : [],
  )
