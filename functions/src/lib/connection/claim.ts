import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import type { Revision, System } from '../ports.ts'
import type { Attempt } from './model.ts'
import type { ConnectionStore, Target, TargetContext } from './ports.ts'
import type { ReadyTarget } from './prerequisites.ts'

/** An attempt that runs longer is dead: the function that runs it ends after 60 s. Milliseconds. */
const lease = 90_000

/** The right to connect a target, held by one attempt at a time. */
export interface ClaimedAttempt {
  attemptId: string
  revision: Revision
  /** What an earlier attempt left to take back; empty when it cleaned up after itself. */
  leftover: Attempt['state']
}

interface ClaimRequest {
  input: Target & { hotelId: string }
  context: TargetContext
  ready: ReadyTarget
  requestIds: string[]
}

/** Claims the target. Throws `connection-in-progress` while another attempt is alive. */
export async function claimAttempt(
  { connections, clock, ids }: System & { connections: ConnectionStore },
  actor: Actor,
  { input, context, ready, requestIds }: ClaimRequest,
): Promise<ClaimedAttempt> {
  const now = clock.now()
  const previous = context.attempt?.value
  if (previous?.status === 'running' && previous.leaseUntil > now) throw inProgress(previous.leaseUntil, now)
  const attemptId = ids.attempt()
  const leftover = leftoverOf(previous, input)
  const claim = {
    attemptId,
    hotelId: input.hotelId,
    actorId: actor.uid,
    channelManagerPropertyId: ready.channelManagerPropertyId,
    requestIds,
    startedAt: now,
    leaseUntil: new Date(now.getTime() + lease),
    state: leftover,
  }
  const revision = await connections.claim(input, claim, context.attempt?.revision)
  if (revision === undefined) throw inProgress(claim.leaseUntil, now)
  return { attemptId, revision, leftover }
}

/** A dead attempt leaves all it did, a rejected one what could not be undone. */
function leftoverOf(previous: Attempt | undefined, { ota }: Target): Attempt['state'] {
  if (previous?.status === 'rejected' && previous.undo === 'pending') return previous.state
  if (previous?.status !== 'running') return {}
  const { state, steps, hotelId, channelManagerPropertyId } = previous
  const diedCreating = steps['create-channel']?.status === 'started' && state.channelId === undefined
  return diedCreating && channelManagerPropertyId !== undefined
    ? { ...state, unsettledCreate: { ota, hotelId, channelManagerPropertyId } }
    : state
}

function inProgress(leaseUntil: Date, now: Date): DomainError {
  const secondsLeft = Math.ceil((leaseUntil.getTime() - now.getTime()) / 1000)
  return new DomainError('connection-in-progress', 'This property is being connected right now.', {
    nextAction: 'Wait for it to finish, then look at the result.',
    retryAfterSeconds: Math.min(10, Math.max(1, secondsLeft)),
  })
}
