import { inParallel } from '../../in-parallel.ts'
import { remove } from '../../store.ts'
import { threads } from '../thread-writes.ts'
import { absences, absenceWrite, colleaguesOf, isThere } from './colleague.ts'
import { lookAtDesk } from './look-at-desk.ts'

type Deps = Parameters<typeof lookAtDesk>[0]

const [atMost, atOnce] = [200, 8]
/** Milliseconds; an assignment under way at the departure has arrived by then. */
const settledMs = 90_000
const againMs = 60_000

const ownedBy = (userId: string) =>
  threads.any.where('ownerId', '==', userId).where('state', 'in', ['open', 'waiting', 'snoozed'])

/** Repeats until no thread is left and none can arrive; then the record of a former colleague goes. Idempotent. */
export async function giveBack(deps: Deps, userId: string): Promise<void> {
  const { clock, store } = deps
  const [absence, colleagues] = await Promise.all([
    store.read(absences.at(userId)),
    colleaguesOf(store, [userId]),
  ])
  if (!absence) return
  const now = clock.now()
  const isBack = isThere(colleagues.get(userId), now)
  const owned = isBack ? [] : await store.find(ownedBy(userId).limit(atMost))
  await inParallel(atOnce, owned, ({ id }) => lookAtDesk(deps, id, true))
  const { since, until } = absence.value
  const isOver = isBack || (owned.length === 0 && now.getTime() - since.getTime() >= settledMs)
  const dueAt = isOver ? undefined : new Date(now.getTime() + againMs)
  const hasGone = isOver && !isBack && !until
  const write = hasGone
    ? remove(absences.at(userId), absence.revision)
    : absenceWrite(userId, { since, until, dueAt }, absence.revision)
  await store.commit([write])
}
