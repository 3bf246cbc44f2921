import * as z from 'zod'
import { type Actor, isStaff, isTrusted } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { amend } from '../../durable/amend.ts'
import { DomainError } from '../../errors.ts'
import { minuteEnd, minuteOf, userMinute } from '../../identifiers.ts'
import { authorizeRate } from '../../request-limit.ts'
import { difference, increment, patch, type StoredDocument, union, type Write } from '../../store.ts'
import { mayMark } from '../access.ts'
import { attentionWithout, isAttending } from '../attention.ts'
import { isFailureSeen, lastFailureOf, withoutFailureOf } from '../failure-mark.ts'
import type { Memberships } from '../members.ts'
import { hasMembership } from '../membership.ts'
import { beyondShare } from '../posting/rate-limit.ts'
import { publicMessage, type Thread } from '../thread.ts'
import { newVersion, threadChange, threadNotFound, threads } from '../thread-writes.ts'

type Deps = Needs<'markTally' | 'rules' | 'store'>

/** Throws `thread-not-found` (also to non-participants), `rate-limited`, `thread-busy`. */
async function changeThread(
  deps: Deps,
  actor: Actor,
  threadId: string,
  decide: (thread: StoredDocument<Thread>) => Write[] | undefined,
): Promise<void> {
  let isCounted = false
  await amend(
    deps,
    {
      read: { thread: threads.at(threadId) },
      decide({ thread }) {
        if (!thread || !mayMark(actor, thread.value)) throw threadNotFound(threadId)
        const writes = decide(thread)
        if (!writes) return { result: undefined }
        if (!isCounted) countMark(deps, actor, { threadId, thread: thread.value, now: deps.clock.now() })
        isCounted = true
        return { writes, result: undefined }
      },
    },
    { gaveUp: threadBusy },
  )
}

const threadBusy = () =>
  new DomainError('thread-busy', 'The thread is being written to all the time.', {
    nextAction: 'Try again.',
    retryAfterSeconds: 1,
  })

/** Concurrent marks do not conflict. */
export const markImportant = (
  deps: Deps,
  actor: Actor,
  { threadId, important }: { threadId: string; important: boolean },
): Promise<void> =>
  changeThread(deps, actor, threadId, ({ value: { importantFor } }) =>
    importantFor.includes(actor.uid) === important
      ? undefined
      : [
          patch(threads.at(threadId), {
            importantFor: important ? union(actor.uid) : difference(actor.uid),
            version: increment(1),
          }),
          threadChange(threadId),
        ],
  )

export const readMark = z.strictObject({
  lastMessageId: z
    .string()
    .min(1)
    .max(1500)
    .optional()
    .meta({ description: 'The newest message that was seen.' }),
  lastFailureId: z
    .string()
    .min(1)
    .max(2000)
    .nullish()
    .meta({ description: 'That of the thread, as it was seen.' }),
})

export const importantMark = z.strictObject({ important: z.boolean() })

type MarkReadInput = { threadId: string } & z.infer<typeof readMark>

interface News {
  messageId: unknown
  failureId: string | null
}

/**
 * Attention stays if a message or failed send came after the caller's last look, or after this call began.
 */
export async function markRead(deps: Deps, actor: Actor, input: MarkReadInput): Promise<void> {
  const { threadId, lastMessageId, lastFailureId = null } = input
  let reading: News | undefined =
    lastMessageId === undefined ? undefined : { messageId: lastMessageId, failureId: lastFailureId }
  await changeThread(deps, actor, threadId, document => {
    const thread = document.value
    const news = newsFor(actor, thread)
    reading ??= news
    if (!isCovered(news, reading) || !isAttending(thread, actor.uid)) return undefined
    return newVersion(document, {
      ...attentionWithout(thread, actor.uid),
      ...withoutFailureOf(thread, actor.uid),
    })
  })
}

const isCovered = (news: News, reading: News): boolean =>
  news.messageId === reading.messageId && isFailureSeen(news.failureId, reading.failureId)

const newsFor = (actor: Actor, thread: Thread): News => ({
  messageId: (isStaff(actor) ? thread.lastMessage : publicMessage(thread))?.messageId,
  failureId: lastFailureOf(thread, actor.uid),
})

/** Throws `rate-limited`. */
function countMark(
  { markTally, rules }: Needs<'markTally' | 'rules'>,
  actor: Actor,
  { threadId, thread, now }: { threadId: string; thread: Memberships; now: Date },
): void {
  if (isTrusted(actor)) return
  const { userPostsPerMinute, selfJoinedPostsPerMinute } = rules.chatLimits()
  const ofUser = userMinute(actor.uid, now)
  const ofThread = `thread:${threadId}_${minuteOf(now)}`
  const [own, beyond] = [`${ofThread}:${ofUser}`, `${ofThread}:beyond`]
  const isMember = hasMembership(actor, thread)
  const beyondOf = (count: number) => beyondShare(count, selfJoinedPostsPerMinute)
  const before = markTally.count(own)
  authorizeRate(now, [
    isMember
      ? {
          count: markTally.count(ofUser),
          atMost: userPostsPerMinute,
          words: `A user may change ${userPostsPerMinute} marks a minute.`,
        }
      : {
          count: markTally.count(ofThread) - markTally.count(beyond) + beyondOf(before),
          atMost: selfJoinedPostsPerMinute,
          words: `A thread takes ${selfJoinedPostsPerMinute} marks a minute of users who were not added to it.`,
        },
  ])
  if (isMember) return void markTally.add(ofUser, minuteEnd(now))
  for (const id of [ofThread, own]) markTally.add(id, minuteEnd(now))
  markTally.add(beyond, minuteEnd(now), beyondOf(before + 1) - beyondOf(before))
}
