import type { Needs } from '../../context.ts'
import { change, resolvedAs } from '../../durable/change.ts'
import { isRefused } from '../../errors.ts'
import type { Versioned } from '../../ports.ts'
import { type DeskChange, deskChange } from '../desk/desk.ts'
import { afterNoReply, dueNoReply, type NoReplyEnd } from '../desk/no-reply.ts'
import type { Thread } from '../thread.ts'
import { MessagesNotInstalled } from './ports.ts'

type Deps = Needs<'otaInbox' | 'threads'>

/**
 * Tells the OTA that a guest's message needs no reply, if nobody has written there since, and its time is not over.
 * Idempotent. Throws ProviderError while the OTA cannot be told.
 */
export async function sayNoReply(deps: Deps, threadId: string): Promise<void> {
  const { clock, log, threads } = deps
  const found = await threads.read(threadId)
  const due = found && dueNoReply(found.value.exchanges, clock.now())
  if (!due) return
  const how = due.end ?? (await told(deps, due.conversationId))
  if (how !== 'went') log.warn('the OTA was not told that no reply is needed', { threadId, how })
  await change<Versioned<Thread> | undefined, DeskChange, void>(deps, {
    read: () => threads.read(threadId),
    decide(thread) {
      if (!thread) return { result: undefined }
      const exchanges = afterNoReply(thread.value.exchanges, due, { at: clock.now(), how })
      return { write: deskChange(threadId, thread.value, { exchanges }) }
    },
    commit: async ({ fields, ledger }, thread) =>
      thread
        ? resolvedAs(
            await threads.change(threadId, thread.revision, { fields, extras: { ledger } }),
            undefined,
          )
        : { result: undefined },
  })
}

async function told({ otaInbox }: Deps, conversationId: string): Promise<NoReplyEnd> {
  try {
    await otaInbox.noReplyNeeded(conversationId)
    return 'went'
  } catch (error) {
    const isFinal = isRefused(error)
    if (isFinal || error instanceof MessagesNotInstalled) return 'refused'
    throw error
  }
}
