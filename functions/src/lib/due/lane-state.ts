import * as z from 'zod'
import type { Company } from '../company.ts'
import { systemActorId } from '../company.ts'
import { type Commit, change } from '../durable/change.ts'
import type { NewItem } from '../items/item.ts'
import type { Clock, Revision, Versioned } from '../ports.ts'
import type { Lane } from './lanes.ts'

/** Why a vendor takes nothing at all. */
export const outageReasons = ['down', 'credentials', 'quota'] as const
export type OutageReason = (typeof outageReasons)[number]

/** `lanes/{lane}`: why nothing goes through a lane. There is none for a lane that is open. */
export const storedLane = z.object({
  /** A person has closed it. */
  pausedBy: z.string().nullish(),
  /** Its vendor takes nothing; one piece tries whether it does again. */
  failing: z.object({ reason: z.enum(outageReasons), since: z.date(), probeAt: z.date() }).nullish(),
})
export type LaneState = z.infer<typeof storedLane>

/** `lanes`. Each call is one round trip. */
export interface LaneStates {
  /** Whom the lanes lead to, and the secret that holds our key there, as items name them. */
  vendors: Readonly<Record<Lane, { name: string; key: string }>>
  read(lane: Lane): Promise<Versioned<LaneState> | undefined>
  /** Only if it still is as it was read. */
  write(
    lane: Lane,
    revision: Revision | undefined,
    state: LaneState,
    company: Company,
  ): Promise<Commit<Revision>>
}

/** One piece tries again after this, at least and at most. Milliseconds. */
const [leastProbeMs, mostProbeMs] = [30_000, 5 * 60_000]

/**
 * What tries a vendor that is down may be lost to it, so the longer it is down the more rarely that is done. A refusal
 * costs nothing.
 */
function probePause(reason: OutageReason, since: Date, now: Date): number {
  if (reason !== 'down') return leastProbeMs
  return Math.min(mostProbeMs, Math.max(leastProbeMs, (now.getTime() - since.getTime()) / 4))
}

/** The state once its vendor was found failing; undefined where that is known. */
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

/** The state once its vendor takes something again; undefined where it did all the time. */
export function open(before: LaneState | undefined): LaneState | undefined {
  if (!before?.failing) return undefined
  const { failing: _over, ...rest } = before
  return rest
}

/** Changes a lane's state, with the item that says so. Answers the state as it is then; `decide` answers none to leave it. */
export const changeLane = (
  { clock, lanes }: { clock: Clock; lanes: LaneStates },
  lane: Lane,
  decide: (before: LaneState | undefined) => LaneState | undefined,
  company: Company = {},
): Promise<LaneState | undefined> =>
  change<Versioned<LaneState> | undefined, LaneState, LaneState | undefined>(
    { clock },
    {
      read: () => lanes.read(lane),
      decide: stored => {
        const next = decide(stored?.value)
        return next ? { write: next } : { result: stored?.value }
      },
      commit: async (state, stored) => {
        const at = clock.now()
        const resolved = (id: string) => ({ resolve: id, by: systemActorId, at })
        const { failing: outage, pausedBy } = state
        const items = [
          ...(outage ? [{ open: outageItem(lane, lanes.vendors[lane], outage) }] : []),
          ...(!outage && stored?.value.failing ? [resolved(outageItemId(lane))] : []),
          ...(pausedBy ? [{ open: pausedItem(lane, pausedBy, at) }] : []),
          ...(!pausedBy && stored?.value.pausedBy ? [resolved(pausedItemId(lane))] : []),
        ]
        const ended = await lanes.write(lane, stored?.revision, state, { ...company, items })
        return ended === 'unresolved' ? ended : { result: state }
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
  { name: vendor, key }: LaneStates['vendors'][Lane],
  { reason, since: createdAt }: NonNullable<LaneState['failing']>,
): NewItem {
  const [what, nextAction] = words[reason]
  const which = reason === 'credentials' ? ` (the secret ${key})` : ''
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
