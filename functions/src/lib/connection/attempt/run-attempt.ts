import { type AuditEntry, buildAuditEntry } from '../../audit.ts'
import { bestEffort } from '../../best-effort.ts'
import { DomainError } from '../../errors.ts'
import { compensateSteps, journalFailure, PipelineError, runPipeline } from '../../pipeline.ts'
import type { System } from '../../ports.ts'
import { type ConnectionResult, connectionResult } from '../connection-result.ts'
import type { Leftover, Reason } from '../model.ts'
import { ClaimLostError } from '../ports.ts'
import type { Prepared } from '../prerequisites.ts'
import { asDomainError, reasonOf, withLeftover } from '../rejections.ts'
import { compensations, connectionSteps } from '../steps/connection-steps.ts'
import type { ConnectionState, ConnectPropertyDeps, Order, StepDeps, UndoOrder } from './attempt.ts'
import { auditSubject } from './audit-subject.ts'
import type { HeldAttempt } from './claim.ts'
import { completionOf } from './completion.ts'
import { AttemptJournal } from './journal.ts'
import { forgetLeftover, tellOfLeftover } from './left-behind.ts'

/** Going on ends this long after the request, taking back that long; the reply stays within 55 s. Milliseconds. */
const stepBudget = 30_000
const undoBudget = 48_000

interface Run {
  held: HeldAttempt
  startedAt: Date
  /** Throws DomainError when the property is not ready. */
  prepare(): Promise<Prepared>
}

/**
 * Takes back what an earlier attempt left, runs the steps that are not done, and completes. What fails is taken back,
 * and its requests rejected, before it is thrown.
 */
export async function runAttempt(deps: ConnectPropertyDeps, run: Run): Promise<ConnectionResult> {
  const { held, startedAt } = run
  const stepDeps = withBudgets(deps, startedAt)
  const journal = new AttemptJournal(deps.connections, held)
  try {
    await takeOver(deps, stepDeps, held, journal)
    const order = { ...undoOrderOf(held), ...(await run.prepare()), hotelId: held.hotelId }
    const { channelManagerPropertyId } = held
    // A create that was taken over was made with the rates of then, too.
    const isResumed = held.isResumed || journal.state.unsettledCreate !== undefined
    const state = await runPipeline<ConnectionState>(
      { ...deps, journal },
      connectionSteps(stepDeps, { ...order, channelManagerPropertyId, isResumed }),
      journal.state,
      new Date(startedAt.getTime() + stepBudget),
      journal.started,
    )
    journal.state = state
    return await complete(deps, held, { ...order, channelManagerPropertyId, isResumed }, journal)
  } catch (error) {
    throw await fail({ ...deps, ...stepDeps }, held, journal, error)
  }
}

/** Takes back what an attempt left, and nothing else; its requests are rejected unless they have been already. */
export async function takeBack(deps: ConnectPropertyDeps, held: HeldAttempt, startedAt: Date): Promise<void> {
  const leftover = await undoLeftover(deps, withBudgets(deps, startedAt), held.leftover)
  if (leftover) await tellOfLeftover(deps, leftover, held.resumes)
  else if (held.leftover) await forgetLeftover(deps, held.leftover)
  if (held.isTold) return deps.connections.settle(held.holder, leftover)
  await reject(deps, held, held.holder, held.failure ?? unexplained, leftover)
}

const unexplained: Reason = {
  code: 'internal',
  detail: 'Connecting could not be finished.',
  nextAction: 'Try again; if it stays so, tell engineering.',
}

/** The channel manager with its calls cut to the time that is left. */
function withBudgets(deps: ConnectPropertyDeps, startedAt: Date): StepDeps {
  const { channelManager, billing, connections, clock } = deps
  const until = (budget: number) =>
    channelManager.within(() => startedAt.getTime() + budget - clock.now().getTime())
  return { channelManager: until(stepBudget), undoing: until(undoBudget), billing, connections, clock }
}

const undoOrderOf = ({ holder, paymentId, landlordId }: HeldAttempt): UndoOrder => ({
  target: holder.target,
  attemptId: holder.attemptId,
  paymentId,
  landlordId,
})

/** A create of an earlier attempt for the same hotel, which may yet come through, is this attempt's from here. */
async function takeOver(
  deps: ConnectPropertyDeps,
  stepDeps: StepDeps,
  held: HeldAttempt,
  journal: AttemptJournal,
): Promise<void> {
  const { leftover, hotelId } = held
  const unsettledCreate = leftover?.state.unsettledCreate
  const isOurs =
    unsettledCreate?.hotelId === hotelId &&
    unsettledCreate.channelManagerPropertyId === held.channelManagerPropertyId
  if (leftover && isOurs) {
    const { 'create-channel': _, ...begun } = leftover.begun
    if (await undoLeftover(deps, stepDeps, { ...leftover, begun })) throw leftoverRemains()
    journal.inherit(unsettledCreate)
  } else if (await undoLeftover(deps, stepDeps, leftover)) throw leftoverRemains()
  if (leftover) await forgetLeftover(deps, leftover)
  journal.leftover = undefined
}

/** Answers with what is still left. */
async function undoLeftover(
  deps: Pick<System, 'log'>,
  stepDeps: StepDeps,
  leftover: Leftover | undefined,
): Promise<Leftover | undefined> {
  if (!leftover) return undefined
  const { attemptId, paymentId, landlordId, state, begun, target } = leftover
  const steps = compensations(stepDeps, { attemptId, paymentId, landlordId, target }, begun)
  return (await compensateSteps(deps, steps, state)) ? undefined : leftover
}

/** Takes back what was begun, rejects the requests, and answers with what to tell the caller. */
async function fail(
  deps: ConnectPropertyDeps & StepDeps,
  held: HeldAttempt,
  journal: AttemptJournal,
  error: unknown,
): Promise<DomainError> {
  const leftover = journal.lost ? undefined : await afterFailure(deps, held, journal, error)
  const lost = [journal.lost, error].find(one => one instanceof ClaimLostError)
  // Whatever is left, to be done or to be told, is for whoever has taken over.
  if (lost) return lost
  const cause = asDomainError(error instanceof PipelineError ? error.cause : error)
  const problem = leftover ? withLeftover(cause) : cause
  const step = error instanceof PipelineError ? error.step : undefined
  await bestEffort(deps.log, 'recording a rejected connection', () =>
    reject(deps, held, journal.holder, reasonOf(problem), leftover, step),
  )
  return problem
}

/** What is left when everything that can be taken back is; by the pipeline itself, or here when it failed around it. */
async function afterFailure(
  deps: ConnectPropertyDeps & StepDeps,
  held: HeldAttempt,
  journal: AttemptJournal,
  error: unknown,
): Promise<Leftover | undefined> {
  if (journal.leftover) return journal.leftover
  const state = error instanceof PipelineError ? (error.state as ConnectionState) : journal.state
  const { paymentId, hotelId, channelManagerPropertyId, landlordId } = held
  const { attemptId, target } = held.holder
  const begun = { ...journal.started }
  const all = { attemptId, target, hotelId, channelManagerPropertyId, landlordId, paymentId, state, begun }
  if (Object.keys(begun).length === 0) return undefined
  if (error instanceof PipelineError) return error.isCompensated ? undefined : all
  // The journal refuses when the commit did go through or the claim is lost: then there is nothing to take back.
  const isOurs = await journalFailure({ ...deps, journal }, 'complete', state, error)
  return isOurs ? undoLeftover(deps, deps, all) : all
}

async function reject(
  deps: ConnectPropertyDeps,
  { press, requestIds, hotelId }: HeldAttempt,
  holder: HeldAttempt['holder'],
  reason: Reason,
  leftover: Leftover | undefined,
  currentStep?: string,
): Promise<void> {
  const at = deps.clock.now()
  const audit = auditOf(deps, press, 'failure', holder.target, { hotelId, error: reason.code })
  const rejection = { ...reason, at }
  await deps.connections.reject({ requestIds, rejection, audit, leftover, currentStep }, holder)
}

async function complete(
  deps: ConnectPropertyDeps,
  held: HeldAttempt,
  order: Order,
  journal: AttemptJournal,
): Promise<ConnectionResult> {
  const { target, hotelId } = order
  const completion = completionOf({
    order,
    state: journal.state,
    requestIds: held.requestIds,
    listingUrl: held.listingUrl,
    audit: auditOf(deps, held.press, 'success', target, { hotelId }),
    at: deps.clock.now(),
  })
  const requestIds = await deps.connections.complete(completion, journal.holder, await journal.requests)
  deps.log.info('property connected', { ...target, attemptId: order.attemptId })
  return connectionResult({ ...completion, requestIds })
}

/** One entry for each press, whoever writes it. */
function auditOf(
  deps: System,
  { actor, auditId }: HeldAttempt['press'],
  outcome: AuditEntry['outcome'],
  target: HeldAttempt['holder']['target'],
  metadata: Record<string, string>,
): AuditEntry | undefined {
  const entry = buildAuditEntry(deps, actor, outcome, auditSubject(target, metadata))
  return entry && { ...entry, id: auditId }
}

const leftoverRemains = (): DomainError =>
  new DomainError(
    'provider-unavailable',
    'An earlier attempt could not be cleaned up at the channel manager yet.',
    {
      nextAction: 'Try again in a few minutes. If it stays so, tell engineering.',
    },
  )
