import { fullJitter } from '../../durable/backoff.ts'
import { change, resolvedAs } from '../../durable/change.ts'
import { ProviderError } from '../../errors.ts'
import type { System, Versioned } from '../../ports.ts'
import type { Forwarding, StoredMessage } from '../message.ts'
import type { GuestPlatform, MessageRef, Messages } from '../ports.ts'

export interface ForwardMessageDeps extends System {
  /** Asked for only when something is to be forwarded. */
  guestPlatform(): Promise<GuestPlatform>
  messages: Pick<Messages, 'read' | 'change' | 'dueForwardings'>
}

const retryBackoff = { baseMs: 1000, capMs: 60 * 60_000 }

/**
 * Tells the guest platform of a message (specification B1, step 3). Idempotent there, so it is tried again, ever more
 * rarely, until it works or is refused for good. A failure is logged and touches nothing else.
 */
export async function forwardMessage(deps: ForwardMessageDeps, ref: MessageRef): Promise<void> {
  const stored = await deps.messages.read(ref)
  const forwarding = stored?.value.forwarding
  const now = deps.clock.now()
  if (!stored || forwarding?.status !== 'pending') return
  if (forwarding.notBefore && forwarding.notBefore > now) return
  const guestPlatform = await deps.guestPlatform()
  const attempts = forwarding.attempts + 1
  const outcome = await guestPlatform.putMessage(stored.value).then(
    (): Forwarding => ({ status: 'forwarded', attempts }),
    (error: unknown) => {
      deps.log.error('forwarding to the guest platform failed', { ...ref, attempts, error })
      return retried(error, attempts, now)
    },
  )
  await record(deps, ref, outcome, stored)
}

function retried(error: unknown, attempts: number, now: Date): Forwarding {
  if (error instanceof ProviderError && error.kind === 'permanent') return { status: 'failed', attempts }
  const wait = fullJitter(retryBackoff, attempts)
  return { status: 'pending', attempts, notBefore: new Date(now.getTime() + wait) }
}

const record = (
  { clock, messages }: ForwardMessageDeps,
  ref: MessageRef,
  forwarding: Forwarding,
  known: Versioned<StoredMessage>,
): Promise<void> =>
  change<Versioned<StoredMessage> | undefined, Forwarding, void>(
    { clock },
    {
      read: () => messages.read(ref),
      decide: stored =>
        isNews(forwarding, stored?.value.forwarding) ? { write: forwarding } : { result: undefined },
      commit: async (write, stored) =>
        resolvedAs(await messages.change(ref, stored?.revision, { forwarding: write }), undefined),
    },
    { known },
  )

/** A failure says nothing new where another try has ended since. */
const isNews = ({ status, attempts }: Forwarding, before: Forwarding | undefined): boolean =>
  before !== undefined &&
  before.status !== 'forwarded' &&
  (status === 'forwarded' || (before.status === 'pending' && before.attempts < attempts))
