import * as z from 'zod'
import { type Actor, isStaff } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { amend } from '../../durable/amend.ts'
import { DomainError } from '../../errors.ts'
import { difference, increment, patch, type StoredDocument, union, type Write } from '../../store.ts'
import { mayMark } from '../access.ts'
import { attentionWithout, isAttending } from '../attention.ts'
import { isFailureSeen, lastFailureOf, withoutFailureOf } from '../failure-mark.ts'
import { publicMessage, type Thread } from '../thread.ts'
import { newVersion, threadChange, threadNotFound, threads } from '../thread-writes.ts'
import { countMark } from './mark-limit.ts'

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
