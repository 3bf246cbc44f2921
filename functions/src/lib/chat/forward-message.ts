import { ProviderError } from '../errors.ts'
import type { Log } from '../ports.ts'
import type { ForwardingStore, GuestPlatform, MessageRef } from './ports.ts'

export interface ForwardMessageDeps {
  log: Log
  /** Asked for only when something is to be forwarded. */
  guestPlatform(): Promise<GuestPlatform>
  forwardings: ForwardingStore
}

const maxAttempts = 50

/**
 * Tells the guest platform of a message (specification B1, step 3). Idempotent there, so it is simply tried again until
 * it works, is refused for good, or has been tried too often. A failure is logged and touches nothing else.
 */
export async function forwardMessage(deps: ForwardMessageDeps, ref: MessageRef): Promise<void> {
  const message = await deps.forwardings.message(ref)
  if (message?.forwarding?.status !== 'pending') return
  const attempts = message.forwarding.attempts + 1
  try {
    await (await deps.guestPlatform()).putMessage(message)
    await deps.forwardings.record(ref, { status: 'forwarded', attempts })
  } catch (error) {
    deps.log.error('forwarding to the guest platform failed', { ...ref, attempts, error })
    const isFinal = attempts >= maxAttempts || (error instanceof ProviderError && error.kind === 'permanent')
    await deps.forwardings.record(ref, { status: isFinal ? 'failed' : 'pending', attempts })
  }
}
