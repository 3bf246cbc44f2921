import type { Actor } from '../../actor.ts'
import { buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { change, resolvedAs } from '../../durable/change.ts'
import { DomainError } from '../../errors.ts'
import type { Versioned } from '../../ports.ts'
import { type OtaName, otaNames } from '../otas.ts'
import { checkPrerequisites, loadTarget, prepared } from '../prerequisites.ts'
import {
  checkPrice,
  isConnecting,
  isSamePrice,
  pauseAfter,
  priceOf,
  requestNotFound,
  type ShownPrice,
  type Wait,
  type WaitingFor,
  type WaitingRequest,
} from './waiting.ts'

type Deps = Needs<'connections' | 'rules'>

interface WaitInput {
  requestId: string
  paymentId?: string | undefined
  /** As it was shown. Amount in minor units. */
  price?: ShownPrice | undefined
}

const auditOf = (deps: Needs, actor: Actor, action: string, requestId: string) =>
  buildAuditEntry(deps, actor, {
    ...{ action, targetType: 'connectionRequest', targetId: requestId, metadata: {} },
  })

/**
 * Leaves a request that lacks nothing but the OTA's acceptance to us: it is tried again in the name of who asked, at the
 * price that they were shown. Idempotent. Throws `not-found`, `not-retryable`, `payment-failed`, and what connecting
 * throws before it begins.
 */
export async function waitForAcceptance(
  deps: Deps,
  { uid, role, origin }: Actor,
  { requestId, paymentId, price }: WaitInput,
): Promise<{ waitingFor: WaitingFor }> {
  const actor = { uid, role, ...(origin && { origin }) }
  const { connections, rules } = deps
  const asked = await waitable(deps, requestId)
  const { propertyId, hotelId } = asked
  const ota = otaOf(asked)
  const context = await loadTarget(deps, { propertyId, ota })
  const ready = checkPrerequisites(context, { propertyId, ota, hotelId })
  const { account } = await prepared(deps, context, ready, hotelId)
  const shown = priceOf(account)
  if (price) checkPrice(shown, price, 'Read the price again, and leave it to us at that price.')
  const audit = auditOf(deps, actor, 'request.wait', requestId)
  return change<Versioned<WaitingRequest>, Versioned<WaitingRequest>, { waitingFor: WaitingFor }>(deps, {
    read: async () => (await connections.waiting(requestId)) ?? missing(),
    decide: stored => {
      const { wait, waitingFor } = stored.value
      checkWaitable(stored.value)
      const isSame =
        wait?.actor.uid === uid &&
        wait.hotelId === hotelId &&
        wait.paymentId === paymentId &&
        isSamePrice(wait.price, shown)
      return waitingFor && isSame ? { result: { waitingFor } } : { write: stored }
    },
    commit: async ({ value, revision }) => {
      const patience = rules.acceptanceWait()
      const since = deps.clock.now()
      const waitingFor = {
        ...{ code: 'ota-setup-incomplete', since, until: new Date(since.getTime() + patience.forMs) },
      }
      const wait: Wait = {
        ...{ actor, hotelId, tries: 0, price: shown },
        landlordId: ready.property.landlordId ?? '',
        channelManagerPropertyId: ready.channelManagerPropertyId,
        ...(paymentId !== undefined && { paymentId }),
        ...(value.listingUrl !== undefined && { listingUrl: value.listingUrl }),
      }
      const tryAt = new Date(since.getTime() + pauseAfter(0, patience))
      const written = await connections.changeWait(requestId, { waitingFor, wait, tryAt }, revision, {
        audits: [audit],
      })
      return resolvedAs(written, { waitingFor })
    },
  })
}

/**
 * Ends the waiting; what has begun to be connected is not stopped, also where due work has yet to finish it. Idempotent.
 * Throws `not-found`, `connection-in-progress`.
 */
export async function stopWaiting(deps: Deps, actor: Actor, requestId: string): Promise<void> {
  const audit = auditOf(deps, actor, 'request.stop-waiting', requestId)
  const { connections, clock } = deps
  await change<Stoppable, Stoppable, void>(deps, {
    read: async () => {
      const stored = (await connections.waiting(requestId)) ?? missing()
      const { propertyId } = stored.value
      // Read after the request: an attempt of its own begins only after a claim, which changes the request.
      const standing = await connections.standingRequests({ propertyId, ota: otaOf(stored.value) })
      return { ...stored, hasBegun: standing.isConnecting }
    },
    decide: stored => {
      const { wait } = stored.value
      if (!wait) return { result: undefined }
      if (stored.hasBegun || isConnecting(wait, clock.now())) throw connecting()
      return { write: stored }
    },
    commit: async ({ revision }) =>
      resolvedAs(await connections.changeWait(requestId, null, revision, { audits: [audit] }), undefined),
  })
}

/** The OTA of a request that we can connect. */
export function otaOf({ ota }: Pick<WaitingRequest, 'ota'>): OtaName {
  const known = otaNames.find(name => name === ota)
  return known ?? missing()
}

type Stoppable = Versioned<WaitingRequest> & { hasBegun: boolean }
type Tried = WaitingRequest & { hotelId: string }

async function waitable({ connections }: Deps, requestId: string): Promise<Tried> {
  const { value } = (await connections.waiting(requestId)) ?? missing()
  return checkWaitable(value)
}

function checkWaitable(request: WaitingRequest): Tried {
  const { status, rejection, hotelId } = request
  if (status === 'rejected' && rejection?.code === 'ota-setup-incomplete' && hotelId)
    return { ...request, hotelId }
  throw new DomainError('not-retryable', 'This request does not wait for an acceptance.', {
    nextAction: 'Read the request again and do what it says.',
  })
}

function missing(): never {
  throw requestNotFound()
}

const connecting = (): DomainError =>
  new DomainError('connection-in-progress', 'The property was accepted, and is being connected right now.', {
    nextAction: 'Wait a minute, then look at the result. A channel can be disconnected again.',
    retryAfterSeconds: 30,
  })
