import type { Actor } from '../actor.ts'
import { type AuditSubject, buildAuditEntry } from '../audit.ts'
import { DomainError } from '../errors.ts'
import { type Journal, journalFailure, PipelineError, runPipeline, undoSteps } from '../pipeline.ts'
import type { Revision, System } from '../ports.ts'
import type {
  ConnectionState,
  ConnectPropertyDeps,
  ConnectPropertyInput,
  Order,
  StepDeps,
} from './attempt.ts'
import type { ClaimedAttempt } from './claim.ts'
import { completionOf } from './completion.ts'
import { type ConnectionResult, connectionResult } from './connection-result.ts'
import type { ConnectionStore, Target, TargetContext } from './ports.ts'
import type { ReadyTarget } from './prerequisites.ts'
import { connectionSteps, undoableSteps } from './steps.ts'

/** Going on ends this long after the request, taking back that long; the reply stays within 55 s. Milliseconds. */
const stepBudget = 30_000
const undoBudget = 48_000

/** What is known, when the connection fails, of what has to be put right. */
export interface Failure {
  /** Absent as long as nobody has looked which ones there are. */
  requestIds?: string[]
  attempt?: { attemptId: string; revision: Revision; state: ConnectionState; undone: boolean }
}

export interface Connection {
  input: ConnectPropertyInput
  context: TargetContext
  ready: ReadyTarget
  startedAt: Date
  requestIds: string[]
  failure: Failure
}

interface Run extends Connection {
  order: Order
  claimed: ClaimedAttempt
}

/** Takes back what an earlier attempt left, runs the steps, and completes; what fails is taken back before it is thrown. */
export async function runAttempt(
  deps: ConnectPropertyDeps,
  actor: Actor,
  run: Run,
): Promise<ConnectionResult> {
  const { order, claimed, failure } = run
  const { attemptId } = order
  const stepDeps = withBudgets(deps, run.startedAt)
  let revision = claimed.revision
  const holder = (state: ConnectionState, undone: boolean) => ({ attemptId, revision, state, undone })
  failure.attempt = holder(claimed.leftover, false)
  if (!(await undoSteps(deps, undoableSteps(stepDeps), claimed.leftover))) throw leftoverRemains()

  const journal = {
    async write(entry: Parameters<ConnectionStore['journal']>[2]) {
      revision = await deps.connections.journal(order.target, revision, entry)
    },
  }
  const deadline = new Date(run.startedAt.getTime() + stepBudget)
  try {
    const state = await runPipeline<ConnectionState>(
      { ...deps, journal },
      connectionSteps(stepDeps, order),
      {},
      deadline,
    )
    failure.attempt = holder(state, false)
    return await complete(deps, actor, run, state, revision)
  } catch (error) {
    const { state, undone } = await settle({ ...deps, ...stepDeps, journal }, error, failure.attempt.state)
    failure.attempt = holder(state, undone)
    throw error
  }
}

/** The channel manager with its calls cut to the time that is left. */
function withBudgets({ channelManager, billing, clock }: ConnectPropertyDeps, startedAt: Date): StepDeps {
  const until = (budget: number) =>
    channelManager.within(() => startedAt.getTime() + budget - clock.now().getTime())
  return { channelManager: until(stepBudget), undoing: until(undoBudget), billing, clock }
}

/** Makes sure that what failed is undone: by the pipeline itself, or here when only the last commit failed. */
async function settle(
  deps: System & StepDeps & { journal: Journal<ConnectionState> },
  error: unknown,
  state: ConnectionState,
): Promise<{ state: ConnectionState; undone: boolean }> {
  if (error instanceof PipelineError) return { state: error.state as ConnectionState, undone: error.undone }
  // The journal refuses when the commit did go through or the claim is lost: then there is nothing to take back.
  const isOurs = await journalFailure(deps, 'complete', state)
  return { state, undone: isOurs && (await undoSteps(deps, undoableSteps(deps), state)) }
}

async function complete(
  deps: ConnectPropertyDeps,
  actor: Actor,
  { order, claimed, input, requestIds: known }: Run,
  state: ConnectionState,
  revision: Revision,
): Promise<ConnectionResult> {
  const audit = buildAuditEntry(
    deps,
    actor,
    'success',
    auditSubject(order.target, { hotelId: order.hotelId }),
  )
  const at = deps.clock.now()
  const completion = completionOf({
    order,
    state,
    requestIds: known,
    listingUrl: input.listingUrl,
    audit,
    at,
  })
  const requestIds = await deps.connections.complete(completion, revision)
  deps.log.info('property connected', { ...order.target, attemptId: claimed.attemptId })
  return connectionResult({ ...completion, requestIds })
}

/** What the audit log says of a press on connect. */
export const auditSubject = (
  { propertyId, ota }: Target,
  metadata: Record<string, string>,
): AuditSubject => ({
  action: 'property.connect',
  targetType: 'property',
  targetId: propertyId,
  metadata: { ota, ...metadata },
})

const leftoverRemains = (): DomainError =>
  new DomainError(
    'provider-unavailable',
    'An earlier attempt could not be cleaned up at the channel manager yet.',
    {
      nextAction: 'Try again in a few minutes. If it stays so, tell engineering.',
    },
  )
