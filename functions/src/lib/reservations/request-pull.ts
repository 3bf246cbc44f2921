import { change } from '../durable/change.ts'
import { type Claim, isAlive, isHeldBy, newClaim } from '../durable/lease.ts'
import type { System } from '../ports.ts'
import type { BookingProperty, HeldPull, Pulls } from './ports.ts'
import { type Pull, type PullInitiator, pullSummary } from './pull.ts'

/** Most people who can wait for one pull. */
const maxInitiators = 20

/** What a person who asks for a pull adds to it. */
export interface LoadOrder {
  channelManagerChannelId: string
  initiator: PullInitiator | undefined
}

type PullRequest =
  | { claim: Pull; previous: HeldPull | undefined }
  /** Asks the holder to pull once more. */
  | { again: HeldPull; at: Date }

/**
 * Claims the pull of a property's bookings. Undefined if somebody else holds it: they are asked to pull once more
 * before they end, so that nothing announced is missed. A person waits instead.
 */
export const requestPull = (
  { reservations, clock, ids }: System & { reservations: Pulls },
  property: BookingProperty,
  order?: LoadOrder,
): Promise<HeldPull | undefined> =>
  change<HeldPull | undefined, PullRequest, HeldPull | undefined>(
    { clock },
    {
      read: () => reservations.pull(property.propertyId),
      recognise: (stored, tried) =>
        'claim' in tried && isHeldBy(stored?.value, tried.claim.claimId ?? undefined)
          ? { result: stored }
          : undefined,
      decide: previous => {
        const now = clock.now()
        if (previous && isHeld(previous.value, now))
          return order || previous.value.again
            ? { result: undefined }
            : { write: { again: previous, at: now } }
        const held = newClaim({ clock, ids }, 'pull')
        return { write: { claim: claimed(property, previous?.value, { now, held, order }), previous } }
      },
      commit: async write => {
        const { propertyId } = property
        if ('claim' in write) return reservations.claimPull(propertyId, write.claim, write.previous?.revision)
        const patch = { again: true, requestedAt: write.at }
        const ended = await reservations.changePull(propertyId, write.again, patch)
        return ended === 'unresolved' ? ended : { result: undefined }
      },
    },
  )

const isHeld = (pull: Pull, now: Date): boolean =>
  pull.open && typeof pull.claimId === 'string' && isAlive(pull, now)

/** The displayed result of a finished pull. */
const ended = (pull: Pull): Pull['before'] =>
  pullSummary.parse({ ...pull, endedAt: pull.endedAt ?? null, error: pull.error ?? null })

/** An unfinished pull is resumed with its counts. */
function claimed(
  { channelManagerPropertyId }: BookingProperty,
  previous: Pull | undefined,
  { now, held, order }: { now: Date; held: Claim; order: LoadOrder | undefined },
): Pull {
  const unfinished = previous?.open ? previous : undefined
  const resumed = unfinished && (!unfinished.endedAt || unfinished.error) ? unfinished : undefined
  const toLoad = [...(unfinished?.loadChannelIds ?? []), ...(order ? [order.channelManagerChannelId] : [])]
  const initiators = [...(unfinished?.presses ?? []), ...(order?.initiator ? [order.initiator] : [])]
  return {
    channelManagerPropertyId,
    open: true,
    again: false,
    requestedAt: now,
    ...held,
    startedAt: resumed?.startedAt ?? now,
    endedAt: null,
    loadChannelIds: [...new Set(toLoad)],
    presses: initiators.slice(-maxInitiators),
    imported: resumed?.imported ?? 0,
    updated: resumed?.updated ?? 0,
    unmapped: resumed?.unmapped ?? [],
    conflicts: resumed?.conflicts ?? [],
    failures: unfinished?.failures ?? 0,
    dueAt: held.leaseUntil,
    before: previous && !order ? (unfinished ? (previous.before ?? null) : ended(previous)) : null,
    // Loading from the OTA failed earlier: those who wait are told at the end.
    error: (resumed && !resumed.endedAt && resumed.error) || null,
  }
}
