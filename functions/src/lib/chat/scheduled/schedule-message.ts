import type { Actor } from '../../actor.ts'
import { auditingFailure, buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { change, resolvedAs } from '../../durable/change.ts'
import { DomainError } from '../../errors.ts'
import { type BoundFiles, boundFiles } from '../files/bind-files.ts'
import type { MessageFile, MessageType } from '../message.ts'
import { messageKey } from '../message-key.ts'
import { threadNotFound } from '../posting/post-policy.ts'
import { checkStay } from '../posting/stay-of-post.ts'
import {
  factsOf,
  filesWaitMs,
  mostDaysAhead,
  mostScheduled,
  type Scheduled,
  type ScheduledInThread,
  type ScheduledWrite,
} from './scheduled.ts'

export interface ScheduleInput {
  threadId: string
  messageId?: string | undefined
  type: MessageType
  body: string
  reservationId?: string | undefined
  files?: string[] | undefined
  sendAt: Date
  seenUntil?: Date | undefined
}

type Deps = Needs<'auditLog' | 'guests' | 'scheduledSends' | 'threads'>

const dayMs = 86_400_000

/**
 * Keeps a message that is posted at its time, and its files until then. The same input again answers the same. Throws
 * `validation-failed`, `thread-not-found`, `message-conflict`.
 */
export async function scheduleMessage(deps: Deps, actor: Actor, input: ScheduleInput): Promise<Scheduled> {
  const messageId = input.messageId ?? deps.ids.message()
  const ref = { threadId: input.threadId, messageId }
  const audit = buildAuditEntry(deps, actor, {
    ...{ action: 'message.schedule', targetType: 'message', targetId: messageId },
    metadata: {
      ...{ threadId: input.threadId, type: input.type, sendAt: input.sendAt.toISOString() },
      ...(input.files && { attachmentCount: input.files.length }),
    },
  })
  return auditingFailure(deps, audit, async () => {
    await checkStay(deps, input)
    return change<Scheduling, Pick<ScheduledInThread, 'thread'> & ScheduledWrite, Scheduled>(deps, {
      async read() {
        const found = await deps.scheduledSends.inThread(ref, input.files)
        const about = input.reservationId ?? found.thread?.value.reservationId
        const stay = about ? await deps.guests.reservation(about) : undefined
        return { ...found, stay: stay && factsOf(stay) }
      },
      decide: ({ scheduled, thread, files: stored, stay }) => {
        if (!thread) throw threadNotFound(input.threadId)
        if (scheduled) return { result: same(scheduled.value, actor, input) }
        const now = deps.clock.now()
        checkTime(input.sendAt, now)
        const { scheduledIds } = thread.value
        if (scheduledIds.length >= mostScheduled) throw tooMany()
        const asPost = { ...input, source: 'platform' }
        const files = boundFiles(asPost, { authorId: actor.uid, thread: thread.value, stored, now })
        const about = thread.value.reservationId ?? undefined
        const made = madeOf(actor, { ...input, messageId, about, stay, shown: files?.shown }, now)
        return {
          write: { thread, scheduled: made, previous: undefined, waiting: files && waiting(files, made) },
        }
      },
      commit: async ({ thread, ...write }) => {
        if (!thread) return { result: write.scheduled }
        const { value, revision } = thread
        const written = await deps.threads.change(input.threadId, revision, {
          fields: { scheduledIds: [...value.scheduledIds, messageId], version: value.version + 1 },
          extras: { scheduled: [write], audits: [audit] },
        })
        return resolvedAs(written, write.scheduled)
      },
    })
  })
}

interface Scheduling extends ScheduledInThread {
  /** The one that it is about. */
  stay: Scheduled['stay']
}

const waiting = ({ bindings }: BoundFiles, { sendAt }: Scheduled): ScheduledWrite['waiting'] => ({
  files: bindings,
  until: new Date(sendAt.getTime() + filesWaitMs),
})

const madeOf = (
  { uid, origin }: Actor,
  {
    threadId,
    messageId,
    type,
    body,
    reservationId,
    sendAt,
    seenUntil,
    about,
    stay,
    shown,
  }: ScheduleInput &
    Pick<Scheduling, 'stay'> & {
      messageId: string
      about: string | undefined
      shown: MessageFile[] | undefined
    },
  now: Date,
): Scheduled => ({
  ...{ threadId, messageId, authorId: uid, type, body, sendAt },
  ...(origin && { origin: { ipAddress: origin.ipAddress, userAgent: origin.userAgent } }),
  ...(reservationId !== undefined && { reservationId }),
  ...(about !== undefined && { aboutReservationId: about }),
  ...(stay && { stay }),
  ...(shown && { files: shown }),
  ...(seenUntil && { seenUntil }),
  ...{ createdAt: now, status: 'waiting', dueAt: sendAt },
})

function same(stored: Scheduled, { uid }: Actor, { type, body, files, sendAt }: ScheduleInput): Scheduled {
  const isSame =
    stored.authorId === uid &&
    stored.type === type &&
    stored.body === body &&
    stored.files?.map(({ fileId }) => fileId).join() === files?.join() &&
    stored.sendAt.getTime() === sendAt.getTime()
  if (isSame) return stored
  throw new DomainError('message-conflict', `Another message is scheduled as ${messageKey(stored)}.`, {
    nextAction: 'Schedule it again under a new messageId.',
  })
}

function checkTime(sendAt: Date, now: Date): void {
  const isPossible = sendAt > now && sendAt.getTime() - now.getTime() <= mostDaysAhead * dayMs
  if (isPossible) return
  const message = `must be later than now, and at most ${mostDaysAhead} days ahead`
  throw new DomainError('validation-failed', 'The time to send it at is over, or too far away.', {
    nextAction: 'Choose another time.',
    errors: [{ path: 'sendAt', message }],
  })
}

const tooMany = () =>
  new DomainError('validation-failed', `A thread has at most ${mostScheduled} scheduled messages.`, {
    nextAction: 'Cancel one of them first.',
  })
