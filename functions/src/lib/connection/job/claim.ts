import type { Actor } from '../../actor.ts'
import { audited } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { defined } from '../../documents.ts'
import { ClaimLostError, newClaim } from '../../durable/lease.ts'
import type { DomainError } from '../../errors.ts'
import type { Revision, Versioned } from '../../ports.ts'
import { put, type Write, without } from '../../store.ts'
import { isSameChoice } from '../choosing/first-mapping.ts'
import type { ReadyTarget } from '../prerequisites.ts'
import { refusals } from '../refusals.ts'
import { firstStep } from '../steps/connection-steps.ts'
import type { JobFacts, StepDeps } from '../steps/order.ts'
import { reject } from './end-job.ts'
import { canResume, interrupted, isRunning, isUnfinished, type Job, jobAt, stateNow } from './job.ts'
import { JobClaim } from './job-claim.ts'
import type { TargetContext } from './load-target.ts'
import { auditOf, type ConnectPropertyInput } from './order.ts'
import { undo } from './undo.ts'

interface ClaimRequest {
  input: ConnectPropertyInput
  context: TargetContext
  ready: ReadyTarget
  requestIds: string[]
}

/**
 * Resumes a dead job for the same hotel, payment and, on a press, choice, and undoes any other. Throws
 * `connection-in-progress` while another process holds it, `provider-unavailable` where undoing fails.
 */
export async function claimForUser(
  deps: StepDeps,
  actor: Actor,
  { input, context, ready, requestIds }: ClaimRequest,
): Promise<JobClaim> {
  const now = deps.clock.now()
  const stored = context.job
  const previous = stored?.value
  if (previous && isRunning(previous, now)) throw inProgress(previous.leaseUntil, now)
  const resumed = previous && canResume(previous) && isForSame(previous, input, ready) ? previous : undefined
  const { propertyId, ota, hotelId, paymentId, price, listingUrl, wait } = input
  const facts: JobFacts = {
    propertyId,
    ota,
    hotelId,
    paymentId,
    price,
    chosen: isPress(input) ? input.chosen : (input.chosen ?? resumed?.facts.chosen),
    isTriedAgain: (input.isTriedAgain && !isUnfinishedPress(previous)) || undefined,
    listingUrl: listingUrl ?? resumed?.facts.listingUrl,
    attemptId: resumed?.facts.attemptId ?? deps.ids.attempt(),
    landlordId: ready.property.landlordId ?? '',
    channelManagerPropertyId: ready.channelManagerPropertyId,
    requestIds: [...new Set([...requestIds, ...(resumed?.facts.requestIds ?? [])])],
  }
  const undone = stored && !resumed && isUnfinished(stored.value) && (await undoBefore(deps, stored, facts))
  const fresh = {
    ...({ status: 'running', undo: 'none', startedAt: now, resumes: 0, steps: {} } as const),
    state: { unsettledCreate: undone ? undone.unsettledCreate : undefined },
  }
  const job: Job = {
    ...(resumed ? resumptionOf(resumed, now) : fresh),
    ...newClaim(deps, 'connection'),
    facts,
    initiator: { auditId: deps.ids.audit(), actor },
    wait,
  }
  const interruption =
    previous?.status === 'running'
      ? auditOf(deps, previous, previous.failure?.code ?? 'interrupted')
      : undefined
  const revision = undone ? undone.revision : stored?.revision
  const claim = await hold(deps, job, revision, audited(interruption))
  if (!claim) throw inProgress(job.leaseUntil, now)
  return claim
}

/** A job with `failure` is to be undone. Undefined if nothing is due or another process holds it. */
export async function claimForSweep(
  deps: Needs<'store'>,
  context: TargetContext,
): Promise<JobClaim | undefined> {
  const { job: stored } = context
  if (!stored?.value.initiator || isRunning(stored.value, deps.clock.now()) || !isUnfinished(stored.value))
    return undefined
  return takeUp(deps, stored, !(canResume(stored.value) && isStillMeant(stored.value, context)))
}

const takeUp = (deps: Needs<'store'>, { value, revision }: Versioned<Job>, isUndone: boolean) =>
  hold(
    deps,
    {
      ...resumptionOf(value, deps.clock.now()),
      ...newClaim(deps, 'connection'),
      failure: isUndone ? (value.failure ?? interrupted) : undefined,
    },
    revision,
  )

const resumptionOf = (job: Job, now: Date): Job => ({
  ...job,
  resumes: job.resumes + 1,
  state: stateNow(job, now),
})

/** Keeps an unanswered create of the same hotel. */
async function undoBefore(
  deps: StepDeps,
  stored: Versioned<Job>,
  { hotelId, channelManagerPropertyId }: JobFacts,
): Promise<{ revision: Revision | undefined; unsettledCreate: Job['state']['unsettledCreate'] }> {
  const claim = await takeUp(deps, stored, true)
  if (!claim) throw inProgress(stored.value.leaseUntil, deps.clock.now())
  const { unsettledCreate: create } = claim.job.state
  const isOurs = create?.hotelId === hotelId && create.channelManagerPropertyId === channelManagerPropertyId
  if (await undo(deps, claim, isOurs ? 'create-channel' : undefined))
    return { revision: claim.revision, unsettledCreate: isOurs ? create : undefined }
  await reject(deps, claim, { reason: claim.job.failure, isUndone: false })
  throw refusals.notUndone()
}

/** An automatic try keeps the choice of the last press. */
const isPress = ({ wait, isTriedAgain }: ConnectPropertyInput): boolean => wait === undefined && !isTriedAgain

/** Requests report a press's failure even if an automatic try resumes it. */
const isUnfinishedPress = (previous: Job | undefined): boolean =>
  previous?.status === 'running' && isPress({ wait: previous.wait, ...previous.facts })

const isForSame = ({ facts }: Job, input: ConnectPropertyInput, ready: ReadyTarget): boolean =>
  facts.hotelId === input.hotelId &&
  facts.paymentId === input.paymentId &&
  (!isPress(input) || isSameChoice(facts.chosen, input.chosen)) &&
  facts.landlordId === (ready.property.landlordId ?? '') &&
  facts.channelManagerPropertyId === ready.channelManagerPropertyId

/** Missing ids are reported later. */
const isStillMeant = ({ facts }: Job, { property }: TargetContext): boolean =>
  [
    [property?.landlordId, facts.landlordId],
    [property?.channelManagerId, facts.channelManagerPropertyId],
  ].every(([now, then]) => !now || now === then)

async function hold(
  deps: Needs<'store'>,
  job: Job,
  previous: Revision | undefined,
  extraWrites: readonly Write[] = [],
): Promise<JobClaim | undefined> {
  const claim = new JobClaim(deps, job, previous)
  try {
    await claim.take([claimWrite(job, previous), ...extraWrites])
    return claim
  } catch (error) {
    if (error instanceof ClaimLostError) return undefined
    throw error
  }
}

/** Of earlier claims; the last three of an earlier release. */
const ofClaim = [
  ...(['paymentId', 'price', 'listingUrl', 'chosen', 'isTriedAgain', 'failure', 'wait'] as const),
  ...(['waitingRequest', 'isTold', 'leftover'] as const),
]
const ofEnd = ['rejection', 'endedAt', 'expireAt'] as const

function claimWrite({ facts, initiator: press, ...job }: Job, previous: Revision | undefined): Write {
  const before = job.status === 'running' ? [...ofClaim, ...ofEnd] : ofClaim
  return put(
    jobAt(facts),
    {
      ...(previous !== undefined && without(before)),
      ...defined({ ...facts, ...job, press, currentStep: firstStep, dueAt: job.leaseUntil }),
    },
    previous,
  )
}

export function inProgress(leaseUntil: Date, now: Date): DomainError {
  const secondsLeft = Math.ceil((leaseUntil.getTime() - now.getTime()) / 1000)
  return refusals.inProgress({ retryAfterSeconds: Math.min(10, Math.max(1, secondsLeft)) })
}
