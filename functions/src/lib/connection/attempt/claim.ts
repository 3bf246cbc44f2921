import type { Actor } from '../../actor.ts'
import { buildAuditEntry } from '../../audit.ts'
import { DomainError } from '../../errors.ts'
import type { Started } from '../../pipeline.ts'
import type { Revision, System } from '../../ports.ts'
import type { Attempt, Leftover, Press, Reason } from '../model.ts'
import type { AttemptClaim, ConnectionStore, Holder, Target, TargetContext } from '../ports.ts'
import type { ReadyTarget } from '../prerequisites.ts'
import { firstStep } from '../steps/connection-steps.ts'
import type { ConnectPropertyInput } from './attempt.ts'
import { auditSubject } from './audit-subject.ts'

/** An attempt that runs longer is dead: the function that runs it ends after 60 s. Milliseconds. */
const lease = 90_000
/** An attempt that dies again and again is not gone on with for ever. */
const maxResumes = 3

/** An attempt in the hands of this process. */
export interface HeldAttempt {
  holder: Holder
  press: Press
  hotelId: string
  paymentId?: string | undefined
  listingUrl?: string | undefined
  landlordId: string
  channelManagerPropertyId: string
  requestIds: string[]
  isResumed: boolean
  /** How often the attempt was taken up again, to go on or to take back. */
  resumes: number
  state: Attempt['state']
  started: Started
  /** What an earlier attempt left, to be taken back before anything else. */
  leftover: Leftover | undefined
  /** Why it failed, when only taking back is left to do. */
  failure: Reason | undefined
  /** Its requests and the audit log have been told already. */
  isTold: boolean
}

type ClaimDeps = System & { connections: ConnectionStore }

interface PressOnConnect {
  input: ConnectPropertyInput
  context: TargetContext
  ready: ReadyTarget
  requestIds: string[]
}

/**
 * Claims the target for somebody who presses the button. A dead attempt for the same hotel and payment is gone on with;
 * what any other one left is taken back first. Throws `connection-in-progress` while another attempt is alive.
 */
export async function claimForPress(
  deps: ClaimDeps,
  actor: Actor,
  { input, context, ready, requestIds }: PressOnConnect,
): Promise<HeldAttempt> {
  const now = deps.clock.now()
  const previous = context.attempt?.value
  if (previous && isAlive(previous, now)) throw inProgress(previous.leaseUntil, now)
  const isResumed = previous !== undefined && canResume(previous) && isForSame(previous, input, ready)
  const fresh = {
    attemptId: deps.ids.attempt(),
    hotelId: input.hotelId,
    paymentId: input.paymentId,
    listingUrl: input.listingUrl,
    landlordId: ready.property.landlordId ?? '',
    channelManagerPropertyId: ready.channelManagerPropertyId,
    startedAt: now,
    resumes: 0,
    currentStep: firstStep,
    state: {},
    steps: {},
    leftover: previous && leftoverOf(input, previous, context, now),
  }
  const resumed = isResumed && {
    ...goingOn(input, previous, now),
    startedAt: undefined,
    listingUrl: input.listingUrl ?? previous.listingUrl,
  }
  const claim = {
    ...fresh,
    ...resumed,
    claimId: deps.ids.claim(),
    press: { auditId: deps.ids.audit(), actor },
    requestIds: [...new Set([...requestIds, ...(isResumed ? previous.requestIds : [])])],
    leaseUntil: new Date(now.getTime() + lease),
    interrupted: previous && interruption(deps, input, previous),
  }
  const held = await hold(deps, input, claim, context.attempt?.revision, isResumed)
  if (!held) throw inProgress(claim.leaseUntil, now)
  return held
}

/**
 * Claims an attempt that has died, or has left something to take back, for a sweep: to go on with it, or, when
 * `failure` is set, to take it back. Undefined when there is nothing to do or somebody else does it.
 */
export async function claimForSweep(
  deps: ClaimDeps,
  target: Target,
  context: TargetContext,
): Promise<HeldAttempt | undefined> {
  const now = deps.clock.now()
  const previous = context.attempt?.value
  if (!previous?.press || isAlive(previous, now) || !isUnfinished(previous)) return undefined
  const isResumed = canResume(previous) && isStillMeant(previous, context)
  const claim = {
    ...goingOn(target, previous, now),
    claimId: deps.ids.claim(),
    press: previous.press,
    leaseUntil: new Date(now.getTime() + lease),
    ...(!isResumed && {
      leftover: leftoverOf(target, previous, context, now),
      failure: previous.failure ?? interrupted,
      isTold: previous.isTold || previous.status === 'rejected',
      state: {},
      steps: {},
    }),
  }
  return hold(deps, target, claim, context.attempt?.revision, isResumed)
}

export const isAlive = ({ status, leaseUntil }: Attempt, now: Date): boolean =>
  status === 'running' && leaseUntil > now

const isUnfinished = ({ status, undo }: Attempt): boolean => status === 'running' || undo === 'pending'

/** What has begun to be taken back is not gone on with. */
const canResume = ({ status, failure, resumes }: Attempt): boolean =>
  status === 'running' && failure === undefined && resumes < maxResumes

const isForSame = (previous: Attempt, input: ConnectPropertyInput, ready: ReadyTarget): boolean =>
  previous.hotelId === input.hotelId &&
  previous.paymentId === input.paymentId &&
  previous.landlordId === (ready.property.landlordId ?? '') &&
  previous.channelManagerPropertyId === ready.channelManagerPropertyId

/** Whether the property still is the landlord's, and at the place, for which it was begun. What is missing is told. */
const isStillMeant = (previous: Attempt, { property }: TargetContext): boolean =>
  [
    [property?.landlordId, previous.landlordId],
    [property?.channelManagerId, previous.channelManagerPropertyId],
  ].every(([now, then]) => !now || now === then)

/** The same attempt, in new hands. */
function goingOn(target: Target, previous: Attempt, now: Date) {
  const { attemptId, hotelId, paymentId, listingUrl, landlordId = '', requestIds, resumes } = previous
  const { channelManagerPropertyId = '', steps, leftover } = previous
  return {
    attemptId,
    hotelId,
    paymentId,
    listingUrl,
    landlordId,
    channelManagerPropertyId,
    requestIds,
    resumes: resumes + 1,
    currentStep: firstStep,
    state: stateOf(target, previous, now),
    steps,
    leftover,
  }
}

/** As far as is known: a create that was begun when the process died may yet come through. */
function stateOf({ ota }: Target, attempt: Attempt, now: Date): Attempt['state'] {
  const { state, steps, hotelId, channelManagerPropertyId = '' } = attempt
  const diedCreating = steps['create-channel']?.status === 'started' && state.channelId === undefined
  if (!diedCreating) return state
  return { ...state, unsettledCreate: { ota, hotelId, channelManagerPropertyId, at: now } }
}

/** Which steps with an effect were begun. A create without an answer that an attempt took over is one of them. */
function begunOf(state: Attempt['state'], steps: Attempt['steps']): Started {
  const begun = Object.fromEntries(Object.entries(steps).map(([name, { status }]) => [name, status]))
  return state.unsettledCreate ? { 'create-channel': 'started', ...begun } : begun
}

/** A dead attempt leaves all it did, a rejected one what could not be taken back. */
function leftoverOf(
  target: Target,
  previous: Attempt,
  { property }: TargetContext,
  now: Date,
): Leftover | undefined {
  if (previous.leftover) return previous.leftover
  if (previous.status !== 'running') return undefined
  const { attemptId, hotelId, paymentId, channelManagerPropertyId = '' } = previous
  const landlordId = previous.landlordId ?? property?.landlordId ?? ''
  const state = stateOf(target, previous, now)
  const begun = begunOf(state, previous.steps)
  const { propertyId, ota } = target
  return {
    target: { propertyId, ota },
    attemptId,
    hotelId,
    channelManagerPropertyId,
    landlordId,
    paymentId,
    state,
    begun,
  }
}

/** A press whose process died ends for the audit log when somebody else presses. */
function interruption(deps: System, target: Target, previous: Attempt): AttemptClaim['interrupted'] {
  if (previous.status !== 'running' || !previous.press) return undefined
  const { actor, auditId } = previous.press
  const { code = 'interrupted' } = previous.failure ?? {}
  const subject = auditSubject(target, { hotelId: previous.hotelId, error: code })
  const entry = buildAuditEntry(deps, actor, 'failure', subject)
  return entry && { ...entry, id: auditId }
}

async function hold(
  { connections }: ClaimDeps,
  { propertyId, ota }: Target,
  claim: AttemptClaim,
  previous: Revision | undefined,
  isResumed: boolean,
): Promise<HeldAttempt | undefined> {
  const target = { propertyId, ota }
  const revision = await connections.claim(target, claim, previous)
  if (revision === undefined) return undefined
  const { attemptId, claimId, state, steps, leftover, failure, isTold = false, ...rest } = claim
  const begun = begunOf(state, steps)
  return {
    ...rest,
    holder: { target, attemptId, claimId, revision },
    isResumed,
    state,
    started: begun,
    leftover,
    failure,
    isTold,
  }
}

const interrupted: Reason = {
  code: 'internal',
  detail: 'Connecting was interrupted and could not be finished.',
  nextAction: 'Try again; if it stays so, tell engineering.',
}

export function inProgress(leaseUntil: Date, now: Date): DomainError {
  const secondsLeft = Math.ceil((leaseUntil.getTime() - now.getTime()) / 1000)
  return new DomainError('connection-in-progress', 'This property is being connected right now.', {
    nextAction: 'Wait for it to finish, then look at the result.',
    retryAfterSeconds: Math.min(10, Math.max(1, secondsLeft)),
  })
}
