import type { Needs } from '../../context.ts'
import { inParallel } from '../../in-parallel.ts'
import { isThere } from './colleague.ts'
import { lookAtDesk } from './look-at-desk.ts'

type Deps = Parameters<typeof lookAtDesk>[0]

/** Threads given back in one run, and at once. */
const [atMost, atOnce] = [200, 8]
/** An assignment that was under way when somebody left has arrived by then. Milliseconds. */
const settledMs = 90_000
const againMs = 60_000

/**
 * Gives back what somebody owns who is away or has left, and comes again until nothing is left and nothing can come any
 * more. Who has left is then no longer absent. Idempotent.
 */
export async function giveBack(deps: Deps & Needs<'userStatuses'>, userId: string): Promise<void> {
  const { clock, threads, userStatuses } = deps
  const [absence, found] = await Promise.all([userStatuses.absence(userId), userStatuses.find([userId])])
  if (!absence) return
  const now = clock.now()
  const isBack = isThere(found.get(userId), now)
  const owned = isBack ? [] : await threads.ownedBy(userId, atMost)
  await inParallel(atOnce, owned, threadId => lookAtDesk(deps, threadId, true))
  const { since, until } = absence.value
  const isOver = isBack || (owned.length === 0 && now.getTime() - since.getTime() >= settledMs)
  const dueAt = isOver ? undefined : new Date(now.getTime() + againMs)
  const hasGone = isOver && !isBack && !until
  await userStatuses.saveAbsence(userId, hasGone ? undefined : { since, until, dueAt }, absence.revision)
}
