import * as z from 'zod'
import type { Actor } from '../../actor.ts'
import { auditingFailure, buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { amend } from '../../durable/amend.ts'
import { DomainError } from '../../errors.ts'
import { clientId, documentId } from '../../identifiers.ts'
import { sentTime } from '../../shapes.ts'
import { type MessageFile, messageTypes } from '../message.ts'
import { messageKey } from '../message-key.ts'
import { type BoundFiles, boundFiles } from '../posting/bind-files.ts'
import { filesOfPost } from '../posting/post-input.ts'
import { checkStay } from '../posting/post-policy.ts'
import { reservationOf } from '../stays.ts'
import { newVersion, threadNotFound } from '../thread-writes.ts'
import { type ScheduledInThread, scheduledInThread, scheduledWrites } from './scheduled-in-thread.ts'
import {
  factsOf,
  filesWaitMs,
  mostDaysAhead,
  mostScheduled,
  type Scheduled,
  type ScheduledWrite,
} from './scheduled-send.ts'

export const messageToSchedule = z.strictObject({
  body: z.string(),
  type: z.enum(messageTypes).exclude(['note']).default('message'),
  messageId: clientId.optional(),
  reservationId: documentId.optional().meta({ description: 'As when a message is posted.' }),
  files: filesOfPost,
  sendAt: sentTime.meta({ description: 'Later than now, at most 90 days ahead.' }),
  seenUntil: sentTime.optional().meta({
    description:
      'The `createdAt` of the newest message that was seen: where somebody else answers later, it is not sent.',
  }),
})

export type ScheduleInput = { threadId: string } & z.infer<typeof messageToSchedule>

type Deps = Needs<'auditLog' | 'store'>

const dayMs = 86_400_000

/** Idempotent for the same input. Throws `validation-failed`, `thread-not-found`, `message-conflict`. */
export async function scheduleMessage(deps: Deps, actor: Actor, input: ScheduleInput): Promise<Scheduled> {
  const messageId = input.messageId ?? deps.ids.message()
  const ref = { threadId: input.threadId, messageId }
  const audit = buildAuditEntry(deps, actor, {
    action: 'message.schedule',
    targetType: 'message',
    targetId: messageId,
    metadata: {
      threadId: input.threadId,
      type: input.type,
      sendAt: input.sendAt.toISOString(),
      ...(input.files && { attachmentCount: input.files.length }),
    },
  })
  return auditingFailure(deps, audit, async () => {
    await checkStay(deps, input)
    return amend(deps, {
      async read() {
        const inThread = await scheduledInThread(deps.store, ref, input.files)
        const about = input.reservationId ?? inThread.thread?.value.reservationId
        const stay = await reservationOf(deps.store, about)
        return { ...inThread, stay: stay && factsOf(stay) }
      },
      audit,
      decide({ scheduled, thread, files: stored, stay }) {
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
        const own = scheduledWrites({
          key: messageKey(made),
          scheduled: made,
          previous: undefined,
          waiting: files && waiting(files, made),
        })
        const writes = [...newVersion(thread, { scheduledIds: [...scheduledIds, messageId] }), ...own]
        return { writes, result: made }
      },
    })
  })
}

interface Scheduling extends ScheduledInThread {
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
  threadId,
  messageId,
  authorId: uid,
  type,
  body,
  sendAt,
  ...(origin && { origin: { ipAddress: origin.ipAddress, userAgent: origin.userAgent } }),
  ...(reservationId !== undefined && { reservationId }),
  ...(about !== undefined && { aboutReservationId: about }),
  ...(stay && { stay }),
  ...(shown && { files: shown }),
  ...(seenUntil && { seenUntil }),
  createdAt: now,
  status: 'waiting',
  dueAt: sendAt,
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
