import type { Actor } from '../actor.ts'
import { bestEffort } from '../best-effort.ts'
import { digestOf } from '../digest.ts'
import { DomainError } from '../errors.ts'
import { openItemOnce } from '../items/change-item.ts'
import type { NewItem } from '../items/item.ts'
import { ready } from '../lazy-port.ts'
import type { ConnectPropertyDeps, ConnectPropertyInput } from './attempt/attempt.ts'
import { claimForUser } from './attempt/claim.ts'
import { type ConnectionResult, channelIdOf, replayedResult, type Unfinished } from './attempt/completion.ts'
import { targetOf } from './attempt/facts.ts'
import type { HeldAttempt } from './attempt/journal.ts'
import { runAttempt } from './attempt/run-attempt.ts'
import type { PropertyChannel } from './channels/property-channel.ts'
import { otas } from './otas.ts'
import type { ConnectionRecord } from './ports.ts'
import { checkPrerequisites, loadTarget, type Prepared, prepared } from './prerequisites.ts'
import { asDomainError } from './rejections.ts'
import { endRequests, openRequestIds, refuseRequests } from './requests/refuse-requests.ts'
import type { Target } from './target.ts'

export type { ConnectPropertyDeps } from './attempt/attempt.ts'

/**
 * Connects a property to an OTA through the channel manager (specification A1). Either completes in one commit, or
 * compensates everything and rejects the requests with a reason a person can act on. What takes longer than a caller
 * waits goes on as due work.
 */
export async function connectProperty(
  deps: ConnectPropertyDeps,
  actor: Actor,
  input: ConnectPropertyInput,
): Promise<ConnectionResult | Unfinished> {
  const startedAt = deps.clock.now()
  await ready(deps.channelManager)
  const start = await prepareAttempt(deps, actor, input)
  if ('result' in start) return start.result
  return runAttempt(deps, { ...start, startedAt })
}

type Start = { result: ConnectionResult } | { held: HeldAttempt; prepare: () => Promise<Prepared> }

/** Everything up to the claim. A failure here has had no effect, but may reject the requests. */
async function prepareAttempt(
  deps: ConnectPropertyDeps,
  actor: Actor,
  input: ConnectPropertyInput,
): Promise<Start> {
  let requestIds: string[] | undefined
  try {
    const context = await loadTarget(deps, input)
    requestIds = [...new Set([...openRequestIds(context), ...waitingIn(context, input)])]
    const ready = checkPrerequisites(context, input)
    const active = activeChannel(context, input)
    if (!active) {
      const preparing = prepared(deps, context, ready, input.hotelId)
      // Awaited only after the claim.
      preparing.catch(() => undefined)
      const held = await claimForUser(deps, actor, { input, context, ready, requestIds })
      return { held, prepare: () => preparing }
    }
    const open = requestIds
    // From here on, failures must not reject requests: the property is connected.
    requestIds = []
    return { result: await replay(deps, input, { channel: active, attempt: context.attempt }, open) }
  } catch (error) {
    const problem = asDomainError(error)
    await bestEffort(deps.log, 'recording a refused connection', () =>
      refuseRequests(deps, actor, { input, requestIds, problem, action: 'property.connect' }),
    )
    throw problem
  }
}

/** The request that waited, unless it was withdrawn. */
const waitingIn = ({ requests }: ConnectionRecord, { waitingRequest }: ConnectPropertyInput): string[] =>
  requests.flatMap(({ id }) => (id === waitingRequest ? [id] : []))

/** The active channel to this very hotel, if any. Throws if the property is connected to another. */
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

/** Already connected: closes the requests that are still open, and tells of a payment that nothing is charged by. */
async function replay(
  deps: ConnectPropertyDeps,
  input: ConnectPropertyInput,
  { channel, attempt }: Pick<ConnectionRecord, 'attempt'> & { channel: PropertyChannel },
  requestIds: string[],
): Promise<ConnectionResult> {
  const { paymentId } = input
  const at = deps.clock.now()
  // Of the attempt's own payment its answer has told; that of an attempt which is kept no more is not known.
  const paid = attempt?.value.facts.paymentId ?? (channel.subscriptionId && !attempt ? paymentId : undefined)
  const isUnused = paymentId !== undefined && paymentId !== paid
  if (isUnused) await openItemOnce(deps, unusedPayment(input, paymentId, at))
  await endRequests(deps, requestIds, { status: 'completed', at })
  return { ...replayedResult(input, channel, requestIds), ...(isUnused && { unusedPaymentId: paymentId }) }
}

const unusedPayment = (target: Target, paymentId: string, createdAt: Date): NewItem => ({
  id: `payment-not-used_${channelIdOf(target)}_${digestOf(paymentId)}`,
  kind: 'payment-not-used',
  detail: `A payment came for a property that was connected already, so nothing was charged by it: ${paymentId}.`,
  nextAction: 'Give the payment back. If the connection is to be paid with it, disconnect and connect again.',
  ...targetOf(target),
  channelId: channelIdOf(target),
  createdAt,
})
