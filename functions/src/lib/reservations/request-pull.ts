import { type Commit, change, resolvedAs } from '../durable/change.ts'
import { type Claim, isAlive, isHeldBy, newClaim } from '../durable/lease.ts'
import type { System } from '../ports.ts'
import { listedFrom, mayBeForgotten } from './feed-memory.ts'
import type { BookingProperty, HeldPull, PullPatch, Pulls } from './ports.ts'
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
  | { again: HeldPull; patch: PullPatch }

type Deps = System & { reservations: Pulls }

/**
 * Claims the pull of a property's bookings. Undefined if somebody else holds it: they are asked to pull once more
 * before they end, so that nothing announced is missed. A person waits instead.
 */
export const requestPull = (
  { reservations, clock, ids }: Deps,
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
            : { write: { again: previous, patch: { again: true, requestedAt: now } } }
        const held = newClaim({ clock, ids }, 'pull')
        return { write: { claim: claimed(property, previous?.value, { now, held, order }), previous } }
      },
      commit: async write => {
        const ended = await commitRequest(reservations, property, write)
        return 'claim' in write ? ended : resolvedAs(ended, undefined)
      },
    },
  )

/**
 * Has the list of a property's bookings read: what is upcoming, and what was made from that time on. Whoever holds the
 * pull does it before they end, or else it is due work.
 */
export const oweList = async (
  { reservations, clock, ids }: Deps,
  property: BookingProperty,
  from: Date,
): Promise<void> => {
  await change<HeldPull | undefined, PullRequest, unknown>(
    { clock },
    {
      read: () => reservations.pull(property.propertyId),
      decide: previous => {
        const now = clock.now()
        if (previous && isHeld(previous.value, now)) {
          const listFrom = earliest(previous.value.listFrom, from)
          return { write: { again: previous, patch: { again: true, requestedAt: now, listFrom } } }
        }
        const held = { claimId: ids.claim(), leaseUntil: now }
        return { write: { claim: claimed(property, previous?.value, { now, held, from }), previous } }
      },
      commit: write => commitRequest(reservations, property, write),
    },
  )
}

const commitRequest = (
  reservations: Pulls,
  { propertyId }: BookingProperty,
  write: PullRequest,
): Promise<Commit<HeldPull>> =>
  'claim' in write
    ? reservations.claimPull(propertyId, write.claim, write.previous?.revision)
    : reservations.changePull(propertyId, write.again, write.patch)

const earliest = (...times: (Date | null | undefined)[]): Date | null =>
  times.flatMap(time => time ?? []).sort((a, b) => a.getTime() - b.getTime())[0] ?? null

const isHeld = (pull: Pull, now: Date): boolean =>
  pull.open && typeof pull.claimId === 'string' && isAlive(pull, now)

/** The displayed result of a finished pull. */
const ended = (pull: Pull): Pull['before'] =>
  pullSummary.parse({ ...pull, endedAt: pull.endedAt ?? null, error: pull.error ?? null })

/** An unfinished pull is resumed with its counts. */
function claimed(
  { channelManagerPropertyId }: BookingProperty,
  previous: Pull | undefined,
  { now, held, order, from }: { now: Date; held: Claim; order?: LoadOrder | undefined; from?: Date },
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
    listFrom: earliest(from, previous?.listFrom, unfinished && forgottenFrom(unfinished, now)),
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

/** What was announced to an unfinished pull may be gone from the feed by now. */
const forgottenFrom = ({ startedAt }: Pull, now: Date): Date | undefined =>
  mayBeForgotten(startedAt, now) ? listedFrom(startedAt) : undefined
