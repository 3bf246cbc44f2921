import { bestEffort } from '../../best-effort.ts'
import { ClaimLostError } from '../../durable/lease.ts'
import { DomainError, ProviderError } from '../../errors.ts'
import { journalFailure, OutOfTimeError, PausedError, PipelineError, runPipeline } from '../../pipeline.ts'
import type { Prepared } from '../prerequisites.ts'
import { asDomainError, isPassing, reasonOf, takenOver, withLeftover } from '../rejections.ts'
import { connectionSteps } from '../steps/connection-steps.ts'
import {
  auditOf,
  type ConnectionState,
  type ConnectPropertyDeps,
  type Order,
  type StepDeps,
} from './attempt.ts'
import { mayGoOn } from './claim.ts'
import { type ConnectionResult, completionOf, connectionResult, type Unfinished } from './completion.ts'
import { type Leftover, type Reason, targetOf } from './facts.ts'
import { AttemptJournal, changeHeld, type HeldAttempt, type Holder } from './journal.ts'
import { closeLeftover, compensateLeftover, reportLeftover } from './leftover.ts'

/** Budgets of the steps and of compensation, from the request on; the reply stays within 55 s. Milliseconds. */
const stepBudgetMs = 45_000
const compensationBudgetMs = 52_000
/** A timer may fire so much before its time, by the clock. */
const timerErrorMs = 100

interface AttemptRun {
  held: HeldAttempt
  startedAt: Date
  /** Throws DomainError if the property is not ready. */
  prepare(): Promise<Prepared>
}

/**
 * Compensates an earlier attempt's leftovers, runs the remaining steps, and completes. What is not finished in time is
 * left as it is for due work, unless that has gone on with it often. On a failure compensates, rejects the requests, and
 * rethrows.
 */
export async function runAttempt(
  deps: ConnectPropertyDeps,
  { held, startedAt, prepare }: AttemptRun,
): Promise<ConnectionResult | Unfinished> {
  const stepDeps = withBudgets(deps, startedAt)
  const deadline = new Date(startedAt.getTime() + stepBudgetMs)
  const journal = new AttemptJournal(deps, held)
  try {
    await takeOver(deps, stepDeps, held, journal)
    // A create that was taken over also used the rates of that time.
    const isResumed = held.isResumed || journal.state.unsettledCreate !== undefined
    const order = { ...(await prepare()), facts: held.facts, isResumed }
    journal.state = await runPipeline<ConnectionState>(
      { ...deps, journal, isPause: cause => mayGoOn(held) && isOutOfTime(cause, deadline, deps.clock.now()) },
      connectionSteps(stepDeps, order),
      journal.state,
      deadline,
      journal.started,
    )
    return await complete(deps, held, order, journal)
  } catch (error) {
    if (error instanceof PausedError) return leaveToDueWork(deps, held, journal)
    throw await fail({ ...deps, ...stepDeps }, held, journal, error)
  }
}

function isOutOfTime(cause: unknown, deadline: Date, now: Date): boolean {
  const isCut = cause instanceof ProviderError && cause.timedOut
  return cause instanceof OutOfTimeError || (isCut && deadline.getTime() - now.getTime() <= timerErrorMs)
}

/** Ends the lease, so that due work takes it up as it would a dead attempt. If that fails the lease ends by itself. */
async function leaveToDueWork(
  deps: ConnectPropertyDeps,
  { facts }: HeldAttempt,
  { holder }: AttemptJournal,
): Promise<Unfinished> {
  const { clock, connections, log } = deps
  const at = clock.now()
  await bestEffort(log, 'leaving a connection to due work', () =>
    changeHeld(deps, holder, {
      beside: async () => undefined,
      isDone: ({ leaseUntil }) => leaseUntil <= at,
      commit: revision => connections.release(facts, at, revision),
    }),
  )
  return { status: 'running', requestIds: facts.requestIds }
}

/** Only compensates an attempt, and rejects its requests unless that has been done. */
export async function compensateAttempt(
  deps: ConnectPropertyDeps,
  held: HeldAttempt,
  startedAt: Date,
): Promise<void> {
  const leftover = await compensateLeftover(deps, withBudgets(deps, startedAt), held.leftover)
  if (leftover) await reportLeftover(deps, leftover, held.resumes)
  else if (held.leftover) await closeLeftover(deps, held.leftover)
  await reject(deps, held, held, {
    reason: held.isNotified ? undefined : (held.failure ?? unexplained),
    leftover,
  })
}

const unexplained: Reason = {
  code: 'internal',
  detail: 'Connecting could not be finished.',
  nextAction: 'Try again; if it stays so, tell engineering.',
}

/** The channel manager with calls limited to the time left. */
function withBudgets(deps: ConnectPropertyDeps, startedAt: Date): StepDeps {
  const until = (budgetMs: number) =>
    deps.channelManager.within(() => startedAt.getTime() + budgetMs - deps.clock.now().getTime())
  return { ...deps, channelManager: until(stepBudgetMs), compensating: until(compensationBudgetMs) }
}

/** Takes over an earlier attempt's unanswered create for the same hotel. */
async function takeOver(
  deps: ConnectPropertyDeps,
  stepDeps: StepDeps,
  { facts, leftover }: HeldAttempt,
  journal: AttemptJournal,
): Promise<void> {
  const unsettledCreate = leftover?.state.unsettledCreate
  const isOurs =
    unsettledCreate?.hotelId === facts.hotelId &&
    unsettledCreate.channelManagerPropertyId === facts.channelManagerPropertyId
  if (leftover && isOurs) {
    const { 'create-channel': _, ...started } = leftover.started
    if (await compensateLeftover(deps, stepDeps, { ...leftover, started })) throw leftoverRemains()
    journal.inherit(unsettledCreate)
  } else if (await compensateLeftover(deps, stepDeps, leftover)) throw leftoverRemains()
  if (leftover) await closeLeftover(deps, leftover)
  journal.leftover = undefined
}

/** Compensates, rejects the requests, and returns the error for the caller. */
async function fail(
  deps: ConnectPropertyDeps & StepDeps,
  held: HeldAttempt,
  journal: AttemptJournal,
  error: unknown,
): Promise<DomainError> {
  const leftover = journal.lost ? undefined : await leftoverOfFailure(deps, held, journal, error)
  // The process that has taken over does and reports the rest.
  if (journal.lost || error instanceof ClaimLostError) return takenOver()
  const cause = asDomainError(error instanceof PipelineError ? error.cause : error)
  const problem = leftover ? withLeftover(cause) : cause
  const currentStep = error instanceof PipelineError ? error.step : undefined
  await bestEffort(deps.log, 'recording a rejected connection', () =>
    reject(deps, held, journal.holder, { reason: reasonOf(problem), leftover, currentStep }),
  )
  return problem
}

/** What is left after compensation, by the pipeline itself or, if it failed outside of that, here. */
async function leftoverOfFailure(
  deps: ConnectPropertyDeps & StepDeps,
  { facts }: HeldAttempt,
  journal: AttemptJournal,
  error: unknown,
): Promise<Leftover | undefined> {
  if (journal.leftover) return journal.leftover
  const state = error instanceof PipelineError ? (error.state as ConnectionState) : journal.state
  const all = { facts, state, started: { ...journal.started } }
  if (Object.keys(all.started).length === 0) return undefined
  if (error instanceof PipelineError) return error.isCompensated ? undefined : all
  // Refused if the commit did go through or the claim is lost: then there is nothing to compensate.
  const isOurs = await journalFailure({ ...deps, journal }, 'complete', state, error)
  return isOurs ? compensateLeftover(deps, deps, all) : all
}

interface Rejected {
  /** Undefined if requests and audit log already have it. */
  reason: Reason | undefined
  leftover: Leftover | undefined
  currentStep?: string | undefined
}

async function reject(
  deps: ConnectPropertyDeps,
  held: HeldAttempt,
  holder: Holder,
  { reason, leftover, currentStep }: Rejected,
): Promise<void> {
  const { connections, clock } = deps
  const at = clock.now()
  const rejection = reason && { ...reason, at }
  const audits = reason ? [auditOf(deps, held, reason.code)] : []
  const isOver = reason && !(held.facts.isTriedAgain && isPassing(reason.code))
  const requestIds = isOver ? held.facts.requestIds : []
  await changeHeld(deps, holder, {
    beside: async () => (requestIds.length > 0 ? connections.openRequests(requestIds) : []),
    isDone: ({ status }) => status === 'rejected',
    commit(revision, requests) {
      const open = requests.filter(({ isCompleted }) => !isCompleted)
      const rejected = { requests: open, at, rejection, leftover, currentStep }
      return connections.reject(held.facts, rejected, revision, { audits })
    },
  })
}

/** Reads the requests just before, so that ones added or deleted since the claim are handled. */
async function complete(
  deps: ConnectPropertyDeps,
  held: HeldAttempt,
  order: Order,
  journal: AttemptJournal,
): Promise<ConnectionResult> {
  const { connections, clock, log } = deps
  const { facts } = order
  const { completion, extras } = completionOf({
    order,
    state: journal.state,
    audit: auditOf(deps, held),
    by: held.initiator.actor.uid,
    at: clock.now(),
  })
  let known = await journal.requests
  const { beside: requests } = await changeHeld(deps, journal.holder, {
    async beside() {
      const requests = known ?? (await connections.openRequests(facts.requestIds, facts))
      known = undefined
      return requests
    },
    isDone: ({ status }) => status === 'completed',
    commit: (revision, requests) => connections.complete(completion, requests, revision, extras),
  })
  log.info('property connected', { ...targetOf(facts), attemptId: facts.attemptId })
  return connectionResult(
    completion,
    requests.map(({ id }) => id),
  )
}

const leftoverRemains = (): DomainError =>
  new DomainError(
    'provider-unavailable',
    'An earlier attempt could not be cleaned up at the channel manager yet.',
    {
      nextAction: 'Try again in a few minutes. If it stays so, tell engineering.',
    },
  )
