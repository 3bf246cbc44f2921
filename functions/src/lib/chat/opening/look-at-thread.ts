import { DomainError } from '../../errors.ts'
import type { Versioned } from '../../ports.ts'
import { stayChange } from '../desk/desk.ts'
import { lookAtDesk } from '../desk/look-at-desk.ts'
import type { Thread } from '../thread.ts'
import { threads, threadWrites } from '../thread-writes.ts'
import { type OpenDeps, type OpenedThread, openFor } from './open-thread.ts'

/** Milliseconds after a failure. */
const againMs = 5 * 60_000

export async function lookAtThread(
  deps: OpenDeps & Parameters<typeof lookAtDesk>[0],
  threadId: string,
): Promise<void> {
  const document = await deps.store.read(threads.at(threadId))
  const stayDueAt = document?.value.stayDueAt
  if (document && stayDueAt && stayDueAt <= deps.clock.now()) await followStay(deps, threadId, document)
  await lookAtDesk(deps, threadId)
}

/** A failure must not block the desk's deadlines. */
async function followStay(
  deps: OpenDeps,
  threadId: string,
  { value: thread, revision }: Versioned<Thread>,
): Promise<void> {
  const dueAt = (at: Date | null) =>
    deps.store.commit(threadWrites({ threadId, revision, fields: stayChange(thread, at) }))
  try {
    if ((await correctThread(deps, thread))?.threadId !== threadId) await dueAt(null)
  } catch (error) {
    deps.log.error('the stay of a thread was not followed', { threadId, error })
    await dueAt(new Date(deps.clock.now().getTime() + againMs))
  }
}

async function correctThread(
  deps: OpenDeps,
  { guestId, propertyId }: Thread,
): Promise<OpenedThread | undefined> {
  if (!guestId) return undefined
  try {
    return await openFor(deps, { guestId, propertyId }, { isOpened: false })
  } catch (error) {
    if (error instanceof DomainError) return undefined
    throw error
  }
}
