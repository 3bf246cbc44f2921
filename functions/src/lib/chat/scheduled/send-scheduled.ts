import type { Actor } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { actOnce } from '../../durable/act-once.ts'
import { amend } from '../../durable/amend.ts'
import { type DomainError, isRefusal, renderings } from '../../errors.ts'
import { itemWrites } from '../../items/item.ts'
import { patch } from '../../store.ts'
import { channelOfType } from '../channel-types.ts'
import { failedSendItem, withFailedSend } from '../delivery/failed-sends.ts'
import { failure } from '../delivery-failures.ts'
import { attentionAfterFailure } from '../failure-mark.ts'
import { type DeliveryFailure, messageTypes } from '../message.ts'
import { type CreateMessageDeps, createMessage } from '../posting/create-message.ts'
import { messageAt } from '../stored-messages.ts'
import { newVersion, threads } from '../thread-writes.ts'
import { scheduledInThread, scheduledSends, scheduledWrites } from './scheduled-in-thread.ts'
import { isPending, lateForMs, type Scheduled } from './scheduled-send.ts'
import { lookAgain } from './why-not.ts'

type Deps = CreateMessageDeps & Needs<'store' | 'userRecords'>

/** Milliseconds after a try without a result. */
const againMs = 30_000

type End = { sent: true } | { failure: DeliveryFailure }

/**
 * Posts a due message once, or stores the reason. The message has its own id, so the next run finishes after
 * a crash.
 */
export async function sendScheduled(deps: Deps, id: string): Promise<void> {
  await actOnce(deps, {
    at: scheduledSends.at(id),
    lease: 'scheduled',
    // Nobody can cancel it now.
    claim: (value, now) => (isDue(value, now) ? { status: 'sending' as const } : undefined),
    act: async ({ value }) => end(deps, value, await posted(deps, value)),
    record: () => ({ writes: [], result: undefined }),
    failed: document => [
      patch(document, { dueAt: new Date(deps.clock.now().getTime() + againMs) }, document.revision),
    ],
  })
}

const isDue = (scheduled: Scheduled, now: Date): boolean =>
  isPending(scheduled) && scheduled.dueAt !== undefined && scheduled.dueAt <= now

async function posted(deps: Deps, scheduled: Scheduled): Promise<End> {
  const { authorId, origin, threadId, messageId } = scheduled
  const [message, thread] = await Promise.all([
    deps.store.read(messageAt({ threadId, messageId })),
    deps.store.read(threads.at(threadId)),
  ])
  if (message) return message.value.authorId === authorId ? { sent: true } : { failure: idConflict }
  const looked = await lookAgain(deps, scheduled, thread?.value)
  if ('failure' in looked) return looked
  const author: Actor = { uid: authorId, role: looked.role, ...(origin && { origin }) }
  try {
    await createMessage(deps, author, postOf(scheduled))
    return { sent: true }
  } catch (error) {
    if (!isRefusal(error) || renderings[error.code].retryable) throw error
    return { failure: refused(error) }
  }
}

function postOf({ threadId, messageId, body, type, reservationId, files, sendAt, seenUntil }: Scheduled) {
  const messageType = messageTypes.find(one => one === type) ?? 'message'
  return {
    threadId,
    messageId,
    body,
    type: messageType,
    source: 'platform',
    contentType: 'text' as const,
    ...(reservationId !== undefined && { reservationId }),
    ...(files && { files: files.map(({ fileId }) => fileId) }),
    ...(seenUntil && { unlessAnsweredSince: seenUntil }),
    ...(channelOfType(messageType) && { sendUntil: new Date(sendAt.getTime() + lateForMs) }),
  }
}

const idConflict = failure('refused', 'Another message has its id.', 'Write it again.')

const answered = failure(
  'answered-meanwhile',
  'Somebody else has answered meanwhile, so it was not sent.',
  'Read the answer. If the guest should have yours all the same, write it again.',
)
const fileGone = failure(
  'attachment-not-sendable',
  'A file of it is not there any more, so it was not sent.',
  'Write it again, and attach the file again.',
)

function refused({ code, detail, nextAction, errors = [] }: DomainError): DeliveryFailure {
  if (code === 'answered-meanwhile') return answered
  if (errors.some(({ path }) => path.startsWith('files.'))) return fileGone
  return failure('refused', detail, nextAction ?? 'Read the thread, then write it again.')
}

const end = (deps: Deps, { threadId, messageId }: Scheduled, ended: End): Promise<void> =>
  amend(deps, {
    read: () => scheduledInThread(deps.store, { threadId, messageId }),
    decide({ scheduled, thread }) {
      if (!scheduled || !isPending(scheduled.value)) return { result: undefined }
      const now = deps.clock.now()
      const { dueAt: _due, claimId: _claim, leaseUntil: _lease, ...rest } = scheduled.value
      const over = {
        ...rest,
        ...('failure' in ended ? { status: 'not-sent' as const, ...ended } : { status: 'sent' as const }),
        endedAt: now,
      }
      const own = scheduledWrites({ key: scheduled.id, scheduled: over, previous: scheduled.revision })
      if (!thread) return { writes: own, result: undefined }
      const { value } = thread
      const fields =
        'failure' in ended
          ? { ...attentionAfterFailure(value, over, now), failedSends: withFailedSend(value, messageId) }
          : { scheduledIds: value.scheduledIds.filter(id => id !== messageId) }
      const writes = [
        ...newVersion(thread, fields),
        ...own,
        ...('failure' in ended ? itemWrites({ open: failedSendItem(over, value, ended, now) }) : []),
      ]
      return { writes, result: undefined }
    },
  })
