import * as z from 'zod'
import { type CommitExtras, systemActorId } from '../commit-extras.ts'
import { type Commit, change, resolvedAs } from '../durable/change.ts'
import type { NewItem } from '../items/item.ts'
import type { Clock, Revision, Versioned } from '../ports.ts'
import type { Lane } from './lanes.ts'

/** Reasons of a vendor outage. */
const outageReasons = ['down', 'credentials', 'quota'] as const
export type OutageReason = (typeof outageReasons)[number]

/** `lanes/{lane}`: why a lane is closed. Absent for an open lane. */
export const storedLane = z.object({
  /** The person who paused it. */
  pausedBy: z.string().nullish(),
  /** A vendor outage, and when one piece of work probes whether it is over. */
  failing: z.object({ reason: z.enum(outageReasons), since: z.date(), probeAt: z.date() }).nullish(),
})
export type LaneState = z.infer<typeof storedLane>

/** A lane's vendor and the secret with our key, as named in items; storage knows us by the account of the function. */
export interface LaneVendor {
  name: string
  key?: string
}

/** `lanes`. Each call is one round trip. */
export interface LaneStates {
  vendorOf(lane: Lane): Promise<LaneVendor>
  lane(lane: Lane): Promise<Versioned<LaneState> | undefined>
  /** Only if unchanged. */
  saveLane(
    lane: Lane,
    revision: Revision | undefined,
    state: LaneState,
    extras: CommitExtras,
  ): Promise<Commit<Revision>>
}

/** Shortest and longest interval of probes. Milliseconds. */
const [leastProbeMs, mostProbeMs] = [30_000, 5 * 60_000]

/**
 * Probes of a vendor that is down may get lost, so they become rarer the longer it is down. Refused probes cost
 * nothing.
 */
function probePause(reason: OutageReason, since: Date, now: Date): number {
  if (reason !== 'down') return leastProbeMs
  return Math.min(mostProbeMs, Math.max(leastProbeMs, (now.getTime() - since.getTime()) / 4))
}

/** The state after a vendor failure; undefined if already known. */
export function failing(
  before: LaneState | undefined,
  reason: OutageReason,
  now: Date,
): LaneState | undefined {
  const { since = now, probeAt } = before?.failing ?? {}
  if (probeAt && probeAt > now && before?.failing?.reason === reason) return undefined
  const next = new Date(now.getTime() + probePause(reason, since, now))
  return { ...before, failing: { reason, since, probeAt: next } }
}

/** The state after the vendor is back; undefined if it was not failing. */
export function open(before: LaneState | undefined): LaneState | undefined {
  if (!before?.failing) return undefined
  const { failing: _over, ...rest } = before
  return rest
}

/** Changes a lane's state and its item. Returns the new state; `decide` returns undefined for no change. */
export const changeLane = (
  { clock, lanes }: { clock: Clock; lanes: LaneStates },
  lane: Lane,
  decide: (before: LaneState | undefined) => LaneState | undefined,
  extras: CommitExtras = {},
): Promise<LaneState | undefined> =>
  change<Versioned<LaneState> | undefined, LaneState, LaneState | undefined>(
    { clock },
    {
      read: () => lanes.lane(lane),
      decide: stored => {
        const next = decide(stored?.value)
        return next ? { write: next } : { result: stored?.value }
      },
      commit: async (state, stored) => {
        const at = clock.now()
        const resolved = (id: string) => ({ resolve: id, by: systemActorId, at })
        const { failing: outage, pausedBy } = state
        const items = [
          ...(outage ? [{ open: outageItem(lane, await lanes.vendorOf(lane), outage) }] : []),
          ...(!outage && stored?.value.failing ? [resolved(outageItemId(lane))] : []),
          ...(pausedBy ? [{ open: pausedItem(lane, pausedBy, at) }] : []),
          ...(!pausedBy && stored?.value.pausedBy ? [resolved(pausedItemId(lane))] : []),
        ]
        return resolvedAs(await lanes.saveLane(lane, stored?.revision, state, { ...extras, items }), state)
      },
    },
  )

const outageItemId = (lane: Lane): string => `vendor-unavailable_${lane}`

const words = {
  credentials: [
    'does not accept our key',
    'Correct it and deploy. Everything that waits goes on by itself within a minute.',
  ],
  quota: [
    'says that we ask too much',
    'Wait: what is due goes on by itself. If it stays so, raise the limit there.',
  ],
  down: [
    'does not answer',
    'Look at its status page. Everything that waits goes on by itself some minutes after it is back.',
  ],
} as const satisfies Record<OutageReason, readonly [string, string]>

function outageItem(
  lane: Lane,
  { name: vendor, key }: LaneVendor,
  { reason, since: createdAt }: NonNullable<LaneState['failing']>,
): NewItem {
  const [what, nextAction] = words[reason]
  const which = reason === 'credentials' && key ? ` (the secret ${key})` : ''
  return {
    id: outageItemId(lane),
    kind: 'vendor-unavailable',
    detail: `${vendor} ${what}${which}, so nothing goes out by ${lane} since then.`,
    nextAction,
    about: { vendor, reason, lane, ...(which && { secret: key }) },
    createdAt,
  }
}

const pausedItemId = (lane: Lane): string => `lane-paused_${lane}`

const pausedItem = (lane: Lane, by: string, createdAt: Date): NewItem => ({
  id: pausedItemId(lane),
  kind: 'lane-paused',
  detail: `${by} has paused ${lane}: what is due there waits, and is not lost.`,
  nextAction: `Have it resumed when it may go on: npm run ops -- resume --lane ${lane}`,
  about: { lane },
  createdAt,
})
