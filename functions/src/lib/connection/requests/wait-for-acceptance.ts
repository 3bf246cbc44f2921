import * as z from 'zod'
import type { Actor } from '../../actor.ts'
import { buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { amend } from '../../durable/amend.ts'
import { patch } from '../../store.ts'
import { isUnfinished, jobAt, type Wait } from '../job/job.ts'
import { loadTarget } from '../job/load-target.ts'
import { stopWrites, waitingWrite } from '../job/wait.ts'
import { notWaiting, openRequests } from '../open-requests.ts'
import { type OtaName, otaNames } from '../otas.ts'
import { waitingFor } from '../patience.ts'
import { checkPrerequisites } from '../prerequisites.ts'
import { checkPrice, isSamePrice, priceOf, shownPrice } from '../price.ts'
import { refusals } from '../refusals.ts'
import { prepared } from '../steps/order.ts'
import { type ListedRequest, requests } from './stored-request.ts'

type Deps = Needs<'rules' | 'store'>

export const waitBody = z.strictObject({
  paymentId: z.string().min(1).max(256).optional().meta({ description: 'Of the payment, where one is due.' }),
  price: shownPrice.optional().meta({ description: 'As it was shown; amount in minor units.' }),
})

export const waitAnswer = z.object({ waitingFor }).meta({ id: 'LeftToUs' })

interface WaitInput extends z.infer<typeof waitBody> {
  requestId: string
}

const auditOf = (deps: Needs, actor: Actor, action: string, requestId: string) =>
  buildAuditEntry(deps, actor, {
    action,
    targetType: 'connectionRequest',
    targetId: requestId,
    metadata: {},
  })

/** Idempotent. Throws `not-found`, `not-retryable`, `payment-failed`, and as connecting before its claim. */
export async function waitForAcceptance(
  deps: Deps,
  { uid, role, origin }: Actor,
  { requestId, paymentId, price }: WaitInput,
): Promise<z.infer<typeof waitAnswer>> {
  const actor = { uid, role, ...(origin && { origin }) }
  const { rules, store } = deps
  const openRequest = await waitable(deps, requestId)
  const { propertyId, hotelId } = openRequest
  const ota = otaOf(openRequest)
  const context = await loadTarget(deps, { propertyId, ota })
  const ready = checkPrerequisites(context, { propertyId, ota, hotelId })
  const { account } = await prepared(deps, context, ready, hotelId)
  const shown = priceOf(account)
  if (price) checkPrice(shown, price, 'Read the price again, and leave it to us at that price.')
  return amend(deps, {
    read: () => standingOf(store, requestId),
    audit: auditOf(deps, actor, 'request.wait', requestId),
    decide({ request, job, other }) {
      const { waitingFor: already, listingUrl } = request.value
      checkWaitable(request.value)
      const since = deps.clock.now()
      const until = new Date(since.getTime() + rules.acceptanceWait().forMs)
      const wait = {
        requestId,
        actor,
        hotelId,
        paymentId,
        listingUrl,
        landlordId: ready.property.landlordId ?? '',
        channelManagerPropertyId: ready.channelManagerPropertyId,
        price: shown,
        since,
        until,
        tries: 0,
      }
      if (already && isSame(job?.value.wait, wait)) return { result: { waitingFor: already } }
      if (job && isUnfinished(job.value)) throw refusals.accepted()
      const waitingFor = { code: 'ota-setup-incomplete', since, until }
      return {
        writes: [
          // How an earlier release had it left to us counts no more.
          patch(request, { ...notWaiting, waitingFor }, request.revision),
          waitingWrite(deps, { propertyId, ota }, job, wait),
          ...other.map(one => patch(one, notWaiting, one.revision)),
        ],
        result: { waitingFor },
      }
    },
  })
}

const isSame = (before: Wait | undefined, { requestId, actor, hotelId, paymentId, price }: Wait): boolean =>
  before?.requestId === requestId &&
  before.actor.uid === actor.uid &&
  before.hotelId === hotelId &&
  before.paymentId === paymentId &&
  isSamePrice(before.price, price)

/** A connection that has begun goes on. Idempotent. Throws `not-found`, `connection-in-progress`. */
export async function stopWaiting(deps: Deps, actor: Actor, requestId: string): Promise<void> {
  await amend(deps, {
    audit: auditOf(deps, actor, 'request.stop-waiting', requestId),
    read: () => standingOf(deps.store, requestId),
    decide({ request, job }) {
      if (!request.value.waitingFor) return { result: undefined }
      if (job?.value.status === 'running') throw refusals.accepted()
      const stops = stopWrites(job, requestId, deps.clock.now())
      return { writes: [patch(request, notWaiting, request.revision), ...stops], result: undefined }
    },
  })
}

/** `other`: the request that the job waits for instead. */
async function standingOf(store: Deps['store'], requestId: string) {
  const request = (await store.read(requests.at(requestId))) ?? missing()
  const { propertyId } = request.value
  const job = await store.read(jobAt({ propertyId, ota: otaOf(request.value) }))
  const waiting = job?.value.wait?.requestId
  const isOther = waiting !== undefined && waiting !== requestId
  return { request, job, other: isOther ? await openRequests(store, [waiting]) : [] }
}

export function otaOf({ ota }: { ota: string }): OtaName {
  const otaName = otaNames.find(name => name === ota)
  return otaName ?? missing()
}

type Request = Pick<ListedRequest, 'propertyId' | 'ota' | 'status' | 'rejection' | 'hotelId'>
type Tried = Request & { hotelId: string }

async function waitable({ store }: Deps, requestId: string): Promise<Tried> {
  const { value } = (await store.read(requests.at(requestId))) ?? missing()
  return checkWaitable(value)
}

function checkWaitable(request: Request): Tried {
  const { status, rejection, hotelId } = request
  if (status === 'rejected' && rejection?.code === 'ota-setup-incomplete' && hotelId)
    return { ...request, hotelId }
  throw refusals.notWaiting()
}

function missing(): never {
  throw refusals.requestNotFound()
}
