import type { Needs } from '../../context.ts'
import { amend } from '../../durable/amend.ts'
import { DomainError } from '../../errors.ts'
import { itemWrites } from '../../items/item.ts'
import { ready } from '../../lazy-port.ts'
import { staffRole } from '../../roles/user-status.ts'
import { patch, type Write } from '../../store.ts'
import { notWaiting, openRequests } from '../open-requests.ts'
import { checkPrerequisites } from '../prerequisites.ts'
import { isSamePrice, priceOf } from '../price.ts'
import { readAccount } from '../properties/stored-property.ts'
import { requireConnection } from '../steps/diagnose.ts'
import { type ConnectPropertyDeps, prepared } from '../steps/order.ts'
import type { Target } from '../target.ts'
import { claimForSweep } from './claim.ts'
import { connectProperty } from './connect-property.ts'
import { reject } from './end-job.ts'
import { isUnfinished, jobAt, type Wait } from './job.ts'
import { loadTarget, type TargetContext } from './load-target.ts'
import { withBudgets } from './order.ts'
import { runJob } from './run-job.ts'
import { undo } from './undo.ts'
import { awaits, endedItem, isForLater, overFields, waitFields } from './wait.ts'

export async function finishJob(deps: WaitingDeps, target: Target): Promise<void> {
  const startedAt = deps.clock.now()
  await ready(deps.channelManager)
  const context = await loadTarget(deps, target)
  const job = context.job?.value
  if (job?.wait && !isUnfinished(job)) return tryWaiting(deps, target, { context, wait: job.wait })
  const claim = await claimForSweep(deps, context)
  if (!claim) return
  const within = withBudgets(deps, startedAt)
  const { facts, failure } = claim.job
  if (failure) return reject(deps, claim, { reason: failure, isUndone: await undo(within, claim) })
  const prepare = async () => prepared(deps, context, checkPrerequisites(context, facts), facts.hotelId)
  try {
    await runJob(within, { claim, startedAt, prepare })
  } catch (error) {
    // The job was rejected: only unexpected errors are logged.
    if (!(error instanceof DomainError) || error.code === 'internal') throw error
  }
}

export type WaitingDeps = ConnectPropertyDeps & Needs<'userRecords'>

/** A stop before the claim holds. */
async function tryWaiting(
  deps: WaitingDeps,
  target: Target,
  { context, wait }: { context: TargetContext; wait: Wait },
): Promise<void> {
  const { actor, hotelId, paymentId, listingUrl, price } = wait
  if (!(await isStillOurs(deps, target, context, wait))) return
  const notYet = await refusal(() => requireConnection(deps.channelManager, target.ota, hotelId))
  if (notYet) return settle(deps, target, wait, 'later')
  // The check takes up to 30 s.
  const now = await loadTarget(deps, target)
  if (!awaits(now.job?.value, wait) || !(await isStillOurs(deps, target, now, wait))) return
  const failed = await refusal(() =>
    connectProperty(deps, actor, { ...target, hotelId, paymentId, listingUrl, price, wait }, now),
  )
  if (failed) await settle(deps, target, wait, isForLater(failed.code) ? 'later' : { why: failed.detail })
}

async function refusal(act: () => Promise<unknown>): Promise<DomainError | undefined> {
  try {
    await act()
    return undefined
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
}

async function isStillOurs(
  deps: WaitingDeps,
  target: Target,
  context: TargetContext,
  wait: Wait,
): Promise<boolean> {
  const request = context.requests.find(({ id }) => id === wait.requestId)
  const isLeft = request?.waitingFor?.since.getTime() === wait.since.getTime()
  const why = isLeft ? await whyOver(deps, context, wait) : undefined
  if (isLeft && !why) return true
  await settle(deps, target, wait, { why })
  return false
}

async function whyOver(
  { store, userRecords, clock }: WaitingDeps,
  { property }: TargetContext,
  { actor: { uid }, until, landlordId, channelManagerPropertyId, price }: Wait,
): Promise<string | undefined> {
  if (until <= clock.now()) return 'The OTA has not accepted it in all that time.'
  const [record, account] = await Promise.all([userRecords.find([uid]), readAccount(store, landlordId)])
  if (staffRole(record.get(uid)) !== 'operations')
    return 'Who left it to us does not work in operations any more.'
  if ((property?.landlordId ?? '') !== landlordId || property?.channelManagerId !== channelManagerPropertyId)
    return 'The property has another landlord, or another id at the channel manager, by now.'
  if (!account || !isSamePrice(priceOf(account), price))
    return 'The price of the connection service is another one than was shown.'
  return undefined
}

/** `why` opens an item. */
const settle = (
  deps: WaitingDeps,
  target: Target,
  wait: Wait,
  outcome: 'later' | { why: string | undefined },
): Promise<void> =>
  amend(deps, {
    async read() {
      const [job, [request]] = await Promise.all([
        deps.store.read(jobAt(target)),
        openRequests(deps.store, [wait.requestId]),
      ])
      return { job, request }
    },
    decide({ job, request }) {
      if (!job || !awaits(job.value, wait)) return { result: undefined }
      const at = deps.clock.now()
      const fields = outcome === 'later' ? waitFields(deps, wait, wait.tries + 1) : overFields(at)
      const writes: Write[] = [patch(job, fields, job.revision)]
      if (outcome === 'later') return { writes, result: undefined }
      if (request?.value.isWaiting) writes.push(patch(request, notWaiting, request.revision))
      if (outcome.why !== undefined)
        writes.push(...itemWrites({ open: endedItem(target, wait, outcome.why, at) }))
      return { writes, result: undefined }
    },
  })
