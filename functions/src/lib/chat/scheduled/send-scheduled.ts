import type { Actor } from '../../actor.ts'
import { bestEffort } from '../../best-effort.ts'
import type { Needs } from '../../context.ts'
import { change, resolvedAs } from '../../durable/change.ts'
import { leases } from '../../durable/lease.ts'
import { type DomainError, isRefusal, renderings } from '../../errors.ts'
import type { Versioned } from '../../ports.ts'
import { channelOfType } from '../channels/naming.ts'
import { failure } from '../delivery/delivery-failures.ts'
import { failedSendItem, withFailedSend } from '../delivery/failed-sends.ts'
import { attentionAfterFailure } from '../failure-mark.ts'
import { type DeliveryFailure, messageTypes } from '../message.ts'
import { type CreateMessageDeps, createMessage } from '../posting/create-message.ts'
import { isPending, lateForMs, type Scheduled, type ScheduledInThread } from './scheduled.ts'
import { lookAgain } from './why-not.ts'

type Deps = CreateMessageDeps & Needs<'scheduledSends' | 'userRecords'>

/** After a try that ended without a result. Milliseconds. */
const againMs = 30_000

type End = { sent: true } | { failure: DeliveryFailure }

/**
 * Posts a message whose time has come, once: it looks again first, and says why where it is not sent. It is claimed,
 * posted under its own id, and ended, so that whoever dies in between leaves what the next one finishes.
 */
export async function sendScheduled(deps: Deps, id: string): Promise<void> {
  const claimed = await claim(deps, id)
  if (!claimed) return
  try {
    await end(deps, claimed, await posted(deps, claimed))
  } catch (error) {
    await bestEffort(deps.log, 'a scheduled message is tried again', () => putOff(deps, id, claimed))
    throw error
  }
}

const isDue = (scheduled: Scheduled | undefined, now: Date): scheduled is Scheduled =>
  scheduled !== undefined && isPending(scheduled) && scheduled.dueAt !== undefined && scheduled.dueAt <= now

/** From now on nobody takes it back. */
const claim = (deps: Deps, id: string): Promise<Scheduled | undefined> =>
  change<Versioned<Scheduled> | undefined, Versioned<Scheduled>, Scheduled | undefined>(deps, {
    read: () => deps.scheduledSends.read(id),
    // A claim whose answer was lost is due again when its lease ends.
    decide: stored =>
      stored && isDue(stored.value, deps.clock.now()) ? { write: stored } : { result: undefined },
    commit: async ({ value, revision }) => {
      const dueAt = new Date(deps.clock.now().getTime() + leases.scheduled)
      const scheduled = { ...value, status: 'sending' as const, dueAt }
      return resolvedAs(await deps.scheduledSends.put({ scheduled, previous: revision }), scheduled)
    },
  })

async function putOff(deps: Deps, id: string, claimed: Scheduled): Promise<void> {
  const stored = await deps.scheduledSends.read(id)
  if (stored?.value.status !== 'sending' || stored.value.dueAt?.getTime() !== claimed.dueAt?.getTime()) return
  const dueAt = new Date(deps.clock.now().getTime() + againMs)
  await deps.scheduledSends.put({ scheduled: { ...claimed, dueAt }, previous: stored.revision })
}

async function posted(deps: Deps, scheduled: Scheduled): Promise<End> {
  const { authorId, origin, threadId, messageId } = scheduled
  const [message, thread] = await Promise.all([
    deps.messages.read({ threadId, messageId }),
    deps.threads.read(threadId),
  ])
  if (message) return message.value.authorId === authorId ? { sent: true } : { failure: taken }
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
  const known = messageTypes.find(one => one === type) ?? 'message'
  return {
    ...{ threadId, messageId, body, type: known, source: 'platform', contentType: 'text' as const },
    ...(reservationId !== undefined && { reservationId }),
    ...(files && { files: files.map(({ fileId }) => fileId) }),
    ...(seenUntil && { unlessAnsweredSince: seenUntil }),
    ...(channelOfType(known) && { sendUntil: new Date(sendAt.getTime() + lateForMs) }),
  }
}

const taken = failure('refused', 'Another message has its id.', 'Write it again.')

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

/** What became of it stands with its message, or on its thread and To do. */
const end = (deps: Deps, { threadId, messageId }: Scheduled, ended: End): Promise<void> =>
  change<ScheduledInThread, ScheduledInThread, void>(deps, {
    read: () => deps.scheduledSends.inThread({ threadId, messageId }),
    decide: state =>
      state.scheduled && isPending(state.scheduled.value) ? { write: state } : { result: undefined },
    commit: async ({ scheduled, thread }) => {
      if (!scheduled) return { result: undefined }
      const now = deps.clock.now()
      const { dueAt: _due, ...rest } = scheduled.value
      const over = {
        ...rest,
        ...('failure' in ended ? { status: 'not-sent' as const, ...ended } : { status: 'sent' as const }),
        endedAt: now,
      }
      const write = { scheduled: over, previous: scheduled.revision }
      if (!thread) return resolvedAs(await deps.scheduledSends.put(write), undefined)
      const { value, revision } = thread
      const version = value.version + 1
      const written = await deps.threads.change(threadId, revision, {
        fields: {
          version,
          ...('failure' in ended
            ? { ...attentionAfterFailure(value, over, now), failedSends: withFailedSend(value, messageId) }
            : { scheduledIds: value.scheduledIds.filter(id => id !== messageId) }),
        },
        extras: {
          scheduled: [write],
          items: 'failure' in ended ? [{ open: failedSendItem(over, value, ended, now) }] : [],
        },
      })
      return resolvedAs(written, undefined)
    },
  })
