import { type Actor, isStaff } from '../../actor.ts'
import type { Clock } from '../../ports.ts'
import type { Guests } from '../guests.ts'
import type { Thread } from '../thread.ts'
import { type Reachability, reachabilityOf } from './reachability.ts'

export interface ReachabilityDeps {
  clock: Clock
  guests: Pick<Guests, 'stay'>
}

export interface ReachabilityInput {
  threadId: string
  thread: Thread
  /** A text somebody thinks of sending: how much it would take as an SMS. */
  text?: string | undefined
}

/** How the guest of a thread can be written to now. The caller may see the thread. One read without a reservation, else two. */
export async function readReachability(
  { clock, guests }: ReachabilityDeps,
  actor: Actor,
  { threadId, thread, text }: ReachabilityInput,
): Promise<Reachability> {
  const stay = await guests.stay({ threadId, reservationId: thread.reservationId })
  return reachabilityOf({ stay, now: clock.now(), text, forStaff: isStaff(actor) })
}
