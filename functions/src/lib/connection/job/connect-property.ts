import type { Actor } from '../../actor.ts'
import { bestEffort } from '../../best-effort.ts'
import { digestOf } from '../../digest.ts'
import { openItemOnce } from '../../items/change-item.ts'
import type { NewItem } from '../../items/item.ts'
import { ready } from '../../lazy-port.ts'
import type { PropertyChannel } from '../channels/property-channel.ts'
import { otas } from '../otas.ts'
import { checkPrerequisites } from '../prerequisites.ts'
import { refusals } from '../refusals.ts'
import { asDomainError } from '../rejections.ts'
import { type ConnectPropertyDeps, type Prepared, prepared, type StepDeps } from '../steps/order.ts'
import { channelIdOf, type Target, targetOf } from '../target.ts'
import { claimForUser } from './claim.ts'
import { type ConnectionResult, replayedResult, type Unfinished } from './completion.ts'
import type { JobClaim } from './job-claim.ts'
import { type ConnectionRecord, loadTarget, type TargetContext } from './load-target.ts'
import { type ConnectPropertyInput, withBudgets } from './order.ts'
import { endRequests, openRequestIds, refuseRequests } from './refuse-requests.ts'
import { runJob } from './run-job.ts'

export type { ConnectPropertyDeps } from '../steps/order.ts'

/**
 * Specification A1: completes in one commit, or compensates everything and rejects the requests; a slow job becomes
 * due work.
 */
export async function connectProperty(
  deps: ConnectPropertyDeps,
  actor: Actor,
  input: ConnectPropertyInput,
  target?: TargetContext,
): Promise<ConnectionResult | Unfinished> {
  const startedAt = deps.clock.now()
  await ready(deps.channelManager)
  const within = withBudgets(deps, startedAt)
  const start = await prepareJob(within, actor, input, target)
  if ('result' in start) return start.result
  return runJob(within, { ...start, startedAt })
}

type Start = { result: ConnectionResult } | { claim: JobClaim; prepare: () => Promise<Prepared> }

/** Up to the claim a failure only rejects requests. */
async function prepareJob(
  deps: StepDeps,
  actor: Actor,
  input: ConnectPropertyInput,
  target: TargetContext | undefined,
): Promise<Start> {
  let requestIds: string[] | undefined
  try {
    const context = target ?? (await loadTarget(deps, input))
    requestIds = [...new Set([...openRequestIds(context), ...waitingIn(context)])]
    const ready = checkPrerequisites(context, input)
    const active = activeChannel(context, input)
    if (!active) {
      const preparing = prepared(deps, context, ready, input.hotelId)
      // The caller awaits it after the claim.
      preparing.catch(() => undefined)
      const claim = await claimForUser(deps, actor, { input, context, ready, requestIds })
      return { claim, prepare: () => preparing }
    }
    const open = requestIds
    // Later failures must not reject requests of a connected property.
    requestIds = []
    return { result: await replay(deps, input, { channel: active, job: context.job }, open) }
  } catch (error) {
    const problem = asDomainError(error)
    await bestEffort(deps.log, 'recording a refused connection', () =>
      refuseRequests(deps, actor, { input, requestIds, problem, action: 'property.connect' }),
    )
    throw problem
  }
}

/** Empty once the request is withdrawn. */
const waitingIn = ({ requests, job }: ConnectionRecord): string[] =>
  requests.flatMap(({ id }) => (id === job?.value.wait?.requestId ? [id] : []))

/** Throws for another hotel, and while disconnecting. */
export function activeChannel(
  { channel }: ConnectionRecord,
  { hotelId, ota }: ConnectPropertyInput,
): PropertyChannel | undefined {
  if (channel?.status === 'disconnecting') throw refusals.disconnecting()
  if (channel?.status !== 'active') return undefined
  if (channel.hotelId === hotelId) return channel
  throw refusals.connectedAs(otas[ota].label, channel.hotelId)
}

async function replay(
  deps: ConnectPropertyDeps,
  input: ConnectPropertyInput,
  { channel, job }: Pick<ConnectionRecord, 'job'> & { channel: PropertyChannel },
  requestIds: string[],
): Promise<ConnectionResult> {
  const { paymentId } = input
  const at = deps.clock.now()
  // An expired job's payment is unknown: assume this one.
  const paid = job?.value.facts.paymentId ?? (channel.subscriptionId && !job ? paymentId : undefined)
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
