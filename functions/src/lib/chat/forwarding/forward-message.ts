import type { Needs } from '../../context.ts'
import { amend } from '../../durable/amend.ts'
import { fullJitter } from '../../durable/backoff.ts'
import { isRefused } from '../../errors.ts'
import { itemWrites, type NewItem } from '../../items/item.ts'
import { ready } from '../../lazy-port.ts'
import type { Versioned } from '../../ports.ts'
import { mayStillReachOut } from '../membership.ts'
import type { Forwarding, StoredMessage } from '../message.ts'
import type { MessageRef } from '../ports.ts'
import { changedMessage, type MessageInThread, messageAt, messageInThread } from '../stored-messages.ts'
import type { Thread } from '../thread.ts'

type Deps = Needs<'guestPlatform' | 'rules' | 'store'>

const retryBackoff = { baseMs: 1000, capMs: 60 * 60_000 }

/**
 * Specification B1, step 3. Idempotent at the platform, so it repeats with backoff until success, refusal or the time
 * limit. `first` replaces the first read.
 */
export async function forwardMessage(deps: Deps, ref: MessageRef, first?: MessageInThread): Promise<void> {
  const { message: stored, thread } = first ?? (await messageInThread(deps.store, ref))
  const forwarding = stored?.value.forwarding
  const now = deps.clock.now()
  if (!stored || forwarding?.status !== 'pending') return
  if (forwarding.attempts > 0 && forwarding.dueAt && forwarding.dueAt > now) return
  if (isHeld(stored.value, forwarding, thread?.value)) {
    deps.log.warn('a message of somebody who is no member is not forwarded', { ...ref })
    return record(deps, { ref, first: stored }, { status: 'failed', attempts: forwarding.attempts + 1 })
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
  await record(deps, { ref, first: stored, items }, outcome)
}

/** A message may not record its permission, so the author counts too. */
const isHeld = ({ authorId }: StoredMessage, forwarding: Forwarding, thread: Thread | undefined): boolean =>
  thread !== undefined &&
  (thread.selfJoinedIds.includes(authorId) || !mayStillReachOut(thread, authorId, forwarding))

const retried = (tries: Forwarding, now: Date): Forwarding => ({
  ...tries,
  status: 'pending',
  dueAt: new Date(now.getTime() + fullJitter(retryBackoff, tries.attempts)),
})

const record = (
  { clock, store }: Deps,
  { ref, first, items = [] }: { ref: MessageRef; first: Versioned<StoredMessage>; items?: NewItem[] },
  forwarding: Forwarding,
): Promise<void> =>
  amend(
    { clock, store },
    {
      read: (): Promise<Versioned<StoredMessage> | undefined> => store.read(messageAt(ref)),
      first,
      decide(stored) {
        if (!isNews(forwarding, stored?.value.forwarding)) return { result: undefined }
        const changed = changedMessage(ref, stored?.revision, { forwarding })
        return { writes: [changed, ...items.flatMap(open => itemWrites({ open }))], result: undefined }
      },
    },
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

/** Another try may have ended since. */
const isNews = ({ status, attempts }: Forwarding, before: Forwarding | undefined): boolean =>
  before !== undefined &&
  before.status !== 'forwarded' &&
  (status === 'forwarded' || (before.status === 'pending' && before.attempts < attempts))
