import type { Actor } from '../../actor.ts'
import { buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { change, resolvedAs } from '../../durable/change.ts'
import { resolveItem } from '../../items/change-item.ts'
import type { Versioned } from '../../ports.ts'
import type { Thread } from '../thread.ts'

/** The mark may have given way to newer ones before what was to be sent at a time did. */
const names = ({ failedSends, scheduledIds }: Thread, messageId: string): boolean =>
  failedSends.includes(messageId) || scheduledIds.includes(messageId)

/** A person says that a failed send is dealt with: its item and its mark on the thread go in one commit. Idempotent. */
export async function resolveFailedSend(
  deps: Needs<'items' | 'threads'>,
  actor: Actor,
  itemId: string,
): Promise<void> {
  const { threadId, messageId } = (await deps.items.read([itemId])).get(itemId)?.value ?? {}
  if (threadId === undefined || messageId === undefined) return resolveItem(deps, actor, itemId)
  const audit = buildAuditEntry(deps, actor, {
    ...{ action: 'item.resolve', targetType: 'item', targetId: itemId },
    metadata: {},
  })
  const isOver = await change<Versioned<Thread> | undefined, Versioned<Thread>, boolean>(deps, {
    read: () => deps.threads.read(threadId),
    decide: thread => (thread && names(thread.value, messageId) ? { write: thread } : { result: false }),
    commit: async ({ value: thread, revision }) => {
      const others = (ids: readonly string[]) => ids.filter(id => id !== messageId)
      const resolved = { resolve: itemId, by: actor.uid, at: deps.clock.now() }
      const written = await deps.threads.change(threadId, revision, {
        fields: {
          failedSends: others(thread.failedSends),
          scheduledIds: others(thread.scheduledIds),
          version: thread.version + 1,
        },
        extras: { items: [resolved], audits: [audit] },
      })
      return resolvedAs(written, true)
    },
  })
  if (!isOver) await resolveItem(deps, actor, itemId)
}
