import type { ContextOptions } from '../../src/context.ts'
import type { Actor } from '../../src/lib/actor.ts'
import { failedSendId } from '../../src/lib/chat/delivery/failed-sends.ts'
import { messageKey } from '../../src/lib/chat/message-key.ts'
import { cancelScheduled } from '../../src/lib/chat/scheduled/cancel-scheduled.ts'
import { type ScheduleInput, scheduleMessage } from '../../src/lib/chat/scheduled/schedule-message.ts'
import { sendScheduled } from '../../src/lib/chat/scheduled/send-scheduled.ts'
import type { UserStatus } from '../../src/lib/roles/user-status.ts'
import { uniqueText } from './chat.ts'
import { seedGuestThread, staffActor, steppedClock } from './chat-deps.ts'
import { memoryLog } from './memory-log.ts'
import { stored, uniqueId } from './stack.ts'
import { testContext } from './test-context.ts'

export const hour = 3_600_000

/** A thread, a message to be sent there in an hour, and the acts on it, by a clock that the test moves. */
export async function scheduling(given: Partial<ScheduleInput> = {}) {
  const home = await seedGuestThread({ propertyId: 'p' })
  const { threadId, reservationId, guestId } = home
  const clock = steppedClock()
  const author: Actor = staffActor()
  const records = new Map<string, UserStatus>([
    [author.uid, { role: 'support', isDisabled: false, validSince: 0 }],
  ])
  let isAuthAway = false
  const userRecords = {
    find: async (uids: readonly string[]) => {
      if (isAuthAway) throw new Error('the sign-in service is away')
      return new Map([...records].filter(([uid]) => uids.includes(uid)))
    },
    page: async () => ({ users: records, next: undefined }),
  }
  const build = (options: Partial<ContextOptions> = {}) => ({
    ...testContext({ clock, log: memoryLog([]), ...options }),
    userRecords,
  })
  const context = build()
  const messageId = uniqueId('message')
  const ref = { threadId, messageId }
  const input: ScheduleInput = {
    threadId,
    messageId,
    type: 'sms-message',
    body: uniqueText(),
    sendAt: new Date(clock.now().getTime() + hour),
    ...given,
  }
  return {
    ...home,
    reservationId,
    guestId,
    author,
    clock,
    context,
    build,
    input,
    ref,
    records,
    schedule: (by = author) => scheduleMessage(context, by, input),
    cancel: () => cancelScheduled(context, author, ref),
    send: (using = context) => sendScheduled(using, messageKey(ref)),
    authAway: (isAway: boolean) => {
      isAuthAway = isAway
    },
    scheduled: () => stored(`scheduledSends/${messageKey(ref)}`),
    message: () => stored(`threads/${threadId}/messages/${messageId}`),
    thread: async () => (await stored(`threads/${threadId}`)) ?? {},
    item: () => stored(`items/${failedSendId(ref)}`),
  }
}

export type Scheduling = Awaited<ReturnType<typeof scheduling>>

/** The one fate of a scheduled message, which all documents must show alike. */
export async function fateOf(of: Scheduling): Promise<string> {
  const [scheduled, message, thread, item] = await Promise.all([
    of.scheduled(),
    of.message(),
    of.thread(),
    of.item(),
  ])
  const { messageId } = of.ref
  const status = scheduled?.status ?? 'none'
  const state = {
    isPosted: message !== undefined,
    isListed: (thread.scheduledIds ?? []).includes(messageId),
    isMarked: (thread.failedSends ?? []).includes(messageId),
    isToDo: item?.status === 'open',
    isDue: scheduled?.dueAt !== undefined,
  }
  const none = { isPosted: false, isListed: false, isMarked: false, isToDo: false, isDue: false }
  const expected: Record<string, typeof none> = {
    none,
    waiting: { ...none, isListed: true, isDue: true },
    sent: { ...none, isPosted: true },
    cancelled: none,
    'not-sent': { ...none, isListed: true, isMarked: true, isToDo: true },
  }
  const differs = Object.entries(expected[status] ?? {}).filter(
    ([name, value]) => state[name as keyof typeof state] !== value,
  )
  if (expected[status] === undefined || differs.length > 0)
    throw new Error(`${status}, but ${JSON.stringify(state)}`)
  return status === 'not-sent' ? `not-sent: ${scheduled?.failure.code}` : status
}
