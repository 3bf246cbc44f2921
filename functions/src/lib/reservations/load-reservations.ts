import type { Actor } from '../actor.ts'
import { type AuditEntry, auditingFailure, buildAuditEntry } from '../audit.ts'
import { bookingChannels, bookingProperty } from '../connection/channels/booking-channel.ts'
import type { BookingProperty } from '../connection/model.ts'
import { type LoadResult, type Pull, type PullInitiator, resultOf } from '../connection/pulls/pull.ts'
import { type LoadOrder, requestPull } from '../connection/pulls/request-pull.ts'
import type { PullRecord } from '../connection/pulls/stored-pull.ts'
import type { Needs } from '../context.ts'
import { DomainError } from '../errors.ts'
import { ready } from '../lazy-port.ts'
import type { BookingChannel } from './ports.ts'
import { loadAction, type PullDeps, pullFailure, runPull } from './run-pull.ts'

type Deps = PullDeps & Needs<'auditLog'>
type LoadReservationsInput = Record<'propertyId' | 'channelId', string>

/** A Hosting rewrite ends at 60 s. */
const pullBudgetMs = 45_000
/** A person waits for a webhook's pull. */
const patienceMs = 5_000
const intervalMs = 250

/** Specification A2, step 6. Idempotent; continues in the background. */
export async function loadReservations(
  deps: Deps,
  actor: Actor,
  { propertyId, channelId }: LoadReservationsInput,
): Promise<LoadResult> {
  const startedAt = deps.clock.now()
  await ready(deps.feed)
  const audit = buildAuditEntry(deps, actor, {
    action: loadAction,
    targetType: 'property',
    targetId: propertyId,
    metadata: { channelId },
  })
  const claim = async () => {
    const { property, channel } = await connectedChannel(deps, { propertyId, channelId })
    const { channelManagerChannelId } = channel
    return awaitPull(deps, property, { channelManagerChannelId, initiator: initiatorOf(audit, channel) })
  }
  // From the claim on, the pull writes the audit entries.
  const record = await auditingFailure(deps, audit, claim, pullFailure)
  try {
    const until = new Date(startedAt.getTime() + pullBudgetMs)
    const outcome = await runPull(deps, propertyId, record, until)
    if (outcome.end === 'unfinished') throw stillLoading(outcome.pull)
    if (outcome.failure) throw outcome.failure
    return resultOf(outcome.pull)
  } catch (error) {
    throw pullFailure(error)
  }
}

type LoadedChannel = Omit<BookingChannel, 'isActive'>

async function connectedChannel(
  { store }: Deps,
  { propertyId, channelId }: LoadReservationsInput,
): Promise<{ property: BookingProperty; channel: LoadedChannel }> {
  const [channel, property] = await Promise.all([
    store.read(bookingChannels.at(channelId)),
    bookingProperty(store, propertyId),
  ])
  if (channel?.value.status !== 'active' || channel.value.propertyId !== propertyId) {
    throw new DomainError('channel-not-found', 'The property has no such channel, or it is not active.', {
      nextAction: 'Connect the property to the OTA first.',
    })
  }
  if (property) return { property, channel: { ...channel.value, id: channelId } }
  throw new DomainError(
    'channel-manager-connection-missing',
    'The property has no connection to the channel manager.',
    {
      nextAction: 'Connect the property to the first OTA (the home-rental marketplace), then come back here.',
    },
  )
}

function initiatorOf(entry: AuditEntry | undefined, { id, ota }: LoadedChannel): PullInitiator | undefined {
  if (!entry) return undefined
  const { id: auditId, actorId, ipAddress, claimedAddress, userAgent } = entry
  const address = { ipAddress, ...(claimedAddress !== undefined && { claimedAddress }) }
  return { auditId, actorId, ...address, userAgent, ota, channelId: id }
}

async function awaitPull(deps: Deps, property: BookingProperty, order: LoadOrder): Promise<PullRecord> {
  for (let waitedMs = 0; ; waitedMs += intervalMs) {
    const record = await requestPull(deps, property, order)
    if (record) return record
    if (waitedMs >= patienceMs) throw inProgress('Bookings of this property are being loaded right now.')
    await deps.clock.sleep(intervalMs)
  }
}

const inProgress = (summary: string): DomainError =>
  new DomainError('load-in-progress', summary, {
    nextAction: "Wait for it to finish; the channel's list shows how far it is.",
    retryAfterSeconds: 5,
  })

const stillLoading = ({ imported, updated }: Pull): DomainError =>
  inProgress(
    `There is more to load than one request has time for: ${imported} imported and ${updated} updated so far, and it goes on by itself.`,
  )
