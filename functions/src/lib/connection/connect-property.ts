import type { Actor } from '../actor.ts'
import { type AuditEntry, buildAuditEntry, counted } from '../audit.ts'
import { bestEffort } from '../best-effort.ts'
import { change } from '../durable/change.ts'
import { DomainError, isRefusal } from '../errors.ts'
import { auditSubject, type ConnectPropertyDeps, type ConnectPropertyInput } from './attempt/attempt.ts'
import { claimForUser, type HeldAttempt } from './attempt/claim.ts'
import { type ConnectionResult, replayedResult } from './attempt/completion.ts'
import { runAttempt } from './attempt/run-attempt.ts'
import type { PropertyChannel } from './channels/property-channel.ts'
import { otas } from './otas.ts'
import type { ConnectionRecord, OpenRequest, RequestEnd, Target } from './ports.ts'
import { checkPrerequisites, loadTarget, type Prepared, prepared } from './prerequisites.ts'
import { asDomainError, isRejection, reasonOf } from './rejections.ts'

export type { ConnectPropertyDeps } from './attempt/attempt.ts'

/**
 * Connects a property to an OTA through the channel manager (specification A1). It either ends completed, in one
 * commit, or compensates what it did and leaves the requests rejected with a reason a person can act on.
 */
export async function connectProperty(
  deps: ConnectPropertyDeps,
  actor: Actor,
  input: ConnectPropertyInput,
): Promise<ConnectionResult> {
  const startedAt = deps.clock.now()
  const start = await prepareAttempt(deps, actor, input)
  if ('result' in start) return start.result
  return runAttempt(deps, { ...start, startedAt })
}

type Start = { result: ConnectionResult } | { held: HeldAttempt; prepare: () => Promise<Prepared> }

/** Everything before the claim, and the claim. What fails here has had no effect, but may reject the requests. */
async function prepareAttempt(
  deps: ConnectPropertyDeps,
  actor: Actor,
  input: ConnectPropertyInput,
): Promise<Start> {
  let requestIds: string[] | undefined
  try {
    const context = await loadTarget(deps, input)
    requestIds = openRequestIds(context)
    const ready = checkPrerequisites(context, input)
    const active = activeChannel(context, input)
    if (!active) {
      const preparing = prepared(deps, context, ready)
      // Asked for its outcome only once the claim is there.
      preparing.catch(() => undefined)
      const held = await claimForUser(deps, actor, { input, context, ready, requestIds })
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
export function openRequestIds({ requests }: ConnectionRecord): string[] {
  const rejectedAt = (index: number) => requests[index]?.rejection?.at?.getTime() ?? 0
  const rejected = requests.flatMap((request, index) => (request.status === 'rejected' ? [index] : []))
  const newest = rejected.toSorted((a, b) => rejectedAt(b) - rejectedAt(a))[0]
  return requests.flatMap((request, index) =>
    request.status === 'pending' || index === newest ? [request.id] : [],
  )
}

/** The channel by which the property is connected to this very hotel. Throws when another one stands in the way. */
export function activeChannel(
  { channel }: ConnectionRecord,
  { hotelId, ota }: ConnectPropertyInput,
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
  await endRequests(deps, requestIds, { status: 'completed', at: deps.clock.now() })
  return replayedResult(target, channel, requestIds)
}

/**
 * Rejects the requests that no attempt stands behind. The audit entry is written whatever becomes of them; where there
 * are none, nothing was changed, and the refusal is counted.
 */
async function refuse(
  deps: ConnectPropertyDeps,
  actor: Actor,
  input: ConnectPropertyInput,
  open: string[] | undefined,
  problem: DomainError,
): Promise<void> {
  const audit = buildAuditEntry(deps, actor, 'failure', auditSubject(input, problem.code))
  const end: RequestEnd = { status: 'rejected', rejection: { ...reasonOf(problem), at: deps.clock.now() } }
  await bestEffort(deps.log, 'recording a refused connection', async () => {
    try {
      const requestIds = isRejection(problem.code) ? (open ?? (await pendingRequestIds(deps, input))) : []
      if (audit && requestIds.length === 0 && isRefusal(problem))
        await deps.auditLog.countRefusal(counted(audit, problem))
      else await endRequests(deps, requestIds, end, audit)
    } catch (error) {
      await endRequests(deps, [], end, audit)
      throw error
    }
  })
}

const pendingRequestIds = async ({ connections }: ConnectPropertyDeps, target: Target): Promise<string[]> =>
  (await connections.openRequests([], target)).map(({ id }) => id)

/** Requests that have been completed meanwhile stay so. A commit whose answer was lost may be written again. */
const endRequests = (
  deps: ConnectPropertyDeps,
  requestIds: readonly string[],
  end: RequestEnd,
  audit?: AuditEntry,
): Promise<void> =>
  change<OpenRequest[], OpenRequest[], void>(deps, {
    read: async () => (requestIds.length > 0 ? deps.connections.openRequests(requestIds) : []),
    decide(found) {
      const write = found.filter(({ isCompleted }) => !isCompleted)
      return write.length > 0 || audit ? { write } : { result: undefined }
    },
    async commit(requests) {
      const ended = await deps.connections.endRequests(requests, end, { audits: [audit] })
      return ended === 'unresolved' ? ended : { result: undefined }
    },
  })
