import { amend } from '../../durable/amend.ts'
import { type Claim, isAlive, isHeldBy, newClaim } from '../../durable/lease.ts'
import type { System } from '../../ports.ts'
import type { Store } from '../../store.ts'
import type { BookingProperty } from '../model.ts'
import { listedFrom, mayBeForgotten } from './feed-memory.ts'
import { type Pull, type PullInitiator, pullSummary } from './pull.ts'
import { claimWrite, type PullRecord, pullWrite, readPull } from './stored-pull.ts'

const maxInitiators = 20

export interface LoadOrder {
  channelManagerChannelId: string
  initiator: PullInitiator | undefined
}

type Deps = System & { store: Store }

/**
 * Undefined if another process holds the pull: it pulls once more, so that nothing is missed. A person waits instead.
 */
export function requestPull(
  { store, clock, ids }: Deps,
  property: BookingProperty,
  order?: LoadOrder,
): Promise<PullRecord | undefined> {
  const { propertyId } = property
  const lease = newClaim({ clock, ids }, 'pull')
  return amend<() => Promise<PullRecord | undefined>, PullRecord | undefined>(
    { store, clock },
    {
      read: () => readPull(store, propertyId),
      decide(previous) {
        const now = clock.now()
        if (isHeldBy(previous?.value, lease.claimId)) return { result: previous }
        if (previous && isHeld(previous.value, now)) {
          const isAsked = order || previous.value.again
          const writes = isAsked ? [] : [pullWrite(propertyId, previous, { again: true, requestedAt: now })]
          return { writes, result: undefined }
        }
        const value = claimed(property, previous?.value, { now, lease, order })
        return {
          writes: [claimWrite(propertyId, value, previous?.revision)],
          result: undefined,
          written: ({ result: revision }) => ({ value, revision }),
        }
      },
    },
  )
}

/** A running pull does it, else it is due work. */
export const oweList = (deps: Deps, property: BookingProperty, from: Date): Promise<void> =>
  amend(deps, {
    read: () => readPull(deps.store, property.propertyId),
    decide(previous) {
      const { propertyId } = property
      const now = deps.clock.now()
      if (previous && isHeld(previous.value, now)) {
        const listFrom = earliest(previous.value.listFrom, from)
        const request = { again: true, requestedAt: now, listFrom }
        return { writes: [pullWrite(propertyId, previous, request)], result: undefined }
      }
      const lease = { claimId: deps.ids.claim(), leaseUntil: now }
      const claim = claimed(property, previous?.value, { now, lease, from })
      return { writes: [claimWrite(propertyId, claim, previous?.revision)], result: undefined }
    },
  })

/** After a new mapping only the list shows these bookings. Without a pull, none waits. */
export async function settleWaiting(deps: Deps, propertyId: string): Promise<void> {
  const pull = await readPull(deps.store, propertyId)
  if (!pull) return
  const { channelManagerPropertyId } = pull.value
  await oweList(deps, { propertyId, channelManagerPropertyId }, deps.clock.now())
}

const earliest = (...times: (Date | null | undefined)[]): Date | null =>
  times.flatMap(time => time ?? []).sort((a, b) => a.getTime() - b.getTime())[0] ?? null

const isHeld = (pull: Pull, now: Date): boolean =>
  pull.open && typeof pull.claimId === 'string' && isAlive(pull, now)

const ended = (pull: Pull): Pull['before'] =>
  pullSummary.parse({ ...pull, endedAt: pull.endedAt ?? null, error: pull.error ?? null })

function claimed(
  { channelManagerPropertyId }: BookingProperty,
  previous: Pull | undefined,
  { now, lease, order, from }: { now: Date; lease: Claim; order?: LoadOrder | undefined; from?: Date },
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
    ...lease,
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
    dueAt: lease.leaseUntil,
    before: previous && !order ? (unfinished ? (previous.before ?? null) : ended(previous)) : null,
    error: (resumed && !resumed.endedAt && resumed.error) || null,
  }
}

/** The feed may have forgotten bookings of an unfinished pull. */
const forgottenFrom = ({ startedAt }: Pull, now: Date): Date | undefined =>
  mayBeForgotten(startedAt, now) ? listedFrom(startedAt) : undefined
