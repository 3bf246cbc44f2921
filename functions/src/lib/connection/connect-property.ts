import type { Actor } from '../actor.ts'
import { type AuditSubject, buildAuditEntry } from '../audit.ts'
import { bestEffort } from '../best-effort.ts'
import { DomainError } from '../errors.ts'
import { type Journal, journalFailure, PipelineError, runPipeline, undoSteps } from '../pipeline.ts'
import type { Revision, System } from '../ports.ts'
import type { ConnectionState, Order, StepDeps } from './attempt.ts'
import { type ClaimedAttempt, claimAttempt } from './claim.ts'
import { completionOf } from './completion.ts'
import { type ConnectionResult, connectionResult, replayedResult } from './connection-result.ts'
import type { PropertyChannel } from './model.ts'
import { otas } from './otas.ts'
import type { ConnectionStore, Target, TargetContext } from './ports.ts'
import { checkPrerequisites, type ReadyTarget, requireAccount } from './prerequisites.ts'
import { asDomainError, isRejection } from './rejections.ts'
import { connectionSteps, undoableSteps } from './steps.ts'

export interface ConnectPropertyDeps extends System, Omit<StepDeps, 'undoing'> {
  connections: ConnectionStore
}

export interface ConnectPropertyInput extends Target {
  hotelId: string
  paymentId?: string | undefined
  listingUrl?: string | undefined
}

/** Going on ends this long after the request, taking back that long; the reply stays within 55 s. Milliseconds. */
const stepBudget = 30_000
const undoBudget = 48_000

/**
 * Connects a property to an OTA through the channel manager (specification A1). It either ends completed, in one
 * commit, or takes back what it did and leaves the requests rejected with a reason a person can act on.
 */
export async function connectProperty(
  deps: ConnectPropertyDeps,
  actor: Actor,
  input: ConnectPropertyInput,
): Promise<ConnectionResult> {
  const startedAt = deps.clock.now()
  const failure: Failure = {}
  try {
    const context = await deps.connections.load(input)
    const requestIds = openRequestIds(context)
    failure.requestIds = requestIds
    const ready = checkPrerequisites(context, input, input.hotelId)
    const active = activeChannel(context, input)
    if (active) {
      // Whatever goes wrong from here, the property is connected.
      failure.requestIds = []
      return await replay(deps, input, active, requestIds)
    }
    return await connect(deps, actor, { input, context, ready, startedAt, requestIds, failure })
  } catch (error) {
    const problem = asDomainError(error instanceof PipelineError ? error.cause : error)
    await recordFailure(deps, actor, input, failure, problem)
    throw problem
  }
}

/** What is known, when the connection fails, of what has to be put right. */
interface Failure {
  /** Absent as long as nobody has looked which ones there are. */
  requestIds?: string[]
  attempt?: { attemptId: string; revision: Revision; state: ConnectionState; undone: boolean }
}

interface Connection {
  input: ConnectPropertyInput
  context: TargetContext
  ready: ReadyTarget
  startedAt: Date
  requestIds: string[]
  failure: Failure
}

async function connect(
  deps: ConnectPropertyDeps,
  actor: Actor,
  connection: Connection,
): Promise<ConnectionResult> {
  const { input, context, ready } = connection
  const { landlordId } = ready.property
  const account = requireAccount(landlordId ? await deps.connections.account(landlordId) : undefined)
  const claimed = await claimAttempt(deps, actor, connection)
  const order: Order = {
    target: { propertyId: input.propertyId, ota: input.ota },
    attemptId: claimed.attemptId,
    hotelId: input.hotelId,
    paymentId: input.paymentId,
    propertyName: ready.property.name,
    landlordId: landlordId ?? '',
    channelManagerPropertyId: ready.channelManagerPropertyId,
    account,
    rooms: context.rooms,
    ratePlans: context.ratePlans,
    mayHaveLeftChannel: claimed.leftover.unsettledCreate?.hotelId === input.hotelId,
  }
  return runAttempt(deps, actor, { ...connection, order, claimed })
}

interface Run extends Connection {
  order: Order
  claimed: ClaimedAttempt
}

async function runAttempt(deps: ConnectPropertyDeps, actor: Actor, run: Run): Promise<ConnectionResult> {
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

/** Pending requests and the newest rejected one: what an attempt answers for. */
function openRequestIds({ requests }: TargetContext): string[] {
  const rejectedAt = (index: number) => requests[index]?.rejection?.at?.getTime() ?? 0
  const rejected = requests.flatMap((request, index) => (request.status === 'rejected' ? [index] : []))
  const newest = rejected.toSorted((a, b) => rejectedAt(b) - rejectedAt(a))[0]
  return requests.flatMap((request, index) =>
    request.status === 'pending' || index === newest ? [request.id] : [],
  )
}

function activeChannel(
  { channel }: TargetContext,
  { hotelId, ota }: ConnectPropertyInput,
): PropertyChannel | undefined {
  if (channel?.status !== 'active') return undefined
  if (channel.hotelId === hotelId) return channel
  throw new DomainError(
    'already-connected',
    `The property is connected to ${otas[ota].label} as ${channel.hotelId} already.`,
    { nextAction: 'Check the property ID. To connect another one, disconnect this one first.' },
  )
}

/** Connected already: nothing to do but to close the requests that are still open. */
async function replay(
  deps: ConnectPropertyDeps,
  target: Target,
  channel: PropertyChannel,
  requestIds: string[],
): Promise<ConnectionResult> {
  await deps.connections.closeRequests(requestIds, deps.clock.now())
  return replayedResult(target, channel, requestIds)
}

async function recordFailure(
  deps: ConnectPropertyDeps,
  actor: Actor,
  input: ConnectPropertyInput,
  failure: Failure,
  problem: DomainError,
): Promise<void> {
  const target = { propertyId: input.propertyId, ota: input.ota }
  const audit = buildAuditEntry(
    deps,
    actor,
    'failure',
    auditSubject(target, { hotelId: input.hotelId, error: problem.code }),
  )
  const at = deps.clock.now()
  const { code, detail, nextAction = 'Try again; if it stays so, tell engineering.' } = problem
  await bestEffort(deps.log, 'recording a rejected connection', async () =>
    deps.connections.reject({
      target,
      requestIds: isRejection(code)
        ? (failure.requestIds ?? (await deps.connections.pendingRequestIds(target)))
        : [],
      rejection: { code, detail, nextAction, at },
      audit,
      attempt: failure.attempt,
    }),
  )
}

const auditSubject = ({ propertyId, ota }: Target, metadata: Record<string, string>): AuditSubject => ({
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
