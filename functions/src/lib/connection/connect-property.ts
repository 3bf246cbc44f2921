import type { Actor } from '../actor.ts'
import { buildAuditEntry } from '../audit.ts'
import { bestEffort } from '../best-effort.ts'
import { DomainError } from '../errors.ts'
import { PipelineError } from '../pipeline.ts'
import type { ConnectPropertyDeps, ConnectPropertyInput, Order } from './attempt.ts'
import { claimAttempt } from './claim.ts'
import { type ConnectionResult, replayedResult } from './connection-result.ts'
import type { PropertyChannel } from './model.ts'
import { otas } from './otas.ts'
import type { Target, TargetContext } from './ports.ts'
import { checkPrerequisites, requireAccount } from './prerequisites.ts'
import { asDomainError, isRejection, withLeftover } from './rejections.ts'
import { auditSubject, type Connection, type Failure, runAttempt } from './run-attempt.ts'

export type { ConnectPropertyDeps } from './attempt.ts'

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
    const cause = asDomainError(error instanceof PipelineError ? error.cause : error)
    const problem = failure.attempt?.undone === false ? withLeftover(cause) : cause
    await recordFailure(deps, actor, input, failure, problem)
    throw problem
  }
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
