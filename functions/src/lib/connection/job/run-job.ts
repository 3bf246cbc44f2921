import { bestEffort } from '../../best-effort.ts'
import { ClaimLostError } from '../../durable/lease.ts'
import { type DomainError, ProviderError } from '../../errors.ts'
import { journalFailure, OutOfTimeError, PausedError, PipelineError, runPipeline } from '../../pipeline.ts'
import { patch } from '../../store.ts'
import { refusals } from '../refusals.ts'
import { asDomainError, reasonOf, withLeftover } from '../rejections.ts'
import { connectionSteps } from '../steps/connection-steps.ts'
import type { ConnectionState, Prepared, StepDeps } from '../steps/order.ts'
import type { ConnectionResult, Unfinished } from './completion.ts'
import { complete, reject } from './end-job.ts'
import { jobAt, mayGoOn } from './job.ts'
import type { JobClaim } from './job-claim.ts'
import { stepBudgetMs } from './order.ts'
import { undo } from './undo.ts'

/** Timers may fire this early, by the clock. */
const timerErrorMs = 100

interface JobRun {
  claim: JobClaim
  startedAt: Date
  /** Throws DomainError if the property is not ready. */
  prepare(): Promise<Prepared>
}

/** Leaves an unfinished job to due work while it may resume; undoes and rethrows a failure. */
export async function runJob(
  deps: StepDeps,
  { claim, startedAt, prepare }: JobRun,
): Promise<ConnectionResult | Unfinished> {
  const deadline = new Date(startedAt.getTime() + stepBudgetMs)
  // An unanswered create used the rates of its time.
  const isResumed = claim.job.resumes > 0 || claim.state.unsettledCreate !== undefined
  try {
    const order = { ...(await prepare()), facts: claim.job.facts, isResumed }
    claim.state = await runPipeline<ConnectionState>(
      {
        ...deps,
        journal: claim,
        isPause: cause => mayGoOn(claim.job) && isOutOfTime(cause, deadline, deps.clock.now()),
      },
      connectionSteps(deps, order),
      claim.state,
      deadline,
      claim.started,
    )
    return await complete(deps, claim, order)
  } catch (error) {
    if (error instanceof PausedError) return leaveToDueWork(deps, claim)
    throw await fail(deps, claim, error)
  }
}

function isOutOfTime(cause: unknown, deadline: Date, now: Date): boolean {
  const isCut = cause instanceof ProviderError && cause.timedOut
  return cause instanceof OutOfTimeError || (isCut && deadline.getTime() - now.getTime() <= timerErrorMs)
}

/** Without this commit, due work waits for the lease's end. */
async function leaveToDueWork({ clock, log }: StepDeps, claim: JobClaim): Promise<Unfinished> {
  const { facts } = claim.job
  const at = clock.now()
  await bestEffort(log, 'leaving a connection to due work', () =>
    claim.commit({
      readMore: async () => undefined,
      isDone: ({ leaseUntil }) => leaseUntil <= at,
      writes: revision => [patch(jobAt(facts), { leaseUntil: at, dueAt: at }, revision)],
    }),
  )
  return { status: 'running', requestIds: facts.requestIds }
}

async function fail(deps: StepDeps, claim: JobClaim, error: unknown): Promise<DomainError> {
  const failed = error instanceof PipelineError ? error : undefined
  if (failed) claim.state = failed.state as ConnectionState
  const isUndone =
    claim.lost !== undefined || (failed ? failed.isCompensated : await undone(deps, claim, error))
  // The process that took over reports the rest.
  if (claim.lost || error instanceof ClaimLostError) return refusals.otherTry()
  const cause = asDomainError(failed ? failed.cause : error)
  const problem = isUndone ? cause : withLeftover(cause)
  await bestEffort(deps.log, 'recording a rejected connection', () =>
    reject(deps, claim, { reason: reasonOf(problem), isUndone, currentStep: failed?.step }),
  )
  return problem
}

async function undone(deps: StepDeps, claim: JobClaim, error: unknown): Promise<boolean> {
  if (Object.keys(claim.started).length === 0) return true
  // Refused after a successful commit or lost claim: nothing to undo.
  const isOurs = await journalFailure({ ...deps, journal: claim }, 'complete', claim.state, error)
  return isOurs && undo(deps, claim)
}
