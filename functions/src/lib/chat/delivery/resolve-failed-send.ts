import type { Actor } from '../../actor.ts'
import { buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { amend } from '../../durable/amend.ts'
import { resolveItem } from '../../items/change-item.ts'
import { items, itemWrites } from '../../items/item.ts'
import type { Thread } from '../thread.ts'
import { newVersion, threads } from '../thread-writes.ts'

/** Newer failures may have displaced the mark of a scheduled message. */
const names = ({ failedSends, scheduledIds }: Thread, messageId: string): boolean =>
  failedSends.includes(messageId) || scheduledIds.includes(messageId)

/** Item and mark go in one commit. Idempotent. */
export async function resolveFailedSend(deps: Needs<'store'>, actor: Actor, itemId: string): Promise<void> {
  const { threadId, messageId } = (await deps.store.read(items.at(itemId)))?.value ?? {}
  if (threadId === undefined || messageId === undefined) return resolveItem(deps, actor, itemId)
  const audit = buildAuditEntry(deps, actor, {
    action: 'item.resolve',
    targetType: 'item',
    targetId: itemId,
    metadata: {},
  })
  const isOver = await amend(deps, {
    read: { thread: threads.at(threadId) },
    decide({ thread }) {
      if (!thread || !names(thread.value, messageId)) return { result: false }
      const others = (ids: readonly string[]) => ids.filter(id => id !== messageId)
      const { failedSends, scheduledIds } = thread.value
      return {
        writes: [
          ...newVersion(thread, { failedSends: others(failedSends), scheduledIds: others(scheduledIds) }),
          ...itemWrites({ resolve: itemId, by: actor.uid, at: deps.clock.now() }),
        ],
        result: true,
      }
    },
    audit,
  })
  if (!isOver) await resolveItem(deps, actor, itemId)
}
