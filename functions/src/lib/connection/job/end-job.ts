import { audited } from '../../audit.ts'
import { settlementWrites } from '../../billing/ledger.ts'
import { itemWrites } from '../../items/item.ts'
import { patch, set, type Write } from '../../store.ts'
import { propertyChannels } from '../channels/stored-channel.ts'
import type { Reason, Rejection } from '../model.ts'
import { notWaiting, type OpenRequest, openRequests, requestEndWrites } from '../open-requests.ts'
import { isPassing } from '../rejections.ts'
import { type ConnectPropertyDeps, jobState, type Order } from '../steps/order.ts'
import { channelIdOf, targetOf } from '../target.ts'
import { type Completion, type ConnectionResult, completionOf, connectionResult } from './completion.ts'
import { type Job, jobAt } from './job.ts'
import type { JobClaim } from './job-claim.ts'
import { auditOf } from './order.ts'
import { endedItem, isForLater, overFields, waitFields } from './wait.ts'

interface Rejected {
  reason: Reason | undefined
  /** False: due work undoes the rest. */
  isUndone: boolean
  currentStep?: string | undefined
}

/** A wait goes on if only the OTA's acceptance is missing. */
export async function reject(
  deps: ConnectPropertyDeps,
  claim: JobClaim,
  { reason, isUndone, currentStep }: Rejected,
): Promise<void> {
  const { facts, status, wait } = claim.job
  const at = deps.clock.now()
  const rejection = reason && status === 'running' ? { ...reason, at } : undefined
  const goesOn = wait && (!rejection || isForLater(rejection.code)) ? wait : undefined
  const next = goesOn ? waitFields(deps, goesOn, goesOn.tries + (rejection ? 1 : 0)) : overFields(at)
  const left = isUndone
    ? { undo: 'none', ...next }
    : // After an earlier rejection `dueAt` stays at the lease's end.
      { undo: 'pending', state: jobState.parse(claim.state), wait: next.wait, dueAt: rejection?.at }
  const end = { status: 'rejected', leaseUntil: at, ...left }
  await claim.commit({
    readMore: () => openRequests(deps.store, rejection ? facts.requestIds : []),
    isDone: job => job.status === 'rejected' && job.leaseUntil.getTime() === at.getTime(),
    writes: (revision, requests) => {
      if (!rejection) return [patch(jobAt(facts), end, revision)]
      const fields = { ...end, rejection, endedAt: at, currentStep }
      return [
        patch(jobAt(facts), fields, revision),
        ...rejectedWrites(claim.job, requests, rejection, goesOn !== undefined),
        ...(wait && !goesOn ? itemWrites({ open: endedItem(facts, wait, rejection.detail, at) }) : []),
        ...audited(auditOf(deps, claim.job, rejection.code)),
      ]
    },
  })
}

/** Before another try after a passing failure, requests only stop waiting. */
function rejectedWrites(
  { facts: { hotelId, listingUrl, isTriedAgain } }: Job,
  requests: readonly OpenRequest[],
  rejection: Rejection,
  keepsWait: boolean,
): Write[] {
  const open = requests.filter(({ value }) => !value.isCompleted)
  if (!isTriedAgain || !isPassing(rejection.code))
    return requestEndWrites(open, {
      status: 'rejected',
      rejection,
      tried: { hotelId, listingUrl },
      keepsWait,
    })
  return open.flatMap(request =>
    request.value.isWaiting ? [patch(request, notWaiting, request.revision)] : [],
  )
}

/** Reads the requests last, for changes since the claim. */
export async function complete(
  deps: ConnectPropertyDeps,
  claim: JobClaim,
  order: Order,
): Promise<ConnectionResult> {
  const { clock, log, store } = deps
  const { facts } = order
  const at = clock.now()
  const { completion, extraWrites } = completionOf({
    order,
    state: claim.state,
    audit: auditOf(deps, claim.job),
    by: claim.job.initiator?.actor.uid ?? '',
    at,
    isLeftToUs: claim.job.wait !== undefined,
  })
  let firstRequests = await claim.requests
  const requests = await claim.commit({
    async readMore() {
      const requests = firstRequests ?? (await openRequests(store, facts.requestIds, facts))
      firstRequests = undefined
      return requests
    },
    isDone: ({ status }) => status === 'completed',
    writes: (revision, requests) => [
      patch(jobAt(facts), { status: 'completed', endedAt: at, ...overFields(at) }, revision),
      set(propertyChannels.at(channelIdOf(facts)), newChannel(completion, requests)),
      ...requestEndWrites(requests, { status: 'completed', at }),
      ...settlementWrites(completion),
      ...extraWrites,
    ],
  })
  log.info('property connected', { ...targetOf(facts), attemptId: facts.attemptId })
  return connectionResult(
    completion,
    requests.map(({ id }) => id),
  )
}

const newChannel = (
  { facts, channelManagerChannelId, mapping, offer, review, currency, subscription, at }: Completion,
  requests: readonly OpenRequest[],
): Record<string, unknown> => ({
  ...targetOf(facts),
  status: 'active',
  hotelId: facts.hotelId,
  channelManagerChannelId,
  mapping,
  mappingStatus: 'initial',
  version: 1,
  offer,
  review,
  currency,
  listingUrl: facts.listingUrl,
  subscriptionId: subscription?.id ?? null,
  requestIds: requests.map(({ id }) => id),
  attemptId: facts.attemptId,
  createdAt: at,
  lookAt: at,
})
