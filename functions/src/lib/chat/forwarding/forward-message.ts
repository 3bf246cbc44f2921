import { fullJitter } from '../../durable/backoff.ts'
import { change, resolvedAs } from '../../durable/change.ts'
import { ProviderError, refusesOurKey } from '../../errors.ts'
import type { NewItem } from '../../items/item.ts'
import type { System, Versioned } from '../../ports.ts'
import { mayStillReachOut } from '../membership.ts'
import type { Forwarding, StoredMessage } from '../message.ts'
import type { GuestPlatform, MessageRef, Messages } from '../ports.ts'
import type { Thread } from '../thread.ts'

export interface ForwardMessageDeps extends System {
  /** Asked for only when something is to be forwarded. */
  guestPlatform(): Promise<GuestPlatform>
  messages: Pick<Messages, 'inThread' | 'read' | 'change'>
  /** How long one that cannot be forwarded is tried. Milliseconds. */
  waitMs: number
}

const retryBackoff = { baseMs: 1000, capMs: 60 * 60_000 }

/**
 * Tells the guest platform of a message (specification B1, step 3). Idempotent there, so it is tried again, ever more
 * rarely, until it works, is refused for good, or would come too late: then an item of its thread says so. One whose
 * author may not write to the outside any more fails.
 */
export async function forwardMessage(deps: ForwardMessageDeps, ref: MessageRef): Promise<void> {
  const { message: stored, thread } = await deps.messages.inThread(ref)
  const forwarding = stored?.value.forwarding
  const now = deps.clock.now()
  if (!stored || forwarding?.status !== 'pending') return
  if (forwarding.attempts > 0 && forwarding.dueAt && forwarding.dueAt > now) return
  if (isHeld(stored.value, forwarding, thread?.value)) {
    deps.log.warn('a message of somebody who is no member is not forwarded', { ...ref })
    return record(deps, { ref, known: stored }, { status: 'failed', attempts: forwarding.attempts + 1 })
  }
  const guestPlatform = await deps.guestPlatform()
  const attempts = forwarding.attempts + 1
  const triedSince = forwarding.triedSince ?? now
  const outcome = await guestPlatform.putMessage(stored.value).then(
    (): Forwarding => ({ status: 'forwarded', attempts }),
    (error: unknown): Forwarding => {
      deps.log.error('forwarding to the guest platform failed', { ...ref, attempts, error })
      const isOver = isRefused(error) || now.getTime() - triedSince.getTime() >= deps.waitMs
      return isOver ? { status: 'failed', attempts } : retried({ ...forwarding, attempts, triedSince }, now)
    },
  )
  const items = outcome.status === 'failed' ? [failedItem(ref, attempts, now)] : []
  await record(deps, { ref, known: stored, items }, outcome)
}

const isRefused = (error: unknown): boolean =>
  error instanceof ProviderError && error.kind === 'permanent' && !refusesOurKey(error)

/** Also the author is looked at, since a message may not say what let it out. */
const isHeld = ({ authorId }: StoredMessage, forwarding: Forwarding, thread: Thread | undefined): boolean =>
  thread !== undefined &&
  (thread.selfJoinedIds.includes(authorId) || !mayStillReachOut(thread, authorId, forwarding))

const retried = (tries: Forwarding, now: Date): Forwarding => ({
  ...tries,
  status: 'pending',
  dueAt: new Date(now.getTime() + fullJitter(retryBackoff, tries.attempts)),
})

const record = (
  { clock, messages }: ForwardMessageDeps,
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
            company: { items: items.map(open => ({ open })) },
          }),
          undefined,
        ),
    },
    { known },
  )

/** One a thread. */
const failedItem = ({ threadId, messageId }: MessageRef, attempts: number, createdAt: Date): NewItem => ({
  id: `forwarding-failed_${threadId}`,
  kind: 'forwarding-failed',
  detail: `The guest platform has not taken a message of this thread (${attempts} tries), so guests do not see it there.`,
  nextAction:
    'Write to the guest another way, or have engineering look why, then send again: npm run ops -- resend --vendor guest-platform --status failed',
  about: { threadId, messageId },
  createdAt,
})

/** A failure says nothing new where another try has ended since. */
const isNews = ({ status, attempts }: Forwarding, before: Forwarding | undefined): boolean =>
  before !== undefined &&
  before.status !== 'forwarded' &&
  (status === 'forwarded' || (before.status === 'pending' && before.attempts < attempts))
