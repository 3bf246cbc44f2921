import type { Needs } from '../../context.ts'
import { fullJitter } from '../../durable/backoff.ts'
import { change, resolvedAs } from '../../durable/change.ts'
import { isRefused } from '../../errors.ts'
import type { NewItem } from '../../items/item.ts'
import { ready } from '../../lazy-port.ts'
import type { Versioned } from '../../ports.ts'
import { mayStillReachOut } from '../membership.ts'
import type { Forwarding, StoredMessage } from '../message.ts'
import type { MessageInThread, MessageRef } from '../ports.ts'
import type { Thread } from '../thread.ts'

type Deps = Needs<'guestPlatform' | 'messages' | 'rules'>

const retryBackoff = { baseMs: 1000, capMs: 60 * 60_000 }

/**
 * Forwards a message to the guest platform (specification B1, step 3). Idempotent there, so it is retried with backoff
 * until it succeeds, is refused for good, or would come too late; then an item opens for the thread. Fails if the
 * author may no longer write to the outside. `found`: what was just read, in place of the first read.
 */
export async function forwardMessage(deps: Deps, ref: MessageRef, found?: MessageInThread): Promise<void> {
  const { message: stored, thread } = found ?? (await deps.messages.inThread(ref))
  const forwarding = stored?.value.forwarding
  const now = deps.clock.now()
  if (!stored || forwarding?.status !== 'pending') return
  if (forwarding.attempts > 0 && forwarding.dueAt && forwarding.dueAt > now) return
  if (isHeld(stored.value, forwarding, thread?.value)) {
    deps.log.warn('a message of somebody who is no member is not forwarded', { ...ref })
    return record(deps, { ref, known: stored }, { status: 'failed', attempts: forwarding.attempts + 1 })
  }
  await ready(deps.guestPlatform)
  const attempts = forwarding.attempts + 1
  const triedSince = forwarding.triedSince ?? now
  const outcome = await deps.guestPlatform.putMessage(stored.value).then(
    (): Forwarding => ({ status: 'forwarded', attempts }),
    (error: unknown): Forwarding => {
      deps.log.error('forwarding to the guest platform failed', { ...ref, attempts, error })
      const isOver = isRefused(error) || now.getTime() - triedSince.getTime() >= deps.rules.forwardingWaitMs()
      return isOver ? { status: 'failed', attempts } : retried({ ...forwarding, attempts, triedSince }, now)
    },
  )
  const items = outcome.status === 'failed' ? [failedItem(ref, attempts, now)] : []
  await record(deps, { ref, known: stored, items }, outcome)
}

/** Checks the author too, since a message may not record what allowed it to go out. */
const isHeld = ({ authorId }: StoredMessage, forwarding: Forwarding, thread: Thread | undefined): boolean =>
  thread !== undefined &&
  (thread.selfJoinedIds.includes(authorId) || !mayStillReachOut(thread, authorId, forwarding))

const retried = (tries: Forwarding, now: Date): Forwarding => ({
  ...tries,
  status: 'pending',
  dueAt: new Date(now.getTime() + fullJitter(retryBackoff, tries.attempts)),
})

const record = (
  { clock, messages }: Deps,
  { ref, known, items = [] }: { ref: MessageRef; known: Versioned<StoredMessage>; items?: NewItem[] },
  forwarding: Forwarding,
): Promise<void> =>
  change<Versioned<StoredMessage> | undefined, Forwarding, void>(
    { clock },
    {
      read: () => messages.read(ref),
      decide: stored =>
        isNews(forwarding, stored?.value.forwarding) ? { write: forwarding } : { result: undefined },
      commit: async (write, stored) =>
        resolvedAs(
          await messages.change(ref, stored?.revision, {
            forwarding: write,
            extras: { items: items.map(open => ({ open })) },
          }),
          undefined,
        ),
    },
    { known },
  )

/** One item per thread. */
const failedItem = ({ threadId, messageId }: MessageRef, attempts: number, createdAt: Date): NewItem => ({
  id: `forwarding-failed_${threadId}`,
  kind: 'forwarding-failed',
  detail: `The guest platform has not taken a message of this thread (${attempts} tries), so guests do not see it there.`,
  nextAction:
    'Write to the guest another way, or have engineering look why, then send again: npm run ops -- resend --vendor guest-platform --status failed',
  about: { threadId, messageId },
  createdAt,
})

/** A failure is outdated if another try has ended since. */
const isNews = ({ status, attempts }: Forwarding, before: Forwarding | undefined): boolean =>
  before !== undefined &&
  before.status !== 'forwarded' &&
  (status === 'forwarded' || (before.status === 'pending' && before.attempts < attempts))
