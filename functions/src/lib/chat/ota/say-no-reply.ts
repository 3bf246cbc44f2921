import type { Needs } from '../../context.ts'
import { amend } from '../../durable/amend.ts'
import { isRefused } from '../../errors.ts'
import { deskChange } from '../desk/desk.ts'
import { afterNoReply, dueNoReply, type NoReplyEnd } from '../desk/no-reply.ts'
import { threads, threadWrites } from '../thread-writes.ts'
import { MessagesNotInstalled } from './ports.ts'

type Deps = Needs<'otaInbox' | 'store'>

/** Idempotent. Throws ProviderError. */
export async function sayNoReply(deps: Deps, threadId: string): Promise<void> {
  const { clock, log, store } = deps
  const document = await store.read(threads.at(threadId))
  const due = document && dueNoReply(document.value.exchanges, clock.now())
  if (!due) return
  const how = due.end ?? (await tellOta(deps, due.conversationId))
  if (how !== 'went') log.warn('the OTA was not told that no reply is needed', { threadId, how })
  await amend(deps, {
    read: { thread: threads.at(threadId) },
    decide({ thread }) {
      if (!thread) return { result: undefined }
      const exchanges = afterNoReply(thread.value.exchanges, due, { at: clock.now(), how })
      const { fields, ledger } = deskChange(threadId, thread.value, { exchanges })
      const changed = threadWrites({ threadId, revision: thread.revision, fields })
      return { writes: [...changed, ...ledger], result: undefined }
    },
  })
}

async function tellOta({ otaInbox }: Deps, conversationId: string): Promise<NoReplyEnd> {
  try {
    await otaInbox.noReplyNeeded(conversationId)
    return 'went'
  } catch (error) {
    const isFinal = isRefused(error)
    if (isFinal || error instanceof MessagesNotInstalled) return 'refused'
    throw error
  }
}
