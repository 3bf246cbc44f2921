import * as z from 'zod'
import { systemActorId } from '../actor.ts'
import type { AuditEntry } from '../audit.ts'
import { amend } from '../durable/amend.ts'
import { itemWrites, type NewItem } from '../items/item.ts'
import type { Clock } from '../ports.ts'
import { collection, put, type Store } from '../store.ts'
import type { Lane } from './lanes.ts'

const outageReasons = ['down', 'credentials', 'quota'] as const
export type OutageReason = (typeof outageReasons)[number]

const storedLane = z.object({
  pausedBy: z.string().nullish(),
  failing: z.object({ reason: z.enum(outageReasons), since: z.date(), probeAt: z.date() }).nullish(),
})
export type LaneState = z.infer<typeof storedLane>

export const lanes = collection('lanes/{lane}', storedLane)

/** Items name these; storage uses the function's account. */
export interface LaneVendor {
  name: string
  key?: string
}

const [leastProbeMs, mostProbeMs] = [30_000, 5 * 60_000]

/** Probes of a vendor that is down may get lost, so they become rarer; refused ones cost nothing. */
function probePause(reason: OutageReason, since: Date, now: Date): number {
  if (reason !== 'down') return leastProbeMs
  return Math.min(mostProbeMs, Math.max(leastProbeMs, (now.getTime() - since.getTime()) / 4))
}

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

export function open(before: LaneState | undefined): LaneState | undefined {
  if (!before?.failing) return undefined
  const { failing: _over, ...rest } = before
  return rest
}

export interface LaneDeps {
  clock: Clock
  store: Store
  vendorOf(lane: Lane): LaneVendor
}

export const changeLane = (
  deps: LaneDeps,
  lane: Lane,
  decide: (before: LaneState | undefined) => LaneState | undefined,
  audit?: AuditEntry,
): Promise<LaneState | undefined> =>
  amend(deps, {
    read: { stored: lanes.at(lane) },
    decide({ stored }) {
      const next = decide(stored?.value)
      if (!next) return { result: stored?.value }
      const at = deps.clock.now()
      const resolved = (id: string) => ({ resolve: id, by: systemActorId, at })
      const { failing: outage, pausedBy } = next
      const items = [
        ...(outage ? [{ open: outageItem(lane, deps.vendorOf(lane), outage) }] : []),
        ...(!outage && stored?.value.failing ? [resolved(outageItemId(lane))] : []),
        ...(pausedBy ? [{ open: pausedItem(lane, pausedBy, at) }] : []),
        ...(!pausedBy && stored?.value.pausedBy ? [resolved(pausedItemId(lane))] : []),
      ]
      const none = stored && null
      const fields = { pausedBy: pausedBy ?? none, failing: outage ?? none }
      return {
        writes: [put(lanes.at(lane), fields, stored?.revision), ...items.flatMap(itemWrites)],
        result: next,
      }
    },
    audit,
  })

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
