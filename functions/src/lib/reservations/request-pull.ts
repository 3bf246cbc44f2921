import type { System } from '../ports.ts'
import type { BookingProperty, HeldPull, PullStore } from './ports.ts'
import type { Press, Pull } from './pull.ts'

/** A pull that writes nothing for so long is dead; every commit of a living one renews it. Milliseconds. */
export const lease = 90_000

const maxTries = 8
/** Presses that one pull answers for. */
const maxPresses = 20

/** What a press adds to a pull. */
export interface LoadOrder {
  channelManagerChannelId: string
  press: Press | undefined
}

/**
 * The right to pull a property's bookings, or undefined when somebody else has it: then they are asked to look once more
 * before they end, so nothing that has been announced is missed. A press waits for its turn instead.
 */
export async function requestPull(
  { pulls, clock, ids }: System & { pulls: PullStore },
  property: BookingProperty,
  order?: LoadOrder,
): Promise<HeldPull | undefined> {
  const { propertyId } = property
  for (let tries = 1; tries <= maxTries; tries += 1) {
    const now = clock.now()
    const previous = await pulls.read(propertyId)
    if (previous && isHeld(previous.value, now)) {
      if (order || previous.value.again) return undefined
      if (await pulls.change(propertyId, previous, { again: true, requestedAt: now })) return undefined
    } else {
      const pull = claimed(property, previous?.value, { now, claimId: ids.claim(), order })
      const held = await pulls.write(propertyId, pull, previous?.revision)
      if (held) return held
    }
  }
  throw new Error('a pull of bookings is contended')
}

export const isHeld = ({ open, claimId, leaseUntil }: Pull, now: Date): boolean =>
  open && typeof claimId === 'string' && leaseUntil > now

/** What people are shown of a pull that has ended. */
const ended = ({
  startedAt,
  endedAt,
  imported,
  updated,
  unmapped,
  conflicts,
  error,
}: Pull): Pull['before'] => ({
  ...{ startedAt, endedAt: endedAt ?? null, imported, updated, unmapped, conflicts, error: error ?? null },
})

/** A pull that did not come to its end is gone on with, counts and all. */
function claimed(
  { channelManagerPropertyId }: BookingProperty,
  previous: Pull | undefined,
  { now, claimId, order }: { now: Date; claimId: string; order: LoadOrder | undefined },
): Pull {
  const unfinished = previous?.open ? previous : undefined
  const resumed = unfinished && (!unfinished.endedAt || unfinished.error) ? unfinished : undefined
  const toLoad = [...(unfinished?.loadChannelIds ?? []), ...(order ? [order.channelManagerChannelId] : [])]
  const presses = [...(unfinished?.presses ?? []), ...(order?.press ? [order.press] : [])]
  return {
    channelManagerPropertyId,
    open: true,
    again: false,
    requestedAt: now,
    claimId,
    leaseUntil: new Date(now.getTime() + lease),
    startedAt: resumed?.startedAt ?? now,
    endedAt: null,
    loadChannelIds: [...new Set(toLoad)],
    presses: presses.slice(-maxPresses),
    imported: resumed?.imported ?? 0,
    updated: resumed?.updated ?? 0,
    unmapped: resumed?.unmapped ?? [],
    conflicts: resumed?.conflicts ?? [],
    failures: unfinished?.failures ?? 0,
    dueAt: null,
    before: previous && !order ? (unfinished ? (previous.before ?? null) : ended(previous)) : null,
    // It could not have the OTA's reservations loaded: whoever waits for that is told in the end.
    error: (resumed && !resumed.endedAt && resumed.error) || null,
  }
}
