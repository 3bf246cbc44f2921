import type { Actor } from '../actor.ts'
import { buildAuditEntry } from '../audit.ts'
import { bestEffort } from '../best-effort.ts'
import { DomainError } from '../errors.ts'
import type { ConnectPropertyDeps, ConnectPropertyInput } from './attempt/attempt.ts'
import { auditSubject } from './attempt/audit-subject.ts'
import { claimForPress, type HeldAttempt } from './attempt/claim.ts'
import { runAttempt } from './attempt/run-attempt.ts'
import { type ConnectionResult, replayedResult } from './connection-result.ts'
import type { PropertyChannel } from './model.ts'
import { otas } from './otas.ts'
import type { Target, TargetContext } from './ports.ts'
import { checkPrerequisites, type Prepared, prepared } from './prerequisites.ts'
import { asDomainError, isRejection, reasonOf } from './rejections.ts'

export type { ConnectPropertyDeps } from './attempt/attempt.ts'

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
  const start = await begin(deps, actor, input)
  if ('result' in start) return start.result
  return runAttempt(deps, { ...start, startedAt })
}

type Start = { result: ConnectionResult } | { held: HeldAttempt; prepare: () => Promise<Prepared> }

/** Everything before the claim, and the claim. What fails here has had no effect, but may reject the requests. */
async function begin(deps: ConnectPropertyDeps, actor: Actor, input: ConnectPropertyInput): Promise<Start> {
  let requestIds: string[] | undefined
  try {
    const context = await deps.connections.load(input)
    requestIds = openRequestIds(context)
    const ready = checkPrerequisites(context, input, input.hotelId)
    const active = activeChannel(context, input)
    if (!active) {
      const preparing = prepared(deps, context, ready)
      // Asked for its outcome only once the claim is there.
      preparing.catch(() => undefined)
      const held = await claimForPress(deps, actor, { input, context, ready, requestIds })
      return { held, prepare: () => preparing }
    }
    const open = requestIds
    // Whatever goes wrong from here, the property is connected.
    requestIds = []
    return { result: await replay(deps, input, active, open) }
  } catch (error) {
    const problem = asDomainError(error)
    await refuse(deps, actor, input, requestIds, problem)
    throw problem
  }
}

/** Pending requests and the newest rejected one: what an attempt answers for. */
export function openRequestIds({ requests }: TargetContext): string[] {
  const rejectedAt = (index: number) => requests[index]?.rejection?.at?.getTime() ?? 0
  const rejected = requests.flatMap((request, index) => (request.status === 'rejected' ? [index] : []))
  const newest = rejected.toSorted((a, b) => rejectedAt(b) - rejectedAt(a))[0]
  return requests.flatMap((request, index) =>
    request.status === 'pending' || index === newest ? [request.id] : [],
  )
}

/** The channel by which the property is connected to this very hotel. Throws when another one stands in the way. */
export function activeChannel(
  { channel }: TargetContext,
  { hotelId, ota }: Target & { hotelId: string },
): PropertyChannel | undefined {
  if (channel?.status === 'disconnecting') throw disconnecting()
  if (channel?.status !== 'active') return undefined
  if (channel.hotelId === hotelId) return channel
  throw new DomainError(
    'already-connected',
    `The property is connected to ${otas[ota].label} as ${channel.hotelId} already.`,
    { nextAction: 'Check the property ID. To connect another one, disconnect this one first.' },
  )
}

const disconnecting = (): DomainError =>
  new DomainError('connection-in-progress', 'This property is being disconnected right now.', {
    nextAction: 'Wait a minute for that to finish, then connect it.',
    retryAfterSeconds: 10,
  })

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

async function refuse(
  deps: ConnectPropertyDeps,
  actor: Actor,
  { propertyId, ota, hotelId }: ConnectPropertyInput,
  open: string[] | undefined,
  problem: DomainError,
): Promise<void> {
  const target = { propertyId, ota }
  const subject = auditSubject(target, { hotelId, error: problem.code })
  const audit = buildAuditEntry(deps, actor, 'failure', subject)
  const rejection = { ...reasonOf(problem), at: deps.clock.now() }
  await bestEffort(deps.log, 'recording a refused connection', async () => {
    const isRejected = isRejection(problem.code)
    const requestIds = isRejected ? (open ?? (await deps.connections.pendingRequestIds(target))) : []
    await deps.connections.refuse({ requestIds, rejection, audit })
  })
}
