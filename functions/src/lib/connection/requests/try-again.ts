import type { Actor } from '../../actor.ts'
import type { CommitExtras } from '../../commit-extras.ts'
import type { Needs } from '../../context.ts'
import { change, resolvedAs } from '../../durable/change.ts'
import { leases } from '../../durable/lease.ts'
import { DomainError, type ErrorCode } from '../../errors.ts'
import type { NewItem } from '../../items/item.ts'
import type { Versioned } from '../../ports.ts'
import { staffRole } from '../../roles/user-status.ts'
import type { ConnectPropertyDeps } from '../attempt/attempt.ts'
import type { Attempt } from '../attempt/facts.ts'
import { connectProperty } from '../connect-property.ts'
import { otas } from '../otas.ts'
import { requireConnection } from '../steps/diagnose.ts'
import { otaOf } from './wait-for-acceptance.ts'
import {
  isConnecting,
  isSamePrice,
  pauseAfter,
  priceOf,
  type Wait,
  type WaitingFor,
  type WaitingRequest,
} from './waiting.ts'

type Deps = ConnectPropertyDeps & Needs<'rules' | 'userRecords'>

type Waiting = Versioned<WaitingRequest & { wait: Wait; waitingFor: WaitingFor }>

/**
 * Tries a waiting request again: asks whether the OTA accepts by now, and if so claims the request and connects. Who
 * cancels before the claim has cancelled; who dies after it leaves what the next try, or the attempt's own end, finishes.
 */
export async function tryAgain(deps: Deps, requestId: string): Promise<void> {
  const waiting = await waitingNow(deps, requestId)
  if (!waiting) return
  if (!(await isStillOurs(deps, requestId, waiting))) return
  const { value } = waiting
  const { wait, propertyId } = value
  const ota = otaOf(value)
  const notYet = await refusal(() => requireConnection(deps.channelManager, ota, wait.hotelId))
  if (notYet) return putOff(deps, requestId, waiting)
  // Asking takes up to half a minute.
  if (!(await isStillOurs(deps, requestId, waiting))) return
  const claimed = await claim(deps, requestId, waiting)
  if (!claimed) return
  const failed = await refusal(() =>
    connectProperty(deps, actorOf(wait), {
      ...{ propertyId, ota, hotelId: wait.hotelId, paymentId: wait.paymentId, listingUrl: wait.listingUrl },
      price: wait.price,
      waitingRequest: requestId,
    }),
  )
  const now = failed && (await waitingNow(deps, requestId))
  // Connected, or somebody else has decided on it.
  if (!failed || !now) return
  if (isForLater(failed)) return putOff(deps, requestId, now)
  await endWaiting(deps, requestId, now, failed.detail)
}

const actorOf = ({ actor: { uid, role, origin } }: Wait): Actor => ({ uid, role, ...(origin && { origin }) })

async function waitingNow({ connections }: Deps, requestId: string): Promise<Waiting | undefined> {
  const stored = await connections.waiting(requestId)
  if (!stored) return undefined
  const { wait, waitingFor } = stored.value
  return wait && waitingFor ? { ...stored, value: { ...stored.value, wait, waitingFor } } : undefined
}

/** The vendor's own failures are thrown. */
async function refusal(act: () => Promise<unknown>): Promise<DomainError | undefined> {
  try {
    await act()
    return undefined
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
}

const later: ReadonlySet<ErrorCode> = new Set([
  ...(['ota-setup-incomplete', 'connection-test-failed', 'connection-in-progress'] as const),
  ...(['provider-unavailable', 'provider-timeout', 'internal'] as const),
])
const isForLater = ({ code }: DomainError): boolean => later.has(code)

/** Whether it may be connected now; else it is put off or over. */
async function isStillOurs(deps: Deps, requestId: string, waiting: Waiting): Promise<boolean> {
  const { value } = waiting
  const attempt = (await deps.connections.attempt({ ...value, ota: otaOf(value) }))?.value
  const other = attempt?.facts.waitingRequest === requestId ? undefined : attempt
  const why = await whyOver(deps, value, other)
  if (why) await endWaiting(deps, requestId, waiting, why)
  else if (other?.status === 'running') await putOff(deps, requestId, waiting)
  else return true
  return false
}

/** Why it is not tried any more; undefined while it is. `other`: an attempt that is not of this waiting. */
async function whyOver(
  deps: Deps,
  { wait, waitingFor, propertyId }: Waiting['value'],
  other: Attempt | undefined,
): Promise<string | undefined> {
  const { connections, userRecords, clock } = deps
  if (waitingFor.until <= clock.now()) return 'The OTA has not accepted it in all that time.'
  if (other?.startedAt && other.startedAt > waitingFor.since && other.status !== 'running')
    return 'Connecting the property has been tried otherwise since.'
  const { uid } = wait.actor
  const [record, property, account] = await Promise.all([
    userRecords.find([uid]),
    connections.propertyAlone(propertyId),
    connections.account(wait.landlordId),
  ])
  if (staffRole(record.get(uid)) !== 'operations')
    return 'Who left it to us does not work in operations any more.'
  const isSame =
    (property?.landlordId ?? '') === wait.landlordId &&
    property?.channelManagerId === wait.channelManagerPropertyId
  if (!isSame) return 'The property has another landlord, or another id at the channel manager, by now.'
  if (!account || !isSamePrice(priceOf(account), wait.price))
    return 'The price of the connection service is another one than was shown.'
  return undefined
}

const endWaiting = (deps: Deps, requestId: string, waiting: Waiting, why: string): Promise<void> =>
  written(deps, requestId, waiting, () => null, {
    items: [{ open: endedItem(deps, requestId, waiting.value, why) }],
  })

const endedItem = (
  { clock }: Deps,
  requestId: string,
  { propertyId, wait, ota }: Waiting['value'],
  why: string,
): NewItem => ({
  id: `connection-wait-ended_${requestId}`,
  kind: 'connection-wait-ended',
  detail: `Connecting ${otas[otaOf({ ota })].label} property ${wait.hotelId} is not tried any more. ${why}`,
  nextAction: 'Open the request, see what is missing, then connect it or leave it to us again.',
  ...{ propertyId, ota, createdAt: clock.now() },
})

/** Nothing is missing but time. */
function putOff(deps: Deps, requestId: string, waiting: Waiting): Promise<void> {
  const pauseMs = pauseAfter(waiting.value.wait.tries + 1, deps.rules.acceptanceWait())
  return written(deps, requestId, waiting, ({ waitingFor, wait: { connectingUntil: _, ...wait } }) => ({
    waitingFor,
    wait: { ...wait, tries: wait.tries + 1 },
    tryAt: new Date(deps.clock.now().getTime() + pauseMs),
  }))
}

/** From now on nobody stops it; false if somebody has, or is connecting it. */
async function claim(deps: Deps, requestId: string, waiting: Waiting): Promise<boolean> {
  const now = deps.clock.now()
  if (isConnecting(waiting.value.wait, now)) return false
  const connectingUntil = new Date(now.getTime() + leases.connection)
  const { waitingFor, wait } = waiting.value
  const ended = await deps.connections.changeWait(
    requestId,
    { waitingFor, wait: { ...wait, connectingUntil }, tryAt: connectingUntil },
    waiting.revision,
    {},
  )
  // A claim whose answer was lost is tried again when it ends.
  return ended !== 'unresolved'
}

type Next = Parameters<ConnectPropertyDeps['connections']['changeWait']>[1]

/** As long as it is the same waiting. */
const written = (
  deps: Deps,
  requestId: string,
  known: Waiting,
  next: (value: Waiting['value']) => Next,
  extras: CommitExtras = {},
): Promise<void> =>
  change<Waiting | undefined, Waiting, void>(
    deps,
    {
      read: () => waitingNow(deps, requestId),
      decide: waiting =>
        waiting?.value.waitingFor.since.getTime() === known.value.waitingFor.since.getTime() &&
        waiting.value.wait.tries === known.value.wait.tries
          ? { write: waiting }
          : { result: undefined },
      commit: async ({ value, revision }) =>
        resolvedAs(await deps.connections.changeWait(requestId, next(value), revision, extras), undefined),
    },
    { known },
  )
