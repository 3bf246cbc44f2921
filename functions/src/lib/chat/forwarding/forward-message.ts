import { ProviderError } from '../../errors.ts'
import type { System } from '../../ports.ts'
import { jittered } from '../../retry-delay.ts'
import type { Forwarding } from '../message.ts'
import type { ForwardingStore, GuestPlatform, MessageRef } from '../ports.ts'

export interface ForwardMessageDeps extends System {
  /** Asked for only when something is to be forwarded. */
  guestPlatform(): Promise<GuestPlatform>
  forwardings: ForwardingStore
}

const retryBase = 1000
const retryCap = 60 * 60_000

/**
 * Tells the guest platform of a message (specification B1, step 3). Idempotent there, so it is tried again, ever more
 * rarely, until it works or is refused for good. A failure is logged and touches nothing else.
 */
export async function forwardMessage(deps: ForwardMessageDeps, ref: MessageRef): Promise<void> {
  const stored = await deps.forwardings.message(ref)
  const forwarding = stored?.value.forwarding
  const now = deps.clock.now()
  if (!stored || forwarding?.status !== 'pending') return
  if (forwarding.notBefore && forwarding.notBefore > now) return
  const guestPlatform = await deps.guestPlatform()
  const attempts = forwarding.attempts + 1
  try {
    await guestPlatform.putMessage(stored.value)
    await deps.forwardings.recordSuccess(ref, { status: 'forwarded', attempts })
  } catch (error) {
    deps.log.error('forwarding to the guest platform failed', { ...ref, attempts, error })
    await deps.forwardings.recordFailure(ref, stored.revision, afterFailure(error, attempts, now))
  }
}

function afterFailure(error: unknown, attempts: number, now: Date): Forwarding {
  if (error instanceof ProviderError && error.kind === 'permanent') return { status: 'failed', attempts }
  const wait = jittered(attempts, retryBase, retryCap)
  return { status: 'pending', attempts, notBefore: new Date(now.getTime() + wait) }
}
