import type { Actor } from '../actor.ts'
import { audited, buildAuditEntry } from '../audit.ts'
import { counterWrite } from '../chat/delivery/spend-counts.ts'
import { capNames, type SpendCounter } from '../chat/delivery/spending.ts'
import type { Needs } from '../context.ts'
import { dayOf } from '../days.ts'
import { changeLane, open } from '../due/lane-state.ts'
import type { Lane } from '../due/lanes.ts'
import type { OpsContext } from './context.ts'

/** Null opens it. */
export async function setPaused(
  deps: OpsContext,
  actor: Actor,
  { lane, pausedBy }: { lane: Lane; pausedBy: string | null },
): Promise<void> {
  const action = pausedBy === null ? 'lane.resume' : 'lane.pause'
  const about = { action, targetType: 'lane', targetId: lane, metadata: {} }
  await changeLane(
    deps,
    lane,
    before => ({ ...(pausedBy === null ? (open(before) ?? before) : before), pausedBy }),
    buildAuditEntry(deps, actor, about),
  )
}

export function namedCap(name: string | undefined, id: string | undefined): SpendCounter | undefined {
  const cap = capNames.find(one => one === name)
  if (cap === 'all' || cap === 'members') return { cap, id: 'all' }
  return cap && id ? { cap, id } : undefined
}

export async function liftCap(
  deps: Needs<'store'>,
  actor: Actor,
  { counter, liftedBy }: { counter: SpendCounter; liftedBy: string },
): Promise<string> {
  const day = dayOf(deps.clock.now())
  const metadata = { ...counter, day }
  const about = { action: 'spend-cap.lift', targetType: 'spend-cap', targetId: counter.cap, metadata }
  const audit = buildAuditEntry(deps, actor, about)
  await deps.store.write([counterWrite(day, counter, { liftedBy }), ...audited(audit)])
  return day
}
