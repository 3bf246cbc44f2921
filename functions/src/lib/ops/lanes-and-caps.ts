import type { Actor } from '../actor.ts'
import { buildAuditEntry } from '../audit.ts'
import { capNames, type SpendCounter } from '../chat/delivery/spending.ts'
import type { Needs } from '../context.ts'
import { dayOf } from '../days.ts'
import { changeLane, open } from '../due/lane-state.ts'
import type { Lane } from '../due/lanes.ts'
import type { OpsContext } from './context.ts'

/** Closes a lane, or opens it for everything, whatever had closed it: `pausedBy` null. */
export async function setPaused(
  deps: OpsContext,
  actor: Actor,
  { lane, pausedBy }: { lane: Lane; pausedBy: string | null },
): Promise<void> {
  const action = pausedBy === null ? 'lane.resume' : 'lane.pause'
  const about = { action, targetType: 'lane', targetId: lane, metadata: {} }
  await changeLane(
    { ...deps, lanes: deps.operations },
    lane,
    before => ({ ...(pausedBy === null ? (open(before) ?? before) : before), pausedBy }),
    { audits: [buildAuditEntry(deps, actor, about)] },
  )
}

/** The cap that was named, and of whom: only those of many together need no id. */
export function namedCap(name: string | undefined, id: string | undefined): SpendCounter | undefined {
  const cap = capNames.find(one => one === name)
  if (cap === 'all' || cap === 'members') return { cap, id: 'all' }
  return cap && id ? { cap, id } : undefined
}

/** A cap does not hold any more today. Answers the day. */
export async function liftCap(
  deps: Needs<'operations'>,
  actor: Actor,
  { counter, liftedBy }: { counter: SpendCounter; liftedBy: string },
): Promise<string> {
  const day = dayOf(deps.clock.now())
  const metadata = { ...counter, day }
  const about = { action: 'spend-cap.lift', targetType: 'spend-cap', targetId: counter.cap, metadata }
  const audits = [buildAuditEntry(deps, actor, about)]
  await deps.operations.liftCap({ ...counter, day, liftedBy }, { audits })
  return day
}
