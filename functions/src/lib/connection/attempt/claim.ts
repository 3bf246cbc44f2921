import type { Actor } from '../../actor.ts'
import type { AuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { change } from '../../durable/change.ts'
import { isHeldBy, newClaim } from '../../durable/lease.ts'
import { DomainError } from '../../errors.ts'
import type { Started } from '../../pipeline.ts'
import type { Revision, System, Versioned } from '../../ports.ts'
import { isSameChoice } from '../choosing/as-chosen.ts'
import type { AttemptClaim, TargetContext } from '../ports.ts'
import type { ReadyTarget } from '../prerequisites.ts'
import { firstStep } from '../steps/connection-steps.ts'
import { auditOf, type ConnectPropertyInput } from './attempt.ts'
import { type Attempt, channelKeyOf, isRunning, type Leftover, type Reason } from './facts.ts'
import type { HeldAttempt } from './journal.ts'

/** An attempt that keeps dying is not resumed for ever. */
const maxResumes = 3

type Deps = Needs<'connections'>

interface Requested {
  input: ConnectPropertyInput
  context: TargetContext
  ready: ReadyTarget
  requestIds: string[]
}

/**
 * Claims the target for a user's request, or for what is done in a user's name. Resumes a dead attempt for the same
 * hotel, payment and, where a person presses, choice; the leftovers of any other are compensated first. Throws `connection-in-progress` while another attempt is running.
 */
export async function claimForUser(
  deps: Deps,
  actor: Actor,
  { input, context, ready, requestIds }: Requested,
): Promise<HeldAttempt> {
  const now = deps.clock.now()
  const previous = context.attempt?.value
  if (previous && isRunning(previous, now)) throw inProgress(previous.leaseUntil, now)
  const resumed = previous && canResume(previous) && isForSame(previous, input, ready) ? previous : undefined
  const { propertyId, ota, hotelId, paymentId, price, listingUrl, waitingRequest } = input
  const facts = {
    propertyId,
    ota,
    hotelId,
    paymentId,
    price,
    chosen: isPress(input) ? input.chosen : (input.chosen ?? resumed?.facts.chosen),
    waitingRequest,
    isTriedAgain: (input.isTriedAgain && !isUnfinishedPress(previous)) || undefined,
    listingUrl: listingUrl ?? resumed?.facts.listingUrl,
    attemptId: resumed?.facts.attemptId ?? deps.ids.attempt(),
    landlordId: ready.property.landlordId ?? '',
    channelManagerPropertyId: ready.channelManagerPropertyId,
    requestIds: [...new Set([...requestIds, ...(resumed?.facts.requestIds ?? [])])],
  }
  const claim = {
    ...newClaim(deps, 'connection'),
    ...(resumed
      ? resumedAttempt(resumed, now)
      : { ...fresh, startedAt: now, leftover: previous && leftoverOf(previous, context, now) }),
    facts,
    initiator: { auditId: deps.ids.audit(), actor },
  }
  const interrupted = previous && interruption(deps, previous)
  const held = await hold(deps, claim, context.attempt?.revision, resumed !== undefined, interrupted)
  if (!held) throw inProgress(claim.leaseUntil, now)
  return held
}

/**
 * Claims a dead attempt, or one with leftovers, for a sweep: to resume it or, if `failure` is set, to compensate it.
 * Undefined if there is nothing to do or somebody else is doing it.
 */
export async function claimForSweep(deps: Deps, context: TargetContext): Promise<HeldAttempt | undefined> {
  const now = deps.clock.now()
  const previous = context.attempt?.value
  if (!previous?.initiator || isRunning(previous, now) || !isUnfinished(previous)) return undefined
  const isResumed = canResume(previous) && isStillMeant(previous, context)
  const claim = {
    ...newClaim(deps, 'connection'),
    ...resumedAttempt(previous, now),
    initiator: previous.initiator,
    ...(!isResumed && {
      leftover: leftoverOf(previous, context, now),
      failure: previous.failure ?? interruptedReason,
      isNotified: previous.isNotified || previous.status === 'rejected',
      state: {},
      steps: {},
    }),
  }
  return hold(deps, claim, context.attempt?.revision, isResumed)
}

const isUnfinished = ({ status, undo }: Attempt): boolean => status === 'running' || undo === 'pending'

export const mayGoOn = ({ resumes }: Pick<Attempt, 'resumes'>): boolean => resumes < maxResumes

/** An attempt whose compensation has started is not resumed. */
export const canResume = ({
  status,
  failure,
  resumes,
}: Pick<Attempt, 'status' | 'failure' | 'resumes'>): boolean =>
  status === 'running' && failure === undefined && mayGoOn({ resumes })

/** What is tried again by itself chooses nothing, and goes on with what a person chose. */
const isPress = ({ waitingRequest, isTriedAgain }: ConnectPropertyInput): boolean =>
  waitingRequest === undefined && !isTriedAgain

/** Its failure is said on the requests, whoever goes on with it. */
const isUnfinishedPress = (previous: Attempt | undefined): boolean =>
  previous?.status === 'running' && isPress(previous.facts)

const isForSame = ({ facts }: Attempt, input: ConnectPropertyInput, ready: ReadyTarget): boolean =>
  facts.hotelId === input.hotelId &&
  facts.paymentId === input.paymentId &&
  (!isPress(input) || isSameChoice(facts.chosen, input.chosen)) &&
  facts.landlordId === (ready.property.landlordId ?? '') &&
  facts.channelManagerPropertyId === ready.channelManagerPropertyId

/** Whether landlord and channel manager id are unchanged since the start. Missing ones are reported later. */
const isStillMeant = ({ facts }: Attempt, { property }: TargetContext): boolean =>
  [
    [property?.landlordId, facts.landlordId],
    [property?.channelManagerId, facts.channelManagerPropertyId],
  ].every(([now, then]) => !now || now === then)

const fresh = { resumes: 0, currentStep: firstStep, state: {}, steps: {} }

/** The same attempt under a new claim. */
const resumedAttempt = (previous: Attempt, now: Date) => ({
  facts: previous.facts,
  resumes: previous.resumes + 1,
  currentStep: firstStep,
  state: stateOf(previous, now),
  steps: previous.steps,
  leftover: previous.leftover,
})

/** The known state; a create that was running when the process died may still succeed. */
function stateOf({ state, steps, facts }: Attempt, now: Date): Attempt['state'] {
  const diedCreating = steps['create-channel']?.status === 'started' && state.channelId === undefined
  return diedCreating ? { ...state, unsettledCreate: { ...channelKeyOf(facts), at: now } } : state
}

/** The started steps with an effect, including an unanswered create that was taken over. */
function startedOf(state: Attempt['state'], steps: Attempt['steps']): Started {
  const started = Object.fromEntries(Object.entries(steps).map(([name, { status }]) => [name, status]))
  return state.unsettledCreate ? { 'create-channel': 'started', ...started } : started
}

/** A dead attempt leaves everything it did, a rejected one whatever could not be compensated. */
function leftoverOf(previous: Attempt, { property }: TargetContext, now: Date): Leftover | undefined {
  if (previous.leftover) return previous.leftover
  if (previous.status !== 'running') return undefined
  const state = stateOf(previous, now)
  const landlordId = previous.facts.landlordId || (property?.landlordId ?? '')
  return { facts: { ...previous.facts, landlordId }, state, started: startedOf(state, previous.steps) }
}

/** The audit entry of a dead attempt, written when somebody else requests the connection. */
function interruption(deps: System, { status, initiator, failure, facts }: Attempt): AuditEntry | undefined {
  if (status !== 'running' || !initiator) return undefined
  return auditOf(deps, { facts, initiator }, failure?.code ?? 'interrupted')
}

/** Only the attempt's revision is known, if it exists. */
interface Unread {
  value: undefined
  revision: Revision | undefined
}
const none: Unread = { value: undefined, revision: undefined }

async function hold(
  deps: Deps,
  claim: AttemptClaim,
  previous: Revision | undefined,
  isResumed: boolean,
  interrupted?: AuditEntry,
): Promise<HeldAttempt | undefined> {
  const { connections } = deps
  const revision = await change<Versioned<Attempt> | Unread, AttemptClaim, Revision | undefined>(
    deps,
    {
      read: async () => (await connections.attempt(claim.facts)) ?? none,
      recognise: ({ value, revision }) => (isHeldBy(value, claim.claimId) ? { result: revision } : undefined),
      // Any write since the decision was another claim.
      decide: ({ revision }) => (revision === previous ? { write: claim } : { result: undefined }),
      commit: () => connections.claim(claim, previous, { audits: [interrupted] }),
    },
    { known: { value: undefined, revision: previous } },
  )
  if (revision === undefined) return undefined
  const { facts, claimId, initiator, resumes, state, leftover, failure, isNotified = false } = claim
  const started = startedOf(state, claim.steps)
  return {
    facts,
    claimId,
    revision,
    initiator,
    resumes,
    isResumed,
    state,
    started,
    leftover,
    failure,
    isNotified,
  }
}

const interruptedReason: Reason = {
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
