import { fullJitter } from '../../durable/backoff.ts'
import { ProviderError } from '../../errors.ts'
import type { System } from '../../ports.ts'
import type { Forwarding } from '../message.ts'
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
  try {
    await guestPlatform.putMessage(stored.value)
    await deps.messages.change(ref, undefined, { forwarding: { status: 'forwarded', attempts } })
  } catch (error) {
    deps.log.error('forwarding to the guest platform failed', { ...ref, attempts, error })
    // Where the message has changed since, somebody else may have had more luck.
    await deps.messages.change(ref, stored.revision, { forwarding: retried(error, attempts, now) })
  }
}

function retried(error: unknown, attempts: number, now: Date): Forwarding {
  if (error instanceof ProviderError && error.kind === 'permanent') return { status: 'failed', attempts }
  const wait = fullJitter(retryBackoff, attempts)
  return { status: 'pending', attempts, notBefore: new Date(now.getTime() + wait) }
}
